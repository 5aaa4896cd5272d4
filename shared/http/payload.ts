import { Problem } from '../errors/problem.ts';
import { isObject, type Json, member, parseJson, repeatsMember } from '../linked-data/json.ts';
import { readBody, utf8 } from './body.ts';
import { FORM_ROOM, readForm } from './form.ts';

/**
 * What a request brings, in either of the two bindings that every operation has: a JSON body, or the form parts that
 * today's clients send.
 */
export type Payload = {
  readonly binding: 'json' | 'form';
  /** The JSON body or the form part `data`; undefined when there is none. */
  readonly data: () => Json | undefined;
  /** The text of a form part, or the JSON text of a member of a JSON envelope; undefined when there is none. */
  readonly part: (name: string) => string | undefined;
  /** The form part `data` as it is: for search it is a query, not JSON. */
  readonly dataText: string | undefined;
};

/** The binding that a request speaks, by its Content-Type; requests without a body speak JSON. */
export function bindingOf(request: Request): Payload['binding'] {
  const type = request.headers.get('content-type') ?? '';
  return /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(type) ? 'form' : 'json';
}

/**
 * Reads the body of a POST.
 *
 * A JSON object with a member `signatureSheet` and no `@id` is an envelope: its members are the parts.
 *
 * @param limit bytes of a JSON body, or of one part of a form
 * @param options `uniqueMembers`: a JSON body that names a member twice is refused; otherwise the last of them counts
 * @throws Problem `body-too-large` (413), `unsupported-media-type` (415), `malformed-multipart`, `malformed-json`,
 *   `malformed-request` (400)
 */
export async function readPayload(
  request: Request,
  limit: number,
  options: { readonly uniqueMembers?: boolean } = {},
): Promise<Payload> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? '';
  const binding = bindingOf(request);
  if (binding === 'json' && type !== '' && !/^application\/(?:[a-z0-9.-]+\+)?json\s*(?:;|$)/.test(type)) {
    throw new Problem('unsupported-media-type', 'Send application/json, application/ld+json or a form.', {
      where: 'Content-Type',
    });
  }
  if (binding === 'form') return formPayload(await readBody(request, limit + FORM_ROOM), request, limit);
  return jsonPayload(utf8(await readBody(request, limit), 'The request body'), type, options);
}

function formPayload(bytes: Uint8Array, request: Request, limit: number): Payload {
  const form = readForm(bytes, request.headers.get('content-type') ?? '', limit);
  const dataText = form.get('data');
  return {
    binding: 'form',
    part: (name) => form.get(name),
    dataText,
    data: () => (dataText === undefined ? undefined : parseJson(dataText, 'The form part data')),
  };
}

function jsonPayload(
  text: string,
  type: string,
  { uniqueMembers = false }: { readonly uniqueMembers?: boolean },
): Payload {
  if (text === '') return { binding: 'json', part: () => undefined, dataText: undefined, data: () => undefined };
  if (type === '') {
    throw new Problem('unsupported-media-type', 'The request body has no Content-Type.', { where: 'Content-Type' });
  }
  const body = parseJson(text, 'The request body');
  if (uniqueMembers && repeatsMember(text, body)) {
    throw new Problem('malformed-request', 'The request body names a member twice.');
  }
  const envelope = isObject(body) && member(body, 'signatureSheet') !== undefined && member(body, '@id') === undefined;
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
