import { chunks } from '../../../../shared/base/concurrency/chunks.ts';
import { type Json, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { items, shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import type { Maker } from '../../outline/command.ts';
import { makerOf, type NewFramework } from '../../outline/create-framework.ts';
import { idOf } from '../../outline/draft.ts';
import { duplicate } from '../../outline/duplicate.ts';
import { sameJson } from '../../outline/equal.ts';
import { idMaker } from '../../outline/new-object.ts';
import { isFramework } from '../../outline/not-a-framework.ts';
import { isScheme } from '../../schemes/concept-links.ts';
import type { ImportReport } from '../../service/exchange.ts';
import type { Service } from '../../service/service.ts';
import { ServiceError } from '../../service/service-error.ts';
import type { WritingService } from '../../service/writer.ts';
import { type PlannedFramework, plannedInState, statesIn } from './planned-framework.ts';
import { frameworkOfTable } from './table-framework.ts';
import type { TableItems } from './table-items.ts';

/** An object that was not, or would not be, imported. */
export type Failure = { readonly id: string; readonly error: ServiceError };

/** What an import did or would do. Counts are of objects. */
export type Summary = {
  readonly counts: Readonly<Partial<Record<'created' | 'changed' | 'unchanged' | 'removed', number>>>;
  readonly failed: readonly Failure[];
  /** Properties of the document that the import drops. */
  readonly losses: readonly { readonly id: string; readonly property: string; readonly reason: string }[];
  /** New objects that anyone may change, since the document names no owner. */
  readonly ownerless?: number;
  /** Short id of the framework to open; null: there is none, as of a vocabulary. */
  readonly frameworkId: string | null;
  /** Short id of the vocabulary to open if there is no framework; null: there is none. */
  readonly schemeId: string | null;
};

/** An import that can be looked at before it is run. */
export type Plan = {
  readonly preview: Summary;
  /** The frameworks and vocabularies of a document; absent where they are shown otherwise. */
  readonly frameworks?: readonly PlannedFramework[];
  /** @param progress takes the share that is done, from 0 to 1. @throws ServiceError; DOMException `AbortError` */
  readonly run: (signal: AbortSignal, progress: (share: number) => void) => Promise<Summary>;
};

/** Maximum number of objects per request: between requests, an import can be cancelled. */
const OBJECTS_PER_REQUEST = 500;

/** Maximum number of objects of a report that are searched for the framework. */
const MAX_ROOTS = 200;

/** The report of the service as a summary. @throws ServiceError */
export async function summaryOf(
  service: Pick<Service, 'getMany'>,
  report: ImportReport,
  signal: AbortSignal,
): Promise<Summary> {
  const { ids, saved, created = 0, unchanged, removed, failed, losses } = report;
  const roots = ids.length === 0 ? [] : await service.getMany(ids.slice(0, MAX_ROOTS), signal);
  return {
    counts: { created, changed: saved - created, unchanged, removed },
    failed: failed.map(({ '@id': id, status, reason: detail }) => ({
      id,
      error: new ServiceError(status, { detail }),
    })),
    losses: losses.map((loss) => ({ id: loss['@id'], property: loss.property, reason: loss.reason })),
    ...opened(roots),
  };
}

/** What can be opened of these objects. */
function opened(objects: readonly JsonObject[]): Pick<Summary, 'frameworkId' | 'schemeId'> {
  const [framework, scheme] = [objects.find(isFramework), objects.find(isScheme)];
  const isVocabulary = framework === undefined && scheme !== undefined;
  return {
    frameworkId: framework === undefined ? null : idOf(framework),
    schemeId: isVocabulary ? idOf(scheme) : null,
  };
}

/** A new framework of competencies from a table or a list. @param isCopy whether they are here already */
export function planOfItems(
  service: Pick<WritingService, 'base' | 'putMany' | 'removeMany'>,
  contents: Pick<TableItems, 'items' | 'relations' | 'framework'>,
  begin: NewFramework,
  isCopy: boolean,
): Plan {
  const { frameworkId, objects } = frameworkOfTable(service.base, contents, begin, isCopy);
  return planOfNew(service, frameworkId, [...objects.values()].reverse());
}

/**
 * New objects. If the import is cancelled or fails, what was saved of them is deleted again.
 *
 * @param objects the framework last, so that it never lists missing objects
 */
export function planOfNew(
  service: Pick<WritingService, 'putMany' | 'removeMany'>,
  frameworkId: string,
  objects: readonly JsonObject[],
): Plan {
  const preview = { counts: { created: objects.length }, failed: [], losses: [], frameworkId, schemeId: null };
  return {
    preview,
    async run(signal, progress) {
      try {
        const failed = await putAll(service, objects, signal, progress);
        return outcomeOf(preview, { created: objects, changed: [] }, failed);
      } catch (error) {
        await service.removeMany(objects.map(idOf));
        throw error;
      }
    },
  };
}

/** Imports objects in the form of a server's export: compares each with the stored one. */
export async function planOfObjects(
  service: Pick<WritingService, 'getMany' | 'putMany'>,
  objects: readonly JsonObject[],
  signal: AbortSignal,
): Promise<Plan> {
  const stored = new Map((await service.getMany(objects.map(idOf), signal)).map((object) => [idOf(object), object]));
  const isChanged = (object: JsonObject) => {
    const before = stored.get(idOf(object));
    return before !== undefined && !sameJson(comparable(before), comparable(object));
  };
  const created = objects.filter((object) => !stored.has(idOf(object)));
  const changed = objects.filter(isChanged);
  const states = statesIn(objects, isFramework);
  const preview: Summary = {
    counts: {
      created: created.length,
      changed: changed.length,
      unchanged: objects.length - created.length - changed.length,
    },
    failed: [],
    losses: [],
    ownerless: created.filter((object) => ownersOf(object).length === 0).length,
    ...opened(objects),
  };
  return {
    preview,
    frameworks: states.map((state) => plannedInState(state, stored.has(state.frameworkId))),
    async run(running, progress) {
      const failed = await putAll(service, [...created, ...changed], running, progress);
      return outcomeOf(preview, { created, changed }, failed);
    },
  };
}

/**
 * Imports the frameworks among objects under new ids, so that nothing that is stored is changed.
 *
 * @param ownerOf public key (PEM) of the owner
 */
export function planOfCopies(
  service: Pick<WritingService, 'base' | 'putMany' | 'removeMany'>,
  objects: readonly JsonObject[],
  ownerOf: () => Promise<string>,
): Plan {
  const states = statesIn(objects, isFramework);
  const copies = (maker: Maker) => states.map((state) => duplicate(state, {}, maker));
  const ofNobody: Maker = { newId: idMaker(service.base), owners: [], now: () => new Date().toISOString() };
  const count = copies(ofNobody).reduce((sum, copy) => sum + copy.objects.length, 0);
  return {
    preview: { counts: { created: count }, failed: [], losses: [], frameworkId: null, schemeId: null },
    frameworks: states.map((state) => plannedInState(state, false)),
    async run(signal, progress) {
      const made = copies(makerOf(service.base, await ownerOf()));
      const plan = planOfNew(
        service,
        made[0]?.id ?? '',
        made.flatMap((copy) => copy.objects),
      );
      return plan.run(signal, progress);
    },
  };
}

/** The result: the plan without the refused objects. A refused framework does not exist, unless it did before. */
function outcomeOf(
  preview: Summary,
  { created, changed }: Readonly<Record<'created' | 'changed', readonly JsonObject[]>>,
  failed: readonly Failure[],
): Summary {
  const refused = new Set(failed.map(({ id }) => shortIdOf(id, [])));
  const saved = (objects: readonly JsonObject[]): number => objects.filter((one) => !refused.has(idOf(one))).length;
  const root = preview.frameworkId ?? preview.schemeId;
  const isMissing = created.some((object) => idOf(object) === root && refused.has(idOf(object)));
  return {
    ...preview,
    counts: { ...preview.counts, created: saved(created), ...(changed.length > 0 && { changed: saved(changed) }) },
    failed,
    ...(isMissing && { frameworkId: null, schemeId: null }),
  };
}

/** The contents of an object, without its version. */
function comparable(object: JsonObject): JsonObject {
  return { ...object, '@id': idOf(object) };
}

function ownersOf(object: JsonObject): readonly Json[] {
  return ['@owner', 'owner'].flatMap((name) => items(member(object, name)));
}

async function putAll(
  service: Pick<WritingService, 'putMany'>,
  objects: readonly JsonObject[],
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<readonly Failure[]> {
  const failed: Failure[] = [];
  let done = 0;
  for (const page of chunks(objects, OBJECTS_PER_REQUEST)) {
    signal.throwIfAborted();
    for (const failure of await service.putMany(page, signal)) {
      failed.push({ id: failure['@id'] ?? '', error: new ServiceError(failure.status, { ...failure }) });
    }
    done += page.length;
    progress(done / objects.length);
  }
  signal.throwIfAborted();
  return failed;
}
