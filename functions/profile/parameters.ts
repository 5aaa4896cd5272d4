import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import { MAX_PARAMETER_VALUES, type Payload } from '../../shared/http/payload.ts';
import type { ProfileQuery } from '../../shared/profiles/service/profile-service.ts';
import { isObject, type Json, parseJson } from '../../shared/repository/linked-data/json.ts';
import { profileBody, profileParameters, profilePostParameters } from './parameter-schemas.ts';

/** The parameters of the query string that have one value. */
const SINGLE = Object.keys(profileParameters.shape).filter((name) => name !== 'condition');

/**
 * The parameters, from the query string and the body, which takes precedence.
 *
 * @param payload the body of a POST; only it may hold hypothetical assertions
 * @throws Problem `invalid-parameter` (400) naming the first parameter that is missing or malformed; `malformed-request` (400)
 *   for a JSON body that is not an object
 */
export function profileQuery(parameters: URLSearchParams, payload?: Payload): ProfileQuery {
  const given: Record<string, Json> = queryValues(parameters, SINGLE);
  if (parameters.has('condition')) given.condition = parameters.getAll('condition');
  if (payload !== undefined) {
    parseWith(profilePostParameters, given); // parameters that the body replaces must be valid too
    Object.assign(given, inBody(payload));
  }
  const {
    flushCache,
    cache,
    condition = [],
    explain,
    expand,
    whatIf = [],
    ...rest
  } = parseWith(payload === undefined ? profileParameters : profileBody, given) as ReturnType<
    typeof parseWith<typeof profileBody>
  >; // without a body only `whatIf` is missing
  return {
    ...rest,
    fresh: flushCache === 'true' || cache === 'false',
    conditions: condition,
    explain: explain === 'true',
    expand: expand === 'true',
    whatIf,
  };
}

/** The members of a JSON body, or parts of a form, that are parameters; `null` is treated as absent. */
function inBody(payload: Payload): Record<string, Json> {
  const body = payload.binding === 'json' ? payload.data() : undefined;
  if (body !== undefined && !isObject(body)) {
    throw new Problem('malformed-request', 'The request body is not an object, such as {"frameworkId": "…"}.');
  }
  const given: Record<string, Json> = {};
  for (const name of Object.keys(profileBody.shape)) {
    const value = partOf(payload, name);
    if (value !== undefined && value !== null) given[name] = typeof value === 'boolean' ? String(value) : value;
  }
  return given;
}

/** In a form all parameters are texts, except `whatIf`, which is JSON. */
function partOf(payload: Payload, name: string): Json | undefined {
  const text = payload.part(name);
  if (text === undefined || (payload.binding === 'form' && name !== 'whatIf')) return text;
  return parseJson(text, `The parameter ${name}`, MAX_PARAMETER_VALUES);
}
