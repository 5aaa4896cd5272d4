import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { loadFrameworkListing } from '../../shared/exchange/frameworks/listing.ts';
import type { Framework } from '../../shared/exchange/frameworks/model.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import { type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import type { Collection } from './addresses.ts';
import { DEFINITIONS, RUBRIC, writeDefinition } from './definitions.ts';
import { createDerived } from './derived.ts';
import { findPart } from './find-part.ts';
import { targetOf } from './target.ts';
import { writeDocument, writeItem } from './write.ts';
import type { WriteOptions } from './write-association.ts';

/** The groups of definitions. Those in `SETS` return an element with its descendants. */
export const GROUPS = [
  ...(['CFAssociationGroupings', 'CFConcepts', 'CFItemTypes', 'CFLicenses', 'CFRubrics', 'CFSubjects'] as const),
];

const SETS: ReadonlySet<Collection> = new Set(['CFConcepts', 'CFItemTypes', 'CFSubjects']);

/** Refuses a group in CASE 1.0. @throws Problem `not-implemented` (501) */
export function refuseGroup(): never {
  throw new Problem('not-implemented', 'This group is served in CASE 1.1 only.');
}

/**
 * GET CFConcepts/{id}, and likewise for the other groups (CASE 1.1): a definition or rubric that was imported with a framework, or that
 * is derived from its texts.
 */
export async function getDefinition(ctx: Context, call: Call, collection: (typeof GROUPS)[number]): Promise<Answer> {
  const reading = { ...ctx, hold: call.hold };
  const caller = await call.caller();
  const target = targetOf(call, collection, ctx.config.bases);
  const part = await findPart(reading, target, caller);
  if (part.kind === 'derived') {
    for (const framework of part.frameworks) {
      const derived = await derivedOf(framework, ctx.config.bases[0]);
      const definition = derived.get(collection)?.find((one) => one.identifier === part.identifier);
      if (definition === undefined) continue;
      return taggedAnswer(call.request, SETS.has(collection) ? { [collection]: [definition] } : definition);
    }
    throw absent();
  }
  const { found } = part;
  const type = Object.keys(DEFINITIONS).find((one) => DEFINITIONS[one] === collection) ?? RUBRIC;
  if (found.kind === 'framework' || member(found.found.object, '@type') !== type) {
    throw absent();
  }
  const { shortId, object, modified } = found.found;
  const [base] = ctx.config.bases;
  const own = { id: shortId, object, modified };
  if (!SETS.has(collection)) return taggedAnswer(call.request, writeDefinition(own, base));
  const framework = await loadFrameworkListing(reading, shortId, caller);
  const code = codeOf(object);
  const descendants = (framework?.definitions ?? []).filter(
    (one) => one.id !== shortId && member(one.object, '@type') === type && isBelow(codeOf(one.object), code),
  );
  const all = [own, ...descendants].map((one) => writeDefinition(one, base));
  return taggedAnswer(call.request, { [collection]: all });
}

function absent(): Problem {
  return new Problem('not-found', 'There is no such definition with this id.', { where: 'sourcedId' });
}

/** The definitions of a framework that are not stored, by their groups. */
async function derivedOf(
  { root, members }: Framework,
  base: string,
): Promise<ReadonlyMap<string, readonly JsonObject[]>> {
  const options: WriteOptions = { base, version: 'v1p1', losses: [] };
  const derived = createDerived(root, base);
  derived.add(writeDocument({ root }, options));
  for await (const node of inSlices(members)) derived.add(writeItem(node, root, null, options));
  return new Map(Object.entries(derived.all()));
}

function codeOf(object: JsonObject): string | null {
  const code = member(object, 'hierarchyCode');
  return typeof code === 'string' ? code : null;
}

/** Codes of descendants begin with the code of the element and a separator. */
function isBelow(code: string | null, ancestor: string | null): boolean {
  return (
    code !== null &&
    ancestor !== null &&
    ancestor !== '' &&
    code.startsWith(ancestor) &&
    /^[^A-Za-z0-9]/.test(code.slice(ancestor.length))
  );
}
