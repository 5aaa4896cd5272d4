import { sleep } from '../../../base/concurrency/sleep.ts';
import type { SearchDocument } from '../../../repository/search/document.ts';
import type { StoredVersion } from '../../../repository/store/object-store.ts';
import { type Batcher, createBatcher } from '../commit/batcher.ts';
import { type Entry, type HeadBody, toStoredVersion } from '../documents.ts';
import {
  BodyText,
  type BulkResult,
  type BulkStep,
  type DocumentSource,
  type Engine,
  type RequestBody,
} from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { CarriedVectors, VectorsByKey } from '../vectors/carried-vectors.ts';
import type { CopyLarge } from './search-entry.ts';
import { ENTRY_FORMS, entryLacks, goneEntry, searchEntry } from './search-entry.ts';

/** A state of an object to publish. */
type State = {
  readonly key: string;
  readonly born: number;
  readonly version: number;
  /** Of the write, UTC milliseconds. */
  readonly time: number;
  readonly generation: number;
  /** The index of the head. */
  readonly home: string;
};

/** `source` null: the object is deleted. */
type SmallPublication = State & { readonly source: SearchDocument | null };
type LargePublication = State & { readonly source: StoredVersion };
export type SearchPublication = SmallPublication | LargePublication;

/**
 * Writes search copies: when `add` resolves, searches of every instance see this state or a newer one. It resolves with a message
 * for the sender about the parts of the object that searches cannot find, or with null if they find all of it.
 */
export type Publisher = Batcher<SearchPublication, string | null>;

/** The indices that search copies are written to. */
export type Targets = {
  /** The alias that each copy is written to. */
  main(home: string): string;
  /** The alias of an index that is being rebuilt; null: there is none. */
  readonly besides: ((home: string) => string) | null;
};

export type PublisherOptions = {
  readonly engine: Engine;
  /** Called before each round, and therefore after the commits of all its items. */
  readonly targets: () => Promise<Targets>;
  /** Whether the objects of this index were purged. */
  readonly isPurged: (home: string) => Promise<boolean>;
  /** The layout of the copies of this process. */
  readonly layout: number;
  /** Whether searches see the copies when `add` resolves, or only when the index is refreshed. */
  readonly refresh: boolean;
  readonly copyLarge: CopyLarge;
  /** Null: the copies carry no vectors. */
  readonly vectors: CarriedVectors | null;
  readonly report: (error: unknown) => void;
};

/** The parts that searches cannot find, by publication. */
type Lacks = Map<SearchPublication, string | null>;

/** What a round of publications shares: what large copies lack, and the vectors that copies carry. */
type Round = { readonly lacks: Lacks; readonly vectors: VectorsByKey };

const NO_VECTORS: VectorsByKey = new Map();

const RETRY_DELAYS_MS = [50, 300];

export function createPublisher(options: PublisherOptions): Publisher {
  const { engine, layout, refresh, copyLarge, vectors, report } = options;

  /** Splits a bulk that the engine refuses as a whole, until the offending step is found. */
  async function persistInParts(steps: readonly BulkStep[]): Promise<readonly BulkResult[]> {
    try {
      return await persist(() => engine.bulk(steps, refresh), report);
    } catch (error) {
      if (!(error instanceof EngineFailure) || !isAboutBody(error)) throw error;
      if (steps.length === 1) return [{ status: error.status ?? 400, revision: null }];
      const half = Math.ceil(steps.length / 2);
      return [...(await persistInParts(steps.slice(0, half))), ...(await persistInParts(steps.slice(half)))];
    }
  }

  function bodyOf({ source, ...state }: SmallPublication, form: number, { vectors }: Round): RequestBody {
    if (source === null) return { ...goneEntry(state.key, state.born), layout };
    const entry = searchEntry(state, source);
    return { ...(ENTRY_FORMS[form]?.reduce(entry) ?? {}), ...vectorIn(vectors, state.key, form), layout };
  }

  async function largeBodyOf(publication: LargePublication, form: number, round: Round): Promise<RequestBody> {
    const { text, lack } = await copyLarge(publication.source, publication.born, form);
    round.lacks.set(publication, lack);
    const own = { layout, ...vectorIn(round.vectors, publication.key, form) };
    return new BodyText(`${JSON.stringify(own).slice(0, -1)},${text.slice(1)}`);
  }

  /** Writes copies in one form. Returns the decisive status of each. */
  async function writeCopies(publications: readonly SearchPublication[], form: number, targets: Targets, round: Round) {
    const parcels: BulkStep[][] = [];
    for (const publication of publications) {
      const { key: id, generation: version, home } = publication;
      const body = isLarge(publication)
        ? await largeBodyOf(publication, form, round)
        : bodyOf(publication, form, round);
      const aliases = [targets.main(home), ...(targets.besides === null ? [] : [targets.besides(home)])];
      parcels.push(aliases.map((index): BulkStep => ({ kind: 'version', index, id, version, body })));
    }
    const results = await persistInParts(parcels.flat());
    let at = 0;
    return parcels.map(({ length }) => {
      const [main = 500, besides = 200] = results.slice(at, at + length).map(({ status }) => status);
      at += length;
      return isMisfit(main) || besides === 404 ? main : Math.max(main, besides);
    });
  }

  /**
   * Publishes each in the first form that the engine accepts, beginning with `from`. Returns what that form lacks.
   *
   * @param moved the index of the copies was just replaced by another
   */
  async function publish(
    publications: readonly SearchPublication[],
    targets: Targets,
    round: Round,
    from = 0,
    moved = false,
  ): Promise<(string | null)[]> {
    const form = ENTRY_FORMS[from];
    if (form === undefined) throw new EngineFailure('refused', 'The engine refuses a search copy in every form.', 400);
    const statuses = await writeCopies(publications, from, targets, round);
    const missing = publications.filter((_, index) => statuses[index] === 404);
    const misfits = publications.filter((_, index) => isMisfit(statuses[index] ?? 500));
    const lacks = new Map<SearchPublication, string | null>();
    const publishAgain = async (some: readonly SearchPublication[], form: number, moved: boolean): Promise<void> => {
      const found = some.length === 0 ? [] : await publish(some, targets, round, form, moved);
      for (const [index, publication] of some.entries()) lacks.set(publication, found[index] ?? null);
    };
    const moving = await notPurged(missing);
    if (moved && moving.length > 0) throw new EngineFailure('refused', 'The search index is missing.', 404);
    await publishAgain(moving, from, true);
    if (misfits.length > 0) {
      report(new Error(`The engine refused the search copies of ${misfits.length} objects in form ${from}.`));
    }
    await publishAgain(misfits, from + 1, moved);
    return publications.map((publication) => lacks.get(publication) ?? form.lack);
  }

  /** The publications of objects that were not purged. */
  async function notPurged(publications: readonly SearchPublication[]): Promise<readonly SearchPublication[]> {
    const purged = new Map<string, boolean>();
    for (const { home } of publications) {
      if (!purged.has(home)) purged.set(home, await options.isPurged(home));
    }
    return publications.filter(({ home }) => purged.get(home) === false);
  }

  /**
   * Publishes with the vectors of the objects. A vector that is saved in the meantime may already be in a copy that this one replaces:
   * then it is published again.
   */
  async function publishRound(publications: readonly SearchPublication[], lacks: Lacks): Promise<(string | null)[]> {
    if (vectors === null) return publish(publications, await options.targets(), { lacks, vectors: NO_VECTORS });
    const keys = publications.filter(({ source }) => source !== null).map(({ key }) => key);
    const found = await persist(() => vectors.read(keys), report);
    const done = await publish(publications, await options.targets(), { lacks, vectors: found });
    const changed = await persist(() => vectors.changedSince(found, keys), report);
    const again = publications.filter(({ key }) => changed.has(key));
    if (again.length > 0) await publishRound(again, lacks);
    return done;
  }

  const copyRounds = () =>
    createBatcher<SearchPublication, string | null>({
      namesOf: ({ key }) => [key],
      sizeOf,
      async run(publications) {
        const own: Lacks = new Map();
        const lacks = await publishRound(publications, own);
        return publications.map((publication, index) => {
          if (isLarge(publication)) return lacks[index] ?? own.get(publication) ?? null;
          return lacks[index] ?? (publication.source && entryLacks(publication.source));
        });
      },
    });
  const [small, large] = [copyRounds(), copyRounds()]; // small copies do not wait for large ones
  return { add: (publication) => (isLarge(publication) ? large : small).add(publication) };
}

/**
 * Makes a call that may be made twice, such as writing a copy, which is versioned. Repeats it if the engine did not respond or was
 * overloaded.
 */
export async function persist<T>(call: () => Promise<T>, report: (error: unknown) => void): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.kind === 'timeout' || isAboutBody(error)) throw error;
      report(error);
      await sleep(delayMs);
    }
  }
  return call();
}

/**
 * The publication of a head.
 *
 * @param document null for a large or deleted object
 */
export function publicationOf({ body, revision }: Entry<HeadBody>, document: SearchDocument | null): SearchPublication {
  const { key, born, version, time, generation, deleted } = body;
  const common = { key, born, version, time, generation, home: revision.index };
  if (deleted) return { ...common, source: null };
  return document === null ? { ...common, source: toStoredVersion(body) } : { ...common, source: document };
}

function isLarge(publication: SearchPublication): publication is LargePublication {
  return publication.source !== null && 'text' in publication.source;
}

/** Only the complete form of a copy has a vector, which must be no reason to refuse the others. */
function vectorIn(vectors: VectorsByKey, key: string, form: number): DocumentSource {
  return (form === 0 && vectors.get(key)?.members) || {};
}

/** Whether the engine refused the document itself. 409: a newer copy exists; 404: the index does not exist. */
function isMisfit(status: number): boolean {
  return status >= 400 && status !== 409 && status !== 404;
}

/** Whether the engine did not parse the request, because it (413) or a part of it (400) is too large. */
function isAboutBody({ status }: EngineFailure): boolean {
  return status === 413 || status === 400;
}

function sizeOf({ source }: SearchPublication): number {
  if (source === null) return 100;
  if ('text' in source) return 4 * source.text.length;
  const words = source.fields.reduce(
    (sum, { tokens }) => sum + tokens.reduce((all, value) => all + value.length, 0),
    0,
  );
  return 1_000 + 40 * words;
}
