import { SERVICE_CONTEXT } from '../../../shared/exchange/frameworks/vocabulary.ts';
import { readFramework } from '../framework.ts';
import type { ToolCall } from '../tools/tool.ts';
import { bestCandidates, type Candidate } from './candidates.ts';
import { alignmentsBetween, idsOf, membersOfBoth } from './compare-frameworks.ts';

/** Minimum score of a proposal. */
const MIN_SCORE = 0.3;

/** Minimum agreement of the words, or of the meaning, of two competencies that are proposed as equivalent. */
const EQUIVALENT = 0.95;

type Input = { readonly source: string; readonly target: string; readonly limit: number };

/** `draft_alignment`: proposals for alignments. Nothing is stored. */
export async function draftAlignment(
  call: Pick<ToolCall, 'api' | 'repository' | 'signal'>,
  { source, target, limit: most }: Input,
) {
  const { repository } = call;
  const [left, right] = await Promise.all([readFramework(repository, source), readFramework(repository, target)]);
  const aligned = await alignmentsBetween(repository, left, right);
  const done = new Set([...membersOfBoth(left, right).map(({ id }) => id), ...idsOf(aligned)]);
  const candidates = await bestCandidates(call, { source, target, minScore: MIN_SCORE }, done);
  const proposed = candidates.slice(0, most);
  return {
    lines: [
      `${aligned.length} alignments are stored already. ${proposed.length} proposals, best first:`,
      ...proposed.map(({ sourceName, targetName, reasons }) => `- ${sourceName} to ${targetName}: ${listOf(reasons)}`),
      'To store one, add an @id to its relation and save it with save_object (toolset write).',
    ],
    data: {
      proposals: proposed.map((candidate) => ({
        similarity: candidate.score,
        reasons: candidate.reasons,
        relation: {
          '@context': SERVICE_CONTEXT,
          '@type': 'Relation',
          relationType: isEquivalent(candidate) ? 'isEquivalentTo' : 'isRelatedTo',
          source: candidate.source,
          target: candidate.target,
        },
      })),
    },
    links: proposed.map((candidate) => ({ id: candidate.source, name: candidate.sourceName })),
  };
}

function isEquivalent({ reasons: { words = 0, meaning = 0 } }: Candidate): boolean {
  return Math.max(words, meaning) >= EQUIVALENT;
}

/** Reasons in a sentence, such as `words 60 %, position 40 %`. */
function listOf(reasons: Candidate['reasons']): string {
  return Object.entries(reasons)
    .map(([name, agreement]) => `${name} ${Math.round(agreement * 100)} %`)
    .join(', ');
}
