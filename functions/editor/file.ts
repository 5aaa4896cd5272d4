import { parseAccept } from 'hono/utils/accept';
import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, fileAnswer, type StaticFiles } from '../../shared/http/answer.ts';

/** How long browsers may keep a file: the contents of a hashed name never change (specification: Limits). */
const CACHE_CONTROL = { year: 'public, max-age=31536000, immutable', day: 'public, max-age=86400' } as const;

/** File names that the build produces: none leads out of the folder. */
const NAME = /^(?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\.[a-z0-9]+$/;

/** Content codings with the file endings for them. Among codings that a client accepts equally, the first makes the smallest file. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * A file of the editor, compressed if the client accepts that.
 *
 * @param name path in the folder of the editor
 * @throws Problem `no-such-route` (404)
 */
export async function editorFile(
  assets: StaticFiles | null,
  request: Request,
  name: string,
  keep: keyof typeof CACHE_CONTROL,
): Promise<Answer> {
  const found = NAME.test(name) ? await readEncoded(assets, request, name) : null;
  if (found === null) throw new Problem('no-such-route', 'The editor has no such file.');
  const answer = fileAnswer(name, found.body);
  return { ...answer, headers: { ...answer.headers, ...found.headers, 'cache-control': CACHE_CONTROL[keep] } };
}

/** Reads a file, compressed if the client accepts that (RFC 9110, 12.5.3); null if there is none. */
async function readEncoded(assets: StaticFiles | null, { headers }: Request, name: string) {
  if (assets === null) return null;
  const accepted = parseAccept(headers.get('accept-encoding') ?? '').filter(({ q }) => q > 0);
  const encoding = ENCODINGS.map(({ name, ending }) => {
    return { name, ending, quality: accepted.find(({ type }) => type.toLowerCase() === name)?.q ?? 0 };
  }).reduce((best, one) => (one.quality > best.quality ? one : best));
  const plain = { vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' };
  const compressed = encoding.quality === 0 ? null : await assets(`editor/${name}${encoding.ending}`);
  if (compressed !== null) {
    return { body: compressed, headers: { ...plain, 'content-encoding': encoding.name } };
  }
  const body = await assets(`editor/${name}`);
  return body === null ? null : { body, headers: plain };
}
