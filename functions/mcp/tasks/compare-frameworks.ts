import { type FrameworkView, type Relation, readFramework, relationOf } from '../framework.ts';
import type { McpRepository, StoredAnswer } from '../repository.ts';
import { nameOf } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { bestPairs, type Pair } from './similarity.ts';

/** Minimum similarity of names that a comparison reports as similar. */
const LEAST_SIMILARITY = 0.5;

/** The types of relations that align. */
const ALIGNMENTS = /^(?:isEquivalentTo|isSimilarTo|isRelatedTo|majorRelated|minorRelated|exactMatch|closeMatch)/i;

type Input = { readonly one: string; readonly other: string; readonly limit: number };

/** `compare_frameworks`: the competencies that one framework has and another lacks. */
export async function compareFrameworks(
  { repository }: Pick<ToolCall, 'repository'>,
  { one, other, limit: most }: Input,
) {
  const [left, right] = await Promise.all([readFramework(repository, one), readFramework(repository, other)]);
  const aligned = await alignmentsBetween(repository, left, right);
  const similar = await similarPairs(left, right, aligned);
  const covered = new Set([
    ...aligned.flatMap(({ source, target }) => [source, target]),
    ...similar.flatMap(({ source, target }) => [source.id, target.id]),
  ]);
  const missing = (view: FrameworkView): readonly StoredAnswer[] =>
    view.competencies.filter(({ id }) => !covered.has(id));
  const [onlyLeft, onlyRight] = [missing(left), missing(right)];
  const named = ({ id, object }: StoredAnswer) => ({ id, name: nameOf(object, id) });
  const [first, second] = [named(left.framework), named(right.framework)];
  const lines = (of: readonly StoredAnswer[]): string[] =>
    of.slice(0, most).map(({ id, object }) => `- ${nameOf(object, id)} [${id}]`);
  return {
    lines: [
      `${first.name} has ${left.competencies.length} competencies, ${second.name} has ${right.competencies.length}.`,
      `${aligned.length} alignments are stored between them; ${similar.length} more have similar names.`,
      `${onlyLeft.length} are only in ${first.name}:`,
      ...lines(onlyLeft),
      `${onlyRight.length} are only in ${second.name}:`,
      ...lines(onlyRight),
    ],
    data: {
      aligned: aligned.slice(0, most),
      similar: similar.slice(0, most).map(({ source, target, similarity }) => ({
        source: source.id,
        target: target.id,
        similarity,
      })),
      onlyInOne: onlyLeft.slice(0, most).map(named),
      onlyInOther: onlyRight.slice(0, most).map(named),
    },
    links: [first, second].map((link) => ({ ...link, isFramework: true })),
  };
}

/** The stored relations that align a competency of one framework to one of another. */
export async function alignmentsBetween(
  repository: McpRepository,
  left: FrameworkView,
  right: FrameworkView,
): Promise<readonly Relation[]> {
  const [lefts, rights] = [left, right].map((view) => new Set(view.competencies.map(({ id }) => id)));
  const stored = await repository.findBy('*relation', 'source', [...(lefts ?? []), ...(rights ?? [])]);
  return stored
    .flatMap((one) => relationOf(one, repository) ?? [])
    .filter(
      ({ type, source, target }) =>
        ALIGNMENTS.test(type) &&
        ((lefts?.has(source) && rights?.has(target)) || (rights?.has(source) && lefts?.has(target))),
    );
}

/** Pairs with similar names, of competencies that are in both frameworks or not aligned yet. */
export function similarPairs(
  left: FrameworkView,
  right: FrameworkView,
  aligned: readonly Relation[],
  least = LEAST_SIMILARITY,
): Promise<readonly Pair[]> {
  const done = new Set(aligned.flatMap(({ source, target }) => [source, target]));
  return bestPairs(
    left.competencies.filter(({ id }) => !done.has(id)),
    right.competencies.filter(({ id }) => !done.has(id)),
    least,
  );
}
