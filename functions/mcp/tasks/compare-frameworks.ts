import { type FrameworkView, type Relation, readFramework, relationOf } from '../framework.ts';
import type { McpRepository, StoredAnswer } from '../repository.ts';
import { nameOf } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { bestCandidates } from './candidates.ts';

/** Minimum score of competencies that count as shared. */
const MIN_SCORE = 0.5;

/** The types of relations that align. */
const ALIGNMENTS = /^(?:isEquivalentTo|isSimilarTo|isRelatedTo|majorRelated|minorRelated|exactMatch|closeMatch)/i;

type Input = { readonly one: string; readonly other: string; readonly limit: number };

/** `compare_frameworks`: the competencies that one framework has and another lacks. */
export async function compareFrameworks(
  call: Pick<ToolCall, 'api' | 'repository' | 'signal'>,
  { one, other, limit: most }: Input,
) {
  const { repository } = call;
  const [left, right] = await Promise.all([readFramework(repository, one), readFramework(repository, other)]);
  const aligned = await alignmentsBetween(repository, left, right);
  const inBoth = membersOfBoth(left, right);
  const done = new Set([...inBoth.map(({ id }) => id), ...idsOf(aligned)]);
  const similar = await bestCandidates(call, { source: one, target: other, minScore: MIN_SCORE }, done);
  const covered = new Set([...done, ...idsOf(similar)]);
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
      `${inBoth.length} are in both; ${aligned.length} alignments are stored between the others; ${similar.length} more are similar.`,
      `${onlyLeft.length} are only in ${first.name}:`,
      ...lines(onlyLeft),
      `${onlyRight.length} are only in ${second.name}:`,
      ...lines(onlyRight),
    ],
    data: {
      inBoth: inBoth.slice(0, most).map(named),
      aligned: aligned.slice(0, most),
      similar: similar.slice(0, most).map(({ source, target, score }) => ({ source, target, similarity: score })),
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

/** The competencies that both frameworks list. */
export function membersOfBoth(left: FrameworkView, right: FrameworkView): readonly StoredAnswer[] {
  const others = new Set(right.competencies.map(({ id }) => id));
  return left.competencies.filter(({ id }) => others.has(id));
}

/** The ids of both ends of each. */
export function idsOf(pairs: readonly { readonly source: string; readonly target: string }[]): readonly string[] {
  return pairs.flatMap(({ source, target }) => [source, target]);
}
