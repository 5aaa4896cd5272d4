import { SERVICE_CONTEXT } from '../../../shared/exchange/frameworks/vocabulary.ts';
import { readFramework } from '../framework.ts';
import { nameOf } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { alignmentsBetween, similarPairs } from './compare-frameworks.ts';

/** Minimum similarity of a candidate. */
const LEAST_SIMILARITY = 0.3;

/** Minimum similarity of names that are equal except for the order of their words. */
const EQUIVALENT = 0.95;

type Input = { readonly source: string; readonly target: string; readonly limit: number };

/** `draft_alignment`: proposals for alignments. Nothing is stored. */
export async function draftAlignment(
  { repository }: Pick<ToolCall, 'repository'>,
  { source, target, limit: most }: Input,
) {
  const [left, right] = await Promise.all([readFramework(repository, source), readFramework(repository, target)]);
  const aligned = await alignmentsBetween(repository, left, right);
  const pairs = (await similarPairs(left, right, aligned, LEAST_SIMILARITY)).slice(0, most);
  const proposals = pairs.map((pair) => ({
    similarity: Math.round(pair.similarity * 100) / 100,
    relation: {
      '@context': SERVICE_CONTEXT,
      '@type': 'Relation',
      relationType: pair.similarity >= EQUIVALENT ? 'isEquivalentTo' : 'isRelatedTo',
      source: pair.source.id,
      target: pair.target.id,
    },
  }));
  return {
    lines: [
      `${aligned.length} alignments are stored already. ${proposals.length} proposals, best first:`,
      ...pairs.map(
        (pair) =>
          `- ${nameOf(pair.source.object, pair.source.id)} to ${nameOf(pair.target.object, pair.target.id)}: ${Math.round(pair.similarity * 100)} % of the words`,
      ),
      'To store one, add an @id to its relation and save it with save_object (toolset write).',
    ],
    data: { proposals },
    links: pairs.map(({ source: { id, object } }) => ({ id, name: nameOf(object, id) })),
  };
}
