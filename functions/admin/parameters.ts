import { Problem } from '../../shared/errors/problem.ts';
import type { Payload } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { isObject } from '../../shared/linked-data/json.ts';
import { parseWith } from '../../shared/schema/parameters.ts';
import { operationQuery } from './routes.ts';

/**
 * The text of a form part, or of a text or boolean member of a JSON body; undefined when there is none.
 *
 * @throws Problem `invalid-parameter` (400) for members of other kinds
 */
export function textPart(payload: Payload, name: string): string | undefined {
  const text = payload.part(name);
  if (text === undefined || payload.binding === 'form') return text;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  throw new Problem('invalid-parameter', `${name}: must be a text or a boolean.`, { where: name });
}

/**
 * Whether an operation is to be counted only: `dryRun` of the body or of the query. Since it is there to be safe, it must not
 * be lost against another value.
 *
 * @throws Problem `invalid-parameter` (400) for anything but true and false, and for both; `malformed-request` (400) for a JSON
 *   body that is not an object
 */
export function isDryRun(request: Request, payload: Payload): boolean {
  const body = payload.binding === 'json' ? payload.data() : undefined;
  if (body !== undefined && !isObject(body)) {
    throw new Problem('malformed-request', 'The request body is not a JSON object.');
  }
  const given = [textPart(payload, 'dryRun'), ...queryOf(request).getAll('dryRun')];
  const asked = new Set(given.map((text) => parseWith(operationQuery, { dryRun: text }).dryRun));
  if (asked.has('true') && asked.has('false')) {
    throw new Problem('invalid-parameter', 'dryRun: is given as true and as false.', { where: 'dryRun' });
  }
  return asked.has('true');
}
