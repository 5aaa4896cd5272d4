import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { CompareContext } from './alignment/compare.ts';

/** Compares frameworks, and asks a language model about what is similar. */
export type Alignment = Awaited<ReturnType<typeof load>>;

/** @returns a function that loads the code with its first call: requests that only draft do not need it */
export function createAlignmentLoader(ctx: CompareContext): () => Promise<Alignment> {
  const loaded = createPromiseCache<'alignment', Alignment>();
  return () => loaded('alignment', () => load(ctx));
}

async function load(ctx: CompareContext) {
  const [{ createCompare }, { passagesOf, statementsOf }, { judgeCandidates }] = await Promise.all([
    import('./alignment/compare.ts'),
    import('./alignment/statements.ts'),
    import('./alignment/judge-candidates.ts'),
  ]);
  return { compare: createCompare(ctx), passagesOf, statementsOf, judgeCandidates };
}
