import { isObject, type Json, member, parseJson } from '../repository/linked-data/json.ts';
import { scanInSlices, valueAt } from '../repository/linked-data/json-items.ts';
import { JsonText, LARGE_OBJECT_LENGTH } from '../repository/linked-data/json-scan.ts';
import type { Call } from './call.ts';
import { isEnvelope, type Payload, readJsonOrForm } from './payload.ts';

/** The objects, or names of objects, in a request. */
export type DataPayload = Pick<Payload, 'binding'> & {
  /** The JSON body, the member `data` of a JSON envelope, or the form part `data`; undefined when there is none. */
  readonly data: Json | JsonText | undefined;
  /** The text of a form part, or the JSON text of a member of a JSON envelope; undefined when there is none. */
  readonly part: (name: 'signatureSheet' | 'ids' | 'etags' | 'ifMatch') => string | undefined;
};

/** Members of an envelope, and those that distinguish it from an object to save. */
const ENVELOPE = new Set(['@id', 'signatureSheet', 'data', 'ids', 'etags', 'ifMatch']);

/**
 * Reads the body of a POST that may be large, in slices: the whole text is checked to be JSON, but large objects in it are not
 * parsed. Envelopes are as for `readPayload`.
 *
 * @param limit bytes of a JSON body, or of one part of a form
 * @throws Problem `body-too-large` (413), `unsupported-media-type` (415), `malformed-multipart`, `malformed-json`, `too-deep`
 *   (400), `overloaded` (503)
 */
export function readData(call: Call, limit: number): Promise<DataPayload> {
  return call.body(() => toDataPayload(call, limit));
}

async function toDataPayload(call: Call, limit: number): Promise<DataPayload> {
  const body = await readJsonOrForm(call, limit);
  if ('form' in body) {
    const { form } = body;
    const text = form.get('data');
    const data = text === undefined ? undefined : await toData(text, 'The form part data');
    return { binding: 'form', data, part: (name) => form.get(name) };
  }
  if (body.json === null) return { binding: 'json', data: undefined, part: () => undefined };
  return body.json.length > LARGE_OBJECT_LENGTH ? fromLarge(body.json) : fromSmall(body.json);
}

async function toData(text: string, what: string): Promise<Json | JsonText> {
  if (text.length <= LARGE_OBJECT_LENGTH) return parseJson(text, what);
  const { values } = await scanInSlices(text, { what });
  return new JsonText(text, values);
}

function fromSmall(text: string): DataPayload {
  const body = parseJson(text, 'The request body');
  if (!isObject(body) || !isEnvelope(body)) return { binding: 'json', data: body, part: () => undefined };
  return {
    binding: 'json',
    data: member(body, 'data'),
    part(name) {
      const value = member(body, name);
      return value === undefined ? undefined : JSON.stringify(value);
    },
  };
}

async function fromLarge(text: string): Promise<DataPayload> {
  const { members, values } = await scanInSlices(text, { what: 'The request body', members: ENVELOPE });
  if (!members.has('signatureSheet') || members.has('@id')) {
    return { binding: 'json', data: new JsonText(text, values), part: () => undefined };
  }
  const data = members.get('data');
  return {
    binding: 'json',
    data: data && valueAt(text, data),
    part(name) {
      const span = members.get(name);
      return span && text.slice(span.start, span.end);
    },
  };
}
