import * as z from 'zod/mini';
import { parseJson } from '../../../shared/repository/linked-data/json.ts';
import { acceptedText, RefusedError } from '../repository.ts';
import { nameOf } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { ownAddress } from './learner.ts';

/** The answer for a statement that was recorded. */
const STORED = z.array(z.object({ status: z.literal('stored'), id: z.string(), assertions: z.array(z.string()) }));

type Input = { readonly competency: string; readonly learner?: string | undefined; readonly success: boolean };

/** `record_achievement`: evidence that a learner has a competency, or has not. */
export async function recordAchievement(call: ToolCall, { competency: given, learner, success }: Input) {
  const competency = await call.repository.read(given);
  if (competency === null) throw new RefusedError(`There is no competency ${given} that you may read.`);
  const address = learner ?? (await ownAddress(call));
  const statement = {
    actor: { mbox: `mailto:${address}` },
    verb: { id: `http://adlnet.gov/expapi/verbs/${success ? 'passed' : 'failed'}` },
    object: { id: competency.id },
    result: { success },
  };
  const response = await call.api.request('/api/xapi/statement', {
    method: 'POST',
    body: { type: 'application/json', bytes: JSON.stringify(statement) },
    signal: call.signal,
  });
  const answer = await acceptedText(response);
  const results = parseJson(answer, 'The answer');
  const result = STORED.safeParse(results).data?.[0];
  if (result === undefined) throw new RefusedError(`Nothing was recorded:\n${answer}`);
  const name = nameOf(competency.object, competency.id);
  return {
    lines: [`Recorded: ${address} has ${success ? 'shown' : 'failed to show'} ${name}.`],
    data: { statement: result.id, assertions: result.assertions },
    links: [{ id: competency.id, name }],
  };
}
