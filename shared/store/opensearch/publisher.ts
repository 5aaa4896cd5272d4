import type { SearchDocument } from '../../search/document.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import type { HeadBody } from './documents.ts';
import type { BulkResult, BulkStep, Dsl } from './engine.ts';
import type { Parts } from './parts.ts';
import { goneEntry, searchEntry } from './search-entry.ts';
import { EngineFailure } from './transport.ts';

/** A state of an object for search to show. */
export type Publication = {
  readonly key: string;
  readonly born: number;
  readonly version: number;
  readonly generation: number;
  /** Null: it is deleted. */
  readonly document: SearchDocument | null;
};

/** Milliseconds to wait before a bulk is tried again. */
const PAUSES = [50, 300];

/** Brings search copies up to date: when `add` resolves, searches of every instance show this state or a newer one. */
export type Publisher = Batcher<Publication, void>;

export function createPublisher({ engine, names, report }: Pick<Parts, 'engine' | 'names' | 'report'>): Publisher {
  const step = (publication: Publication, body: Dsl): BulkStep => {
    return { kind: 'version', index: names.search, id: publication.key, version: publication.generation, body };
  };

  /** Tries again where the engine did not answer or had too much to do: a state that is there already does no harm. */
  async function persist(steps: readonly BulkStep[]): Promise<readonly BulkResult[]> {
    for (const pause of PAUSES) {
      try {
        return await engine.bulk(steps, true);
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.kind === 'timeout') throw error;
        report(error);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return engine.bulk(steps, true);
  }

  return createBatcher<Publication, void>({
    namesOf: ({ key }) => [key],
    sizeOf: ({ document }) => sizeOf(document),
    async run(publications) {
      const results = await persist(publications.map((publication) => step(publication, entryOf(publication))));
      // 409: a newer state is there already. Any other no is about the document itself: it is found by its words, then.
      const misfits = publications.filter((_, index) => isMisfit(results[index]?.status ?? 500));
      if (misfits.length > 0) {
        await persist(misfits.map((publication) => step(publication, plainest(publication))));
      }
      return publications.map(() => undefined);
    },
  });
}

/** The present state of an object as search shows it. */
export function publicationOf(head: HeadBody, document: SearchDocument | null): Publication {
  const { key, born, version, generation } = head;
  return { key, born, version, generation, document };
}

function entryOf({ key, born, version, document }: Publication): Dsl {
  return document === null ? goneEntry(key, born) : searchEntry(key, born, version, document);
}

/** Found by its words, its type and its readers alone. */
function plainest(publication: Publication): Dsl {
  const {
    scalars: _scalars,
    sorts: _sorts,
    fielded: _fielded,
    vocabulary: _vocabulary,
    ...rest
  } = entryOf(publication);
  return rest;
}

function isMisfit(status: number): boolean {
  return status >= 400 && status !== 409;
}

function sizeOf(document: SearchDocument | null): number {
  if (document === null) return 100;
  const words = document.fields.reduce(
    (sum, { tokens }) => sum + tokens.reduce((all, value) => all + value.length, 0),
    0,
  );
  return 1_000 + 40 * words;
}
