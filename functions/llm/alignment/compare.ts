import { Problem } from '../../../shared/base/errors/problem.ts';
import type { Logger } from '../../../shared/base/telemetry/logger.ts';
import type { LoadedFramework } from '../../../shared/exchange/frameworks/load.ts';
import type { ComparingEmbedder } from '../../../shared/repository/models/similarity.ts';
import type { ObjectStore } from '../../../shared/repository/store/object-store.ts';
import { createMeaning, type Meaning } from './compare-meaning.ts';
import { type Candidate, type CandidateOptions, findCandidates } from './find-candidates.ts';
import { type Statement, statementsOf } from './statements.ts';

/** What a comparison needs. */
export type CompareContext = {
  readonly store: Pick<ObjectStore, 'vectors'>;
  /** Null: meanings are not compared. */
  readonly embedder: ComparingEmbedder | null;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Candidates, and whether meanings were compared. */
export type Compared = { readonly candidates: readonly Candidate[]; readonly meaning: boolean };

type Options = Pick<CandidateOptions, 'limit' | 'minScore' | 'progress' | 'signal'>;

/**
 * Compares statements with the competencies of frameworks, by meaning too if there is a model and it answers.
 *
 * @param related frameworks whose relations say what is aligned already: such pairs are left out
 * @throws the reason of `signal` once it is aborted
 */
export type Compare = (
  sources: readonly Statement[],
  targets: readonly LoadedFramework[],
  related: readonly LoadedFramework[],
  options: Options,
) => Promise<Compared>;

export function createCompare({ store, embedder, logger }: CompareContext): Compare {
  const meaning = embedder === null ? null : createMeaning(embedder, store.vectors);

  async function prepare(
    { vectorsOf, similaritiesOf }: Meaning,
    sources: readonly Statement[],
    targets: readonly Statement[],
    signal: AbortSignal,
  ) {
    try {
      const [source, target] = [await vectorsOf(sources, signal), await vectorsOf(targets, signal)];
      return { source, target, similarities: await similaritiesOf(sources, signal) };
    } catch (error) {
      if (!(error instanceof Problem && error.code.startsWith('model-'))) throw error;
      logger.warn('NETWORK', 'The embedding model is away; words were compared', { error: error.message });
      return null;
    }
  }

  return async (sources, targets, related, options) => {
    const byId = new Map<string, Statement>(); // a competency may be in several frameworks
    for (const target of targets) {
      for (const statement of await statementsOf(target)) byId.set(statement.id, statement);
    }
    const statements = [...byId.values()];
    const vectors = meaning === null ? null : await prepare(meaning, sources, statements, options.signal);
    return {
      candidates: await findCandidates(
        { statements: sources, vectors: vectors?.source ?? null },
        { statements, vectors: vectors?.target ?? null },
        { ...options, isWanted: isUnrelated(related), similarities: vectors?.similarities ?? null },
      ),
      meaning: vectors !== null,
    };
  };
}

function isUnrelated(frameworks: readonly LoadedFramework[]): CandidateOptions['isWanted'] {
  const related = new Set(
    frameworks.flatMap(({ relations }) =>
      relations.flatMap(({ source, target }) => [`${source} ${target}`, `${target} ${source}`]),
    ),
  );
  return (source, target) => !related.has(`${source.id} ${target.id}`);
}
