import { decodeBase64 } from '../../../shared/crypto/base64.ts';
import { Problem } from '../../../shared/errors/problem.ts';
import { type Json, type JsonObject, member } from '../../../shared/linked-data/json.ts';
import type { OwnRequest } from '../own-api.ts';
import type { Operation } from './description.ts';

/** An operation, with the place where it is. */
export type PlacedOperation = Operation & { readonly method: string; readonly path: string };

/** Media types of the form binding, which is for other clients. */
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** The media types of the body that a tool may send, the one to take first; none without a body. */
export function bodyTypes({ requestBody }: Operation): readonly string[] {
  const types = Object.keys(requestBody?.content ?? {}).filter((type) => !FORMS.includes(type));
  return types.includes('application/json')
    ? ['application/json', ...types.filter((type) => !/^application\/(?:ld\+)?json$/.test(type))]
    : types;
}

/** The media types of the answer, JSON first. */
export function answerTypes({ responses }: Operation): readonly string[] {
  const types = Object.keys(responses['200']?.content ?? {});
  return types.includes('application/json') ? ['application/json'] : types;
}

/** The request that a call of a tool is. @throws Problem `invalid-parameter` (400) */
export function requestOf(
  operation: PlacedOperation,
  input: JsonObject,
): { readonly path: string; readonly request: OwnRequest } {
  const { method, parameters = [], requestBody } = operation;
  const query = new URLSearchParams();
  let path = operation.path;
  for (const { name, in: place } of parameters) {
    const value = member(input, name);
    if (value === undefined) continue;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(textOf(value)));
    if (place === 'query') for (const item of Array.isArray(value) ? value : [value]) query.append(name, textOf(item));
  }
  const body = requestBody === undefined ? undefined : bodyOf(operation, input);
  const accept = answerTypes(operation).join(', ') || 'application/json';
  const search = query.size === 0 ? '' : `?${query}`;
  return { path: path + search, request: { method: method.toUpperCase(), accept, ...(body && { body }) } };
}

function bodyOf(operation: Operation, input: JsonObject): OwnRequest['body'] {
  const body = member(input, 'body');
  const [first = 'application/json'] = bodyTypes(operation);
  const type = member(input, 'contentType') ?? first;
  if (body === undefined || typeof type !== 'string') return undefined;
  if (type.startsWith('image/') && type !== 'image/svg+xml') return { type, bytes: imageOf(body) };
  return { type, bytes: textOf(body) };
}

function imageOf(body: Json): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === 'string' ? decodeBase64(body) : null;
  if (bytes !== null) return bytes;
  throw new Problem('invalid-parameter', 'body must be the image in base64.', { where: 'body' });
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
