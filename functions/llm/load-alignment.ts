/** The code that compares frameworks, which requests that only draft do not need. */
export async function loadAlignment() {
  const [{ compare }, { passagesOf, statementsOf }, { judgeCandidates }] = await Promise.all([
    import('./alignment/compare.ts'),
    import('./alignment/statements.ts'),
    import('./alignment/judge-candidates.ts'),
  ]);
  return { compare, passagesOf, statementsOf, judgeCandidates };
}
