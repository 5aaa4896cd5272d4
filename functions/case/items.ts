import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { loadFrameworkListing, type Root, rootsListing } from '../../shared/frameworks/listing.ts';
import { find, type LoadedFramework } from '../../shared/frameworks/load.ts';
import type { FrameworkNode } from '../../shared/frameworks/model.ts';
import { createObjectReader, type ReadObject } from '../../shared/frameworks/read-objects.ts';
import { namesFor } from '../../shared/frameworks/resolve.ts';
import { kindOf, nodeOf, relationOf } from '../../shared/frameworks/stored.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { isObject, type JsonObject } from '../../shared/linked-data/json.ts';
import { shortIdOf } from '../../shared/linked-data/references.ts';
import { search } from '../../shared/objects/search.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import { addressOf, type CaseVersion } from './addresses.ts';
import { listQuery } from './parameters.ts';
import { FIELDS, selectFields } from './selection.ts';
import { targetOf } from './target.ts';
import { nodeLink, writeAssociations, writeDocument, writeItem } from './write.ts';
import { type WriteOptions, writeAssociation } from './write-association.ts';

const DEFAULT_LIMIT = 100;

function optionsOf(ctx: Context, version: CaseVersion): WriteOptions {
  return { base: ctx.config.bases[0], version, losses: [] };
}

/** The document and items of a framework as CASE has them. */
type Written = {
  readonly document: JsonObject;
  readonly items: ReadonlyMap<string, JsonObject>;
};

function written(framework: LoadedFramework, options: WriteOptions): Written {
  const document = writeDocument(framework, options);
  const { root, members } = framework;
  const items = new Map(members.map((node) => [node.id, writeItem(node, root, document, options)]));
  return { document, items };
}

function absent(what: string): Problem {
  return new Problem('not-found', `There is no ${what} with this id in a framework.`, { where: 'sourcedId' });
}

/** GET CFItems/{id}: one competency. */
export async function getItem(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const found = await find(reading, targetOf(call, 'CFItems', ctx.config.bases), caller);
  if (found.kind === 'framework' || found.nodeKind !== 'competency') throw absent('item');
  const { shortId, object, modified } = found.found;
  const root = frameworkAmong((await rootsListing(reading, [shortId], caller)).get(shortId));
  if (root === undefined) throw absent('item');
  const options = optionsOf(ctx, version);
  const node = nodeOf(object, shortId, 'competency', modified);
  return taggedAnswer(call.request, writeItem(node, root, writeDocument({ root }, options), options));
}

/** GET CFItemAssociations/{id}: a competency, and all associations that it is an end of. */
export async function getItemAssociations(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const found = await find(reading, targetOf(call, 'CFItemAssociations', ctx.config.bases), caller);
  const framework =
    found.kind === 'framework' ? null : await loadFrameworkListing(reading, found.found.shortId, caller);
  if (found.kind === 'framework' || framework === null) throw absent('item');
  const options = optionsOf(ctx, version);
  const { document, items } = written(framework, options);
  const item = items.get(found.found.shortId);
  if (item === undefined) throw absent('item');
  const own = [...writeAssociations(framework, document, items, false, options)].filter((one) =>
    [one.originNodeURI, one.destinationNodeURI].some((end) => isObject(end) && end.uri === item.uri),
  );
  return taggedAnswer(call.request, { CFItem: item, CFAssociations: own });
}

/** GET CFAssociations/{id}: one relation, or the association of a top member to its document, whose address names both. */
export async function getAssociation(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const options = optionsOf(ctx, version);
  const target = targetOf(call, 'CFAssociations', ctx.config.bases);
  const [name = ''] = target.names;
  const [, top] = /~(.+)$/.exec(name) ?? [];
  let framework: LoadedFramework | null = null;
  let end = `/${name}`;
  if (top === undefined) {
    const found = await find(reading, target, caller);
    if (found.kind === 'framework') throw absent('association');
    framework = await loadFrameworkListing(reading, found.found.shortId, caller);
    end = addressOf(options.base, version, 'CFAssociations', found.found.shortId);
  } else {
    const found = await find(reading, { names: namesFor(top), version: null }, caller);
    if (found.kind === 'framework') framework = found.framework;
  }
  if (framework === null) throw absent('association');
  const { document, items } = written(framework, options);
  for (const association of writeAssociations(framework, document, items, true, options)) {
    if (String(association.uri).endsWith(end)) return taggedAnswer(call.request, association);
  }
  throw absent('association');
}

/** GET CFItems: the competencies that the caller may read, by id. Those in no framework have no `CFDocumentURI`. */
export async function getItems(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const { id, ...query } = parseParameters(listQuery, queryOf(call.request));
  if (id !== undefined) return getItem(ctx, call, version);
  const select = selectFields(query.fields, FIELDS.items);
  const options = optionsOf(ctx, version);
  const { objects, headers } = await pageOf(ctx, call, '*.competency', query);
  const ids = objects.map(({ shortId }) => shortId);
  const listing = await rootsListing({ ...ctx, hold: call.hold }, ids, await call.caller());
  const items = objects.map(({ shortId, object, modified }) => {
    const node = nodeOf(object, shortId, 'competency', modified);
    const root = frameworkAmong(listing.get(shortId));
    return writeItem(node, root ?? node, root === undefined ? null : writeDocument({ root }, options), options);
  });
  return taggedAnswer(call.request, { CFItems: items.map(select) }, headers);
}

/** GET CFAssociations: the relations that the caller may read, by id. */
export async function getAssociations(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const { id, ...query } = parseParameters(listQuery, queryOf(call.request));
  if (id !== undefined) return getAssociation(ctx, call, version);
  const select = selectFields(query.fields, FIELDS.associations);
  const options = optionsOf(ctx, version);
  const { objects, headers } = await pageOf(ctx, call, '*.relation', query);
  const relations = objects.flatMap(({ shortId, object, modified }) => {
    return relationOf(object, shortId, modified, (end) => shortIdOf(end, ctx.config.bases)) ?? [];
  });
  const reader = createObjectReader({ ...ctx, hold: call.hold }, await call.caller());
  const ends = await reader.readMany(relations.flatMap(({ source, target }) => [source, target]));
  const items = new Map(
    [...ends].flatMap(([end, { shortId, object, modified }]) => {
      if (kindOf(object) !== 'competency') return [];
      const node = nodeOf(object, shortId, 'competency', modified);
      return [[end, writeItem(node, node, null, options)] as const];
    }),
  );
  const all = relations.map((relation) =>
    writeAssociation(relation, null, (end, elsewhere) => nodeLink(end, items.get(end), elsewhere), options),
  );
  return taggedAnswer(call.request, { CFAssociations: all.map(select) }, headers);
}

function frameworkAmong(roots: readonly Root[] | undefined): FrameworkNode | undefined {
  return roots?.find(({ kind }) => kind === 'framework')?.node;
}

/** A page of all objects of a type, by id, with the address of the next one. */
async function pageOf(
  ctx: Context,
  call: Call,
  indexHint: string,
  { limit = DEFAULT_LIMIT, offset = 0 }: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): Promise<{ readonly objects: readonly ReadObject[]; readonly headers: Readonly<Record<string, string>> }> {
  const caller = await call.caller();
  const parameters = { q: '*', start: offset, size: limit, sort: '[{"@id":{"order":"asc"}}]', indexHint, cursor: null };
  const { hits } = await search(ctx, parameters, caller);
  const reader = createObjectReader({ ...ctx, hold: call.hold }, caller);
  const objects: ReadObject[] = [];
  for await (const read of reader.readVersions(hits)) objects.push(read);
  const next = new URLSearchParams(queryOf(call.request));
  next.set('limit', String(limit));
  next.set('offset', String(offset + limit));
  return { objects, headers: hits.length < limit ? {} : { link: `<?${next}>; rel="next"` } };
}
