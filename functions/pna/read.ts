import { Problem } from '../../shared/base/errors/problem.ts';
import { resolveTail } from '../../shared/exchange/frameworks/resolve.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { taggedAnswer, taggedTextAnswer } from '../../shared/http/tagged-answer.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { readableKind } from '../../shared/repository/frameworks/kinds.ts';
import { createObjectReader } from '../../shared/repository/frameworks/object-reader.ts';
import { type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { idsIn } from '../../shared/repository/linked-data/references.ts';
import { notFound } from '../../shared/repository/objects/read.ts';
import { type BlobName, type BlobStore, blobName } from '../../shared/repository/store/blob-store.ts';
import { indexDocument } from './index-document.ts';

/** The target of an address: the names of an object, and the name of its index. */
export type IndexTarget = { readonly names: readonly string[]; readonly name: BlobName };

/** GET: the current index of an object, or the document that was published under the name. */
export async function getIndex(ctx: Context, call: Call, blobs: BlobStore | null): Promise<Answer> {
  requireJsonAccepted(call.request.headers.get('accept'));
  const target = targetOf(ctx, call);
  const caller = await call.caller();
  const index = await makeIndex(ctx, call, target, caller);
  if (index !== null) return taggedAnswer(call.request, index);
  const published = (await blobs?.get(target.name)) ?? null;
  if (published === null) throw notFound(caller);
  return taggedTextAnswer(call.request, published.text, { etag: `"${published.tag}"` });
}

/** @throws Problem `malformed-path` (400) for a name that cannot be a file name */
export function targetOf({ config }: Context, { request, parameters }: Call): IndexTarget {
  const { path } = splitUrl(request.url);
  const { names } = resolveTail(path.slice(path.indexOf('/ce/pna/') + '/ce/pna/'.length), null, config.bases);
  const name = blobName(parameters['id'] ?? '');
  if (name !== null) return { names, name };
  throw new Problem(
    'malformed-path',
    'The last part of the path may have letters, digits, `-`, `_` and dots after them.',
    { where: 'id' },
  );
}

/** The index of an object with the parts that the caller may read; null if there is no such object. */
export async function makeIndex(
  ctx: Context,
  { hold }: Call,
  { names }: IndexTarget,
  caller: Caller,
): Promise<JsonObject | null> {
  const reader = createObjectReader({ ...ctx, hold }, caller);
  const found = await reader.readMany(names);
  const [object] = names.flatMap((name) => found.get(name) ?? []);
  if (object === undefined) return null;
  const ids = idsIn(member(object.object, 'competency'));
  const members = await reader.readMany(ids);
  const competencies = ids
    .flatMap((id) => members.get(id) ?? [])
    .filter((one) => readableKind(one.object) === 'competency');
  return indexDocument(object, competencies, { ...ctx.config.pna, bases: ctx.config.bases, now: ctx.now() });
}
