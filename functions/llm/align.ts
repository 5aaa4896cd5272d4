import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { requireModelUser } from './access.ts';
import type { AlignmentJudgement } from './alignment/judge.ts';
import { createBudget } from './drafting/budget.ts';
import { loadFrameworkAs } from './drafting/framework/load-existing.ts';
import { createDraftObjects, type DraftObjects } from './drafting/framework/objects.ts';
import { alignParameters } from './parameters.ts';
import { type DraftingParts, requireModel } from './parts.ts';
import { resultAnswer } from './result-answer.ts';
import { valuesIn } from './values.ts';

/** Candidates for one competency that the model judges. */
const MAX_CANDIDATES = 5;

/** The request of a caller that may use the language model. @throws Problem `invalid-parameter` (400), `not-signed-in` (401) */
export async function readAlign(ctx: Context, call: Call) {
  const payload = await readPayload(ctx, call);
  const names = Object.keys(alignParameters.shape);
  const given = { ...valuesIn(payload, names), ...queryValues(queryOf(call.request), names) };
  const parameters = parseWith(alignParameters, given);
  return { parameters, caller: await requireModelUser(ctx, call) };
}

/** POST align: proposes alignments between two frameworks as the caller may see them, and stores none. */
export async function postAlign(
  ctx: Context,
  call: Call,
  { parameters, caller }: Awaited<ReturnType<typeof readAlign>>,
  parts: DraftingParts,
): Promise<Answer> {
  const model = requireModel(parts);
  const reading = { ...ctx, hold: call.hold };
  const source = await loadFrameworkAs(reading, parameters.source, caller);
  const target = await loadFrameworkAs(reading, parameters.target, caller);
  if (source.root.id === target.root.id) {
    throw new Problem('invalid-parameter', 'target: must differ from source.', { where: 'target' });
  }
  await parts.countRequest(call, caller);
  const [proof] = caller.proofs;
  const members = proof === undefined ? {} : { owner: [proof.key.pem] };
  const objects = createDraftObjects({ base: ctx.config.bases[0], model: model.name, language: null, members });
  return resultAnswer(call, async (send, closed) => {
    const { compare, statementsOf, judgeCandidates } = await parts.alignment();
    const { budget: limits, concurrency } = ctx.config.llm;
    const session = { model, budget: createBudget(limits, closed) };
    const both = [source, target];
    const { candidates } = await compare(await statementsOf(source), [target], both, {
      limit: MAX_CANDIDATES,
      minScore: 0,
      progress: () => {},
      signal: closed, // the budget is that of the language model
    });
    const proposals: ReturnType<typeof toProposal>[] = [];
    const propose = (judgements: readonly AlignmentJudgement[]): void => {
      for (const judgement of judgements) {
        const proposal = toProposal(judgement, objects);
        proposals.push(proposal);
        send('alignment', proposal);
      }
    };
    const incomplete = await judgeCandidates(session, candidates, propose, concurrency);
    const alignments = proposals.toSorted((one, other) => other.confidence - one.confidence);
    const usage = session.budget.used();
    call.log.info('ADAPTER', 'Alignments were proposed', {
      model: model.name,
      alignments: alignments.length,
      ...usage,
    });
    return { alignments, incomplete, model: model.name, usage };
  });
}

/** A relation that can be saved unchanged, the names of its ends, and the reason. */
function toProposal(
  { source, target, type, confidence, reason }: AlignmentJudgement,
  { relation }: Pick<DraftObjects, 'relation'>,
) {
  const [from, to] = type === 'broadens' ? [target, source] : [source, target];
  return {
    relation: relation(type === 'broadens' ? 'narrows' : type, from.id, to.id),
    confidence,
    reason,
    sourceName: from.name,
    targetName: to.name,
  };
}
