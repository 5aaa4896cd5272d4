import * as z from 'zod/mini';
import { parseJson } from '../../../shared/linked-data/json.ts';
import { RefusedError } from '../repository.ts';
import { nameOf } from '../stored-text.ts';
import { ownAddress } from './learner.ts';
import { IDS, task, text } from './task.ts';

/** The answer for a statement that was recorded. */
const STORED = z.array(z.object({ status: z.literal('stored'), id: z.string(), assertions: IDS }));

/** `record_achievement`: evidence that a learner has a competency, or has not. */
export const recordAchievement = task({
  name: 'record_achievement',
  title: 'Record an achievement',
  description:
    'Record that a learner has shown a competency, or has failed to. It becomes an assertion, which is kept: ask the person before. Take record_evidence for a whole xAPI statement.',
  input: z.object({
    competency: text('Id of the competency.'),
    learner: z.optional(
      z
        .email('must be an e-mail address')
        .check(z.describe('E-mail address of the learner. Absent: the person who is signed in.')),
    ),
    success: z._default(z.boolean().check(z.describe('false: the learner has failed to show it.')), true),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  output: z.object({ statement: z.string(), assertions: IDS }),
  async run(call, { competency: given, learner, success }) {
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
    const answer = await response.text();
    if (!response.ok) throw new RefusedError(`CaSS API error (HTTP ${response.status}):\n${answer}`);
    const results = parseJson(answer, 'The answer');
    const result = STORED.safeParse(results).data?.[0];
    if (result === undefined) throw new RefusedError(`Nothing was recorded:\n${answer}`);
    const name = nameOf(competency.object, competency.id);
    return {
      lines: [`Recorded: ${address} has ${success ? 'shown' : 'failed to show'} ${name}.`],
      data: { statement: result.id, assertions: result.assertions },
      links: [{ id: competency.id, name }],
    };
  },
});
