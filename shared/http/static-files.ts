import type { Answer } from './answer.ts';

/** Reads a file that is installed with the service, by its relative path; null when it is not installed. */
export type StaticFiles = (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Media types by the ending of the path. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Browsers may keep files for a day. */
const CACHE_CONTROL = 'public, max-age=86400';

/** A file as an answer. @throws Error for an ending whose media type is not known */
export function fileAnswer(path: string, body: Exclude<Answer['body'], null>): Answer {
  const type = MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`The media type of ${path} is not known.`);
  return { status: 200, headers: { 'content-type': type, 'cache-control': CACHE_CONTROL }, body };
}
