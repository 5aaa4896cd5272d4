/**
 * What a handler answers. Kept apart from `Response` so that the headers that every answer carries are joined to it once,
 * before the response is made: runtimes send a response that has not been modified much faster.
 */
export type Answer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
};

/** A JSON document. */
export function jsonAnswer(value: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Answer {
  return jsonTextAnswer(JSON.stringify(value), headers, status);
}

/** A JSON document from its text. */
export function jsonTextAnswer(text: string, headers: Readonly<Record<string, string>> = {}, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

/** Plain text. */
export function textAnswer(text: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
}

/**
 * Success without content. The media type is plain text, because gateways in front of functions label answers without one as
 * JSON, and clients fail to parse an empty text as JSON.
 */
export const EMPTY_ANSWER: Answer = textAnswer('');

/**
 * Bytes that a header of an answer may have whose value depends on what was sent: common clients refuse answers with more
 * than 16 KiB of headers in all.
 */
export const MAX_HEADER_BYTES = 8_192;

/** Whether an answer may have a header with this value, in ASCII. */
export function fitsHeader(value: string): boolean {
  return value.length <= MAX_HEADER_BYTES;
}
