import { createSlices } from '../base/concurrency/slices.ts';
import { Problem } from '../base/errors/problem.ts';
import type { Context } from '../repository/context.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
  repeatsMember,
} from '../repository/linked-data/json.ts';
import { decodeUtf8, LARGE_BODY_BYTES, readBody } from './body.ts';
import type { Call } from './call.ts';
import { FORM_EXTRA_BYTES, type Form, readForm } from './form.ts';

/** Limit of a request with parameters and no objects, if `POST_MAX_SIZE` allows as much: it is parsed without a pause. */
export const MAX_PARAMETERS_BYTES = 4 << 20;

/** Values in a JSON text of such a request. */
export const MAX_PARAMETER_VALUES = 30_000;

/**
 * The contents of a request, in either of the two bindings that every operation has: a JSON body, or the form parts that
 * today's clients send.
 */
export type Payload = {
  readonly binding: 'json' | 'form';
  /** The JSON body or the form part `data`; undefined when there is none. */
  readonly data: () => Json | undefined;
  /** The text of a form part, or the JSON text of a member of a JSON envelope; undefined when there is none. */
  readonly part: (name: string) => string | undefined;
  /** The raw form part `data`: for search it is a query, not JSON. */
  readonly dataText: string | undefined;
};

/** The body of a POST as a text of JSON, null when there is none, or as a form. */
export type Body = { readonly json: string | null } | { readonly form: Form };

/** The payload of a request that brings none. */
export const NO_PARAMETERS: Payload = {
  binding: 'json',
  part: () => undefined,
  dataText: undefined,
  data: () => undefined,
};

/**
 * Reads the body of a POST that brings parameters: up to {@link MAX_PARAMETERS_BYTES} bytes, and
 * {@link MAX_PARAMETER_VALUES} values.
 *
 * A JSON object with a member `signatureSheet` and no `@id` is an envelope: its members are the parts.
 *
 * @param options `uniqueMembers`: a JSON body that names a member twice is refused; otherwise the last of them counts
 * @throws Problem `body-too-large` (413), `unsupported-media-type` (415), `malformed-multipart`, `malformed-json`,
 *   `malformed-request` (400), `overloaded` (503)
 */
export function readPayload(
  { config }: Pick<Context, 'config'>,
  call: Call,
  options: { readonly uniqueMembers?: boolean } = {},
): Promise<Payload> {
  const { uniqueMembers = false } = options;
  return call.body(() => toPayload(call, Math.min(config.postMaxSize, MAX_PARAMETERS_BYTES), uniqueMembers));
}

async function toPayload(call: Call, limit: number, uniqueMembers: boolean): Promise<Payload> {
  const body = await readJsonOrForm(call, limit);
  if ('form' in body) return formPayload(body.form);
  if (body.json === null) return NO_PARAMETERS;
  const value = parseJson(body.json, 'The request body', MAX_PARAMETER_VALUES);
  if (uniqueMembers && repeatsMember(body.json, value)) {
    throw new Problem('malformed-request', 'The request body names a member twice.');
  }
  return jsonPayload(value);
}

/**
 * Reads the body of a POST in the binding that its Content-Type names; requests without a body use the JSON binding.
 *
 * @param limit bytes of a JSON body, or of one part of a form
 * @throws Problem as {@link readPayload} does, except for the JSON text itself
 */
export async function readJsonOrForm(call: Call, limit: number): Promise<Body> {
  const type = call.request.headers.get('content-type') ?? '';
  if (/^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(type)) {
    return { form: await readForm(await readBody(call, limit + FORM_EXTRA_BYTES), type, limit) };
  }
  if (type !== '' && !/^application\/(?:[a-z0-9.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported-media-type', 'Send application/json, application/ld+json or a form.', {
      where: 'Content-Type',
    });
  }
  const bytes = await readBody(call, limit);
  if (bytes.length > LARGE_BODY_BYTES) await createSlices().next();
  const text = decodeUtf8(bytes, 'The request body');
  if (text === '') return { json: null };
  if (type === '') {
    throw new Problem('unsupported-media-type', 'The request body has no Content-Type.', { where: 'Content-Type' });
  }
  return { json: text };
}

function formPayload(form: Form): Payload {
  return {
    binding: 'form',
    part: (name) => form.get(name),
    get dataText() {
      return form.get('data');
    },
    data() {
      const text = form.get('data');
      return text === undefined ? undefined : parseJson(text, 'The form part data', MAX_PARAMETER_VALUES);
    },
  };
}

function jsonPayload(body: Json): Payload {
  const envelope = isObject(body) && isEnvelope(body);
  const named = (name: string): Json | undefined => (isObject(body) ? member(body, name) : undefined);
  return {
    binding: 'json',
    part: (name) => {
      const value = name === 'signatureSheet' && !envelope ? undefined : named(name);
      return value === undefined ? undefined : JSON.stringify(value);
    },
    dataText: undefined,
    data: () => (envelope ? named('data') : body),
  };
}

/** Whether the members of a JSON body are form parts instead of an object to save. */
export function isEnvelope(body: JsonObject): boolean {
  return member(body, 'signatureSheet') !== undefined && member(body, '@id') === undefined;
}
