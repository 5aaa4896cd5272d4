import { insertAll } from './restore-insert.ts';
import { judge } from './restore-plan.ts';
import { type Known, readKnown } from './restore-state.ts';
import { newestOf, writeNewest } from './restore-steps.ts';
import type { Case, RestoreTools, Work } from './restore-work.ts';

/**
 * Takes each object one step on: writes its newest version if that is new, else puts all others in their places.
 *
 * @returns what is left to do, and whether somebody else was in the way
 * @throws EngineFailure
 */
export async function runRound(
  tools: RestoreTools,
  open: readonly Work[],
): Promise<{ readonly again: readonly Work[]; readonly contested: boolean }> {
  const known = await readKnown(tools.parts, open);
  const cases = open.flatMap((work, index) => judgeWork(work, known[index]));
  const rising = cases.filter((one) => newestOf(one) !== null);
  const others = cases.filter((one) => newestOf(one) === null);
  const progress = new Map([...(await insertAll(tools, others)), ...(await writeNewest(tools, rising))]);
  return {
    again: open.filter((work) => progress.get(work) !== 'done'),
    contested: [...progress.values()].includes('contested'),
  };
}

function judgeWork(work: Work, known: Known | undefined): Case[] {
  if (known === undefined) return [];
  work.generation = Math.max(work.generation, known.head?.body.generation ?? 0);
  const judged = judge(known, work.items);
  for (const [item, judgement] of judged.judgements) {
    // What is there by now may be what the round before wrote.
    const own = judgement === 'present' && work.written.has(item);
    work.outcomes.set(item.index, { status: own ? 'restored' : judgement });
  }
  work.items = work.items.filter((item) => judged.judgements.get(item) !== 'differs');
  return [{ work, known, judged }];
}
