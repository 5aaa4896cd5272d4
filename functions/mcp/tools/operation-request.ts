import { decodeBase64 } from '../../../shared/base/crypto/base64.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import type { OwnRequest } from '../own-api.ts';
import type { Operation, PlacedOperation } from './description.ts';
import { answerTypes, bodyTypes } from './media-types.ts';

/** The request for a call of a tool. @throws Problem `invalid-parameter` (400) */
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
    if (place === 'path') path = path.replace(`{${name}}`, () => segmentOf(textOf(value)));
    if (place === 'query') for (const item of Array.isArray(value) ? value : [value]) query.append(name, textOf(item));
  }
  const body = requestBody === undefined ? undefined : bodyOf(operation, input);
  const accept = answerTypes(operation).join(', ') || 'application/json';
  const search = query.size === 0 ? '' : `?${query}`;
  return { path: path + search, request: { method: method.toUpperCase(), accept, ...(body && { body }) } };
}

/** A path segment from an id, which assistants send unchanged or percent-encoded. */
function segmentOf(text: string): string {
  return /^https?%3A%2F%2F[^/]*$/i.test(text) ? text : encodeURIComponent(text);
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
