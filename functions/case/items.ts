import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { loadFrameworkListing, type Root, rootsListing } from '../../shared/exchange/frameworks/listing.ts';
import { find, type LoadedFramework, loadFramework } from '../../shared/exchange/frameworks/load.ts';
import { schemesOf } from '../../shared/exchange/frameworks/load-concepts.ts';
import type { FrameworkNode, FrameworkRelation } from '../../shared/exchange/frameworks/model.ts';
import { nodeOf, relationOf } from '../../shared/exchange/frameworks/stored.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isRoot, kindOf } from '../../shared/repository/frameworks/kinds.ts';
import {
  createObjectReader,
  type ReadContext,
  type ReadObject,
} from '../../shared/repository/frameworks/object-reader.ts';
import { isObject, type JsonObject } from '../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../shared/repository/linked-data/references.ts';
import { search } from '../../shared/repository/objects/search.ts';
import { type CaseVersion, identityOf } from './addresses.ts';
import { findPart } from './find-part.ts';
import { listQuery } from './parameters.ts';
import { FIELDS, selectFields } from './selection.ts';
import { targetOf } from './target.ts';
import { nodeLink, writeAssociations, writeDocument, writeItem } from './write.ts';
import { type WriteOptions, writeAssociation } from './write-association.ts';

const DEFAULT_LIMIT = 100;

function optionsOf(ctx: Context, version: CaseVersion): WriteOptions {
  return { base: ctx.config.bases[0], version, losses: [] };
}

/** The document and items of a framework in CASE. */
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

/** GET CFItems/{id}: one competency or concept. One that is in no framework has no `CFDocumentURI`. */
export async function getItem(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const found = await find(reading, targetOf(call, 'CFItems', ctx.config.bases), caller);
  if (found.kind === 'framework' || found.nodeKind === null) throw absent('item');
  const { shortId, object, modified } = found.found;
  const root = await rootOf(reading, found.found, caller);
  const options = optionsOf(ctx, version);
  const node = nodeOf(object, shortId, found.nodeKind, modified);
  const document = root === undefined ? null : writeDocument({ root }, options);
  return taggedAnswer(call.request, writeItem(node, root ?? node, document, options));
}

/** The framework, or concept scheme, that an item belongs to. */
async function rootOf(
  ctx: ReadContext,
  { shortId, object }: ReadObject,
  caller: Caller,
): Promise<FrameworkNode | undefined> {
  const listing = frameworkAmong((await rootsListing(ctx, [shortId], caller)).get(shortId));
  return listing ?? (await schemeOf(ctx, object, caller))?.root;
}

async function schemeOf(ctx: ReadContext, object: JsonObject, caller: Caller): Promise<LoadedFramework | null> {
  const [scheme] = schemesOf(object);
  return scheme === undefined ? null : loadFramework(ctx, shortIdOf(scheme, ctx.config.bases), caller);
}

/** GET CFItemAssociations/{id}: a competency or concept, and all associations that it is an end of. */
export async function getItemAssociations(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const found = await find(reading, targetOf(call, 'CFItemAssociations', ctx.config.bases), caller);
  if (found.kind === 'framework') throw absent('item');
  const { shortId, object } = found.found;
  const framework = (await loadFrameworkListing(reading, shortId, caller)) ?? (await schemeOf(reading, object, caller));
  if (framework === null) throw absent('item');
  const options = optionsOf(ctx, version);
  const { document, items } = written(framework, options);
  const item = items.get(shortId);
  if (item === undefined) throw absent('item');
  const own = [...writeAssociations(framework, document, items, false, options)].filter((one) =>
    [one.originNodeURI, one.destinationNodeURI].some((end) => isObject(end) && end.uri === item.uri),
  );
  return taggedAnswer(call.request, { CFItem: item, CFAssociations: own });
}

/** GET CFAssociations/{id}: one relation, or the association of a top member to its document. */
export async function getAssociation(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const options = optionsOf(ctx, version);
  const part = await findPart(reading, targetOf(call, 'CFAssociations', ctx.config.bases), caller);
  if (part.kind === 'derived') {
    for (const framework of part.frameworks) {
      const association = associationIn(framework, (one) => one.identifier === part.identifier, options);
      if (association !== undefined) return taggedAnswer(call.request, association);
    }
    throw absent('association');
  }
  if (part.found.kind === 'framework') throw absent('association');
  const { shortId, object, modified } = part.found.found;
  const relation = relationOf(object, shortId, modified, (end) => shortIdOf(end, ctx.config.bases));
  if (relation === null) throw absent('association');
  const framework = await loadFrameworkListing(reading, shortId, caller);
  const { uri } = identityOf(options.base, version, 'CFAssociations', { id: shortId, properties: relation.properties });
  const inside = framework === null ? undefined : associationIn(framework, (one) => one.uri === uri, options);
  const [association] = inside === undefined ? await alone(reading, [relation], caller, options) : [inside];
  return taggedAnswer(call.request, association ?? {});
}

function associationIn(
  framework: LoadedFramework,
  isWanted: (association: JsonObject) => boolean,
  options: WriteOptions,
): JsonObject | undefined {
  const { document, items } = written(framework, options);
  return writeAssociations(framework, document, items, true, options).find(isWanted);
}

/** Relations as associations, without the frameworks that list them. */
async function alone(
  ctx: ReadContext,
  relations: readonly FrameworkRelation[],
  caller: Caller,
  options: WriteOptions,
): Promise<readonly JsonObject[]> {
  const ends = await createObjectReader(ctx, caller).readMany(
    relations.flatMap(({ source, target }) => [source, target]),
  );
  const items = new Map(
    [...ends].flatMap(([end, { shortId, object, modified }]) => {
      const kind = kindOf(object);
      if (kind === null) return [];
      const node = nodeOf(object, shortId, kind, modified);
      const part = isRoot(kind) ? writeDocument({ root: node }, options) : writeItem(node, node, null, options);
      return [[end, part] as const];
    }),
  );
  return relations.map((relation) =>
    writeAssociation(relation, null, (end, elsewhere) => nodeLink(end, items.get(end), elsewhere), options),
  );
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
  const { objects, headers } = await pageOf(ctx, call, '*.relation', query);
  const relations = objects.flatMap(({ shortId, object, modified }) => {
    return relationOf(object, shortId, modified, (end) => shortIdOf(end, ctx.config.bases)) ?? [];
  });
  const reading = { ...ctx, hold: call.hold };
  const all = await alone(reading, relations, await call.caller(), optionsOf(ctx, version));
  return taggedAnswer(call.request, { CFAssociations: all.map(select) }, headers);
}

/** The first framework or collection, frameworks before collections. */
function frameworkAmong(roots: readonly Root[] | undefined): FrameworkNode | undefined {
  return (roots?.find(({ kind }) => kind === 'framework') ?? roots?.[0])?.node;
}

/**
 * A page of all objects of a type, by id. The address of the next page has a cursor, which also leads beyond the limit of `offset`.
 */
async function pageOf(
  ctx: Context,
  call: Call,
  indexHint: string,
  { limit = DEFAULT_LIMIT, offset = 0, cursor }: Page,
): Promise<{ readonly objects: readonly ReadObject[]; readonly headers: Readonly<Record<string, string>> }> {
  const caller = await call.caller();
  const page = { start: offset, size: limit, cursor: cursor ?? null };
  const parameters = { q: '*', sort: '[{"@id":{"order":"asc"}}]', indexHint, ...page };
  const { hits, next } = await search(ctx, parameters, caller);
  const reader = createObjectReader({ ...ctx, hold: call.hold }, caller);
  const objects: ReadObject[] = [];
  for await (const read of reader.readVersions(hits)) objects.push(read);
  if (next === null) return { objects, headers: {} };
  const query = new URLSearchParams(queryOf(call.request));
  query.delete('offset');
  query.set('limit', String(limit));
  query.set('cursor', next);
  return { objects, headers: { link: `<?${query}>; rel="next"` } };
}

/** The requested page of a list. */
type Page = {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
};
