import type { SearchDocument } from '../../../search/document.ts';
import { sleep } from '../../../timing/sleep.ts';
import type { StoredVersion } from '../../object-store.ts';
import { type Batcher, createBatcher } from '../commit/batcher.ts';
import { type Entry, type HeadBody, toStoredVersion } from '../documents.ts';
import { type Body, BodyText, type BulkResult, type BulkStep, type Engine } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { CopyLarge } from './large-copy.ts';
import { ENTRY_FORMS, entryLacks, goneEntry, searchEntry } from './search-entry.ts';

/** A state of an object for search to show. */
type State = {
  readonly key: string;
  readonly born: number;
  readonly version: number;
  readonly generation: number;
  /** The index that the head is in. */
  readonly home: string;
};

/** `source` null: it is deleted. */
type SmallPublication = State & { readonly source: SearchDocument | null };
type LargePublication = State & { readonly source: StoredVersion };
export type Publication = SmallPublication | LargePublication;

/**
 * Brings search copies up to date: when `add` resolves, searches of every instance show this state or a newer one. It gives
 * what search could not take in of it, in words for the sender of the object; null: it took in everything.
 */
export type Publisher = Batcher<Publication, string | null>;

/** Where copies of objects go. */
export type Targets = {
  /** The alias that they have to go to. */
  main(home: string): string;
  /** One that they go to as well, if it is there. */
  readonly besides: ((home: string) => string) | null;
};

export type PublisherOptions = {
  readonly engine: Engine;
  /** Is asked before each round, and so after the commits of all that is in it. */
  readonly targets: () => Promise<Targets>;
  /** Whether the objects of that index are there no more. */
  readonly isPurged: (home: string) => Promise<boolean>;
  /** The layout of the copies that this process makes. */
  readonly layout: number;
  /** Whether searches see the copies when `add` resolves. */
  readonly refresh: boolean;
  readonly copyLarge: CopyLarge;
  readonly report: (error: unknown) => void;
};

/** What search could not take in, by publication. */
type Lacks = Map<Publication, string | null>;

/** Milliseconds to wait before a bulk is tried again. */
const PAUSES = [50, 300];

export function createPublisher(options: PublisherOptions): Publisher {
  const { engine, layout, refresh, copyLarge, report } = options;

  /** Tries again where the engine did not answer or had too much to do: a state that is there already does no harm. */
  async function persist(steps: readonly BulkStep[]): Promise<readonly BulkResult[]> {
    for (const pause of PAUSES) {
      try {
        return await engine.bulk(steps, refresh);
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.kind === 'timeout' || isAboutBody(error)) throw error;
        report(error);
        await sleep(pause);
      }
    }
    return engine.bulk(steps, refresh);
  }

  /** A bulk that the engine will not read as a whole is done in halves, until the step is found that it means. */
  async function persistInParts(steps: readonly BulkStep[]): Promise<readonly BulkResult[]> {
    try {
      return await persist(steps);
    } catch (error) {
      if (!(error instanceof EngineFailure) || !isAboutBody(error)) throw error;
      if (steps.length === 1) return [{ status: error.status ?? 400, place: null }];
      const half = Math.ceil(steps.length / 2);
      return [...(await persistInParts(steps.slice(0, half))), ...(await persistInParts(steps.slice(half)))];
    }
  }

  function bodyOf({ source, key, born, version }: SmallPublication, form: number): Body {
    if (source === null) return { ...goneEntry(key, born), layout };
    const entry = searchEntry(key, born, version, source);
    return { ...(ENTRY_FORMS[form]?.reduce(entry) ?? {}), layout };
  }

  async function largeBodyOf(publication: LargePublication, form: number, lacks: Lacks): Promise<Body> {
    const { text, lack } = await copyLarge(publication.source, publication.born, form);
    lacks.set(publication, lack);
    return new BodyText(`{"layout":${layout},${text.slice(1)}`);
  }

  /** Writes copies in one form, and gives for each the status that counts. */
  async function writeCopies(publications: readonly Publication[], form: number, targets: Targets, lacks: Lacks) {
    const parcels: BulkStep[][] = [];
    for (const publication of publications) {
      const { key: id, generation: version, home } = publication;
      const body = isLarge(publication) ? await largeBodyOf(publication, form, lacks) : bodyOf(publication, form);
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
   * Publishes in the first form that the engine takes of each, beginning with this one. Gives what that form lacks.
   *
   * @param moved the index of the copies gave way to another a moment ago
   */
  async function publish(
    publications: readonly Publication[],
    targets: Targets,
    own: Lacks,
    from = 0,
    moved = false,
  ): Promise<(string | null)[]> {
    const form = ENTRY_FORMS[from];
    if (form === undefined) throw new EngineFailure('refused', 'The engine takes a search copy in no form.', 400);
    const statuses = await writeCopies(publications, from, targets, own);
    const homeless = publications.filter((_, index) => statuses[index] === 404);
    const misfits = publications.filter((_, index) => isMisfit(statuses[index] ?? 500));
    const lacks = new Map<Publication, string | null>();
    const publishAgain = async (some: readonly Publication[], form: number, moved: boolean): Promise<void> => {
      const found = some.length === 0 ? [] : await publish(some, targets, own, form, moved);
      for (const [index, publication] of some.entries()) lacks.set(publication, found[index] ?? null);
    };
    const movedAlong = await withHome(homeless);
    if (moved && movedAlong.length > 0) throw new EngineFailure('refused', 'The search index is missing.', 404);
    await publishAgain(movedAlong, from, true);
    if (misfits.length > 0) {
      report(new Error(`The engine refused the search copies of ${misfits.length} objects in form ${from}.`));
    }
    await publishAgain(misfits, from + 1, moved);
    return publications.map((publication) => lacks.get(publication) ?? form.lack);
  }

  /** Those whose objects were not purged. */
  async function withHome(publications: readonly Publication[]): Promise<readonly Publication[]> {
    const purged = new Map<string, boolean>();
    for (const { home } of publications) {
      if (!purged.has(home)) purged.set(home, await options.isPurged(home));
    }
    return publications.filter(({ home }) => purged.get(home) === false);
  }

  const copyRounds = () =>
    createBatcher<Publication, string | null>({
      namesOf: ({ key }) => [key],
      sizeOf,
      async run(publications) {
        const own: Lacks = new Map();
        const lacks = await publish(publications, await options.targets(), own);
        return publications.map((publication, index) => {
          if (isLarge(publication)) return lacks[index] ?? own.get(publication) ?? null;
          return lacks[index] ?? (publication.source && entryLacks(publication.source));
        });
      },
    });
  const [small, large] = [copyRounds(), copyRounds()]; // large ones take long: others do not wait for them
  return { add: (publication) => (isLarge(publication) ? large : small).add(publication) };
}

/**
 * The present state of an object as search shows it.
 *
 * @param document null: the object is large, or deleted
 */
export function publicationOf({ body, place }: Entry<HeadBody>, document: SearchDocument | null): Publication {
  const { key, born, version, generation, deleted } = body;
  const common = { key, born, version, generation, home: place.index };
  if (deleted) return { ...common, source: null };
  return document === null ? { ...common, source: toStoredVersion(body) } : { ...common, source: document };
}

function isLarge(publication: Publication): publication is LargePublication {
  return publication.source !== null && 'text' in publication.source;
}

/** 409: a newer state is there already. 404: there is no index to write to. Any other no is about the document itself. */
function isMisfit(status: number): boolean {
  return status >= 400 && status !== 409 && status !== 404;
}

/** The engine did not read the request: it is too large (413), or something in it has a size that parsers refuse (400). */
function isAboutBody({ status }: EngineFailure): boolean {
  return status === 413 || status === 400;
}

function sizeOf({ source }: Publication): number {
  if (source === null) return 100;
  if ('text' in source) return 4 * source.text.length;
  const words = source.fields.reduce(
    (sum, { tokens }) => sum + tokens.reduce((all, value) => all + value.length, 0),
    0,
  );
  return 1_000 + 40 * words;
}
