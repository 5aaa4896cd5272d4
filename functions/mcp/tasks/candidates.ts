import * as z from 'zod/mini';
import { parseJson } from '../../../shared/repository/linked-data/json.ts';
import { acceptedText } from '../repository.ts';
import { quote } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';

/** Two competencies that may correspond; their names are quoted. */
export type Candidate = z.infer<typeof CANDIDATE>;

const CANDIDATE = z.object({
  source: z.string(),
  target: z.string(),
  sourceName: z.pipe(
    z.string(),
    z.transform((name) => quote(name)),
  ),
  targetName: z.pipe(
    z.string(),
    z.transform((name) => quote(name)),
  ),
  /** How likely they correspond, from all reasons: 0 to 1. */
  score: z.number(),
  /** How much they agree by each: 0 to 1. */
  reasons: z.record(z.string(), z.number()),
});

const ANSWER = z.object({ candidates: z.array(CANDIDATE) });

/** Candidates for each competency, of which the best that is not left out is taken. */
const PER_SOURCE = 5;

/**
 * The best candidate for each competency of a framework among those of another, by `POST /api/align`: the best first.
 *
 * @param done ids of competencies that are left out
 * @throws RefusedError
 */
export async function bestCandidates(
  { api, signal }: Pick<ToolCall, 'api' | 'signal'>,
  between: { readonly source: string; readonly target: string; readonly minScore: number },
  done: ReadonlySet<string>,
): Promise<readonly Candidate[]> {
  const { source, target, minScore } = between;
  const body = { source, targets: [target], limit: PER_SOURCE, minScore };
  const answer = await api.request('/api/align', {
    method: 'POST',
    body: { type: 'application/json', bytes: JSON.stringify(body) },
    signal,
  });
  const { candidates } = ANSWER.parse(parseJson(await acceptedText(answer), 'The answer'));
  const open = candidates.filter((one) => !done.has(one.source) && !done.has(one.target));
  const best = new Map<string, Candidate>();
  for (const candidate of open) if (!best.has(candidate.source)) best.set(candidate.source, candidate);
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}
