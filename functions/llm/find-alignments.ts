import { createLimiter } from '../../shared/base/concurrency/limiter.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith } from '../../shared/base/schema/parameters.ts';
import type { LoadedFramework } from '../../shared/exchange/frameworks/load.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { createClientRateLimit } from '../../shared/http/client-rate-limit.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { requireModelUser } from './access.ts';
import type { Candidate } from './alignment/find-candidates.ts';
import type { AlignmentJudgement } from './alignment/judge.ts';
import { byteLength, createBudget } from './drafting/budget.ts';
import { loadFrameworkAs } from './drafting/framework/load-existing.ts';
import type { LanguageModel } from './drafting/model/language-model.ts';
import { candidateParameters, MAX_TEXT_BYTES } from './parameters.ts';
import { type DraftingParts, requireModel } from './parts.ts';
import { resultAnswer, type SendPart } from './result-answer.ts';
import { valuesIn } from './values.ts';

/** Pairs of statements in one request. */
const MAX_PAIRS = 4_000_000;

/** Requests that wait for others to be compared. */
const MAX_WAITING = 20;

/** Memory for the vector and the words of a statement. */
const STATEMENT_BYTES = 8_000;

/** Scores between which a model judges: below, two statements hardly correspond; above, they do. */
const UNCERTAIN = { from: 0.35, to: 0.9 } as const;

type Parts = Pick<DraftingParts, 'model' | 'alignment' | 'countRequest'>;

/** POST align: says what may correspond among statements and competencies that the caller may read, and stores nothing. */
export function createFindAlignments(ctx: Context, parts: Parts): (ctx: Context, call: Call) => Promise<Answer> {
  const countClient = createClientRateLimit(ctx, 'meaning', ctx.config.embedding.rateLimit);
  const refuse = () => new Problem('overloaded', 'Too many frameworks are being compared.', { retryAfter: 10 });
  const comparing = createLimiter(1, { maxLength: MAX_WAITING, refuse }); // it uses a processor for seconds

  return async (_ctx, call) => {
    const parameters = await readParameters(ctx, call);
    const { source: sourceId, text, targets: targetIds, limit, minScore } = parameters;
    const judge = parameters.judge === 'true';
    const caller = judge ? await requireModelUser(ctx, call) : await call.caller();
    const fault = faultOf(caller);
    if (fault !== null) throw fault;
    const model = judge ? requireModel(parts) : null;
    await (model === null ? countClient(call) : parts.countRequest(call, caller));

    const reading = { ...ctx, hold: call.hold };
    const source = sourceId === undefined ? null : await loadFrameworkAs(reading, sourceId, caller);
    const targets: LoadedFramework[] = [];
    for (const id of targetIds) targets.push(await loadFrameworkAs(reading, id, caller));
    if (targets.some(({ root }) => root.id === source?.root.id)) {
      throw new Problem('invalid-parameter', 'targets: must differ from source.', { where: 'targets' });
    }
    const { compare, passagesOf, statementsOf, judgeCandidates } = await parts.alignment();
    const sources = source === null ? passagesOf(text ?? '') : await statementsOf(source);
    const numberOfTargets = targets.reduce((sum, { members }) => sum + members.length, 0);
    requireFewPairs(sources.length, numberOfTargets);
    await call.hold((sources.length + numberOfTargets) * STATEMENT_BYTES);

    return resultAnswer(call, async (send, closed) => {
      const related = source === null ? [] : [source, ...targets];
      const { candidates, meaning } = await comparing(() => {
        closed.throwIfAborted();
        const progress = (done: number): void => send('progress', { done, total: sources.length });
        const options = { limit, minScore, progress, signal: closed };
        return compare(sources, targets, related, options);
      });
      const judged = model === null ? null : await judgeUncertain(model, candidates, send, closed);
      return {
        meaning,
        candidates: candidates.map((candidate) => toResult(candidate, judged?.judgements ?? null)),
        ...(judged !== null && { incomplete: judged.incomplete, model: model?.name, usage: judged.usage }),
      };
    });

    async function judgeUncertain(
      judging: LanguageModel,
      candidates: readonly Candidate[],
      send: SendPart,
      closed: AbortSignal,
    ) {
      const session = { model: judging, budget: createBudget(ctx.config.llm.budget, closed) };
      const judgements = new Map<string, AlignmentJudgement>();
      const incomplete = await judgeCandidates(
        session,
        candidates.filter(isUncertain),
        (some) => {
          for (const judgement of some) judgements.set(pairOf(judgement), judgement);
          send('judged', { aligned: judgements.size });
        },
        ctx.config.llm.concurrency,
      );
      return { judgements, incomplete, usage: session.budget.used() };
    }
  };
}

async function readParameters(ctx: Context, call: Call) {
  const payload = await readPayload(ctx, call);
  const names = Object.keys(candidateParameters.shape);
  const parameters = parseWith(candidateParameters, valuesIn(payload, names));
  const { source, text } = parameters;
  if ((source === undefined) === (text === undefined)) {
    throw new Problem('invalid-parameter', 'source, or text: one of them is required.', { where: 'source' });
  }
  if (text !== undefined && byteLength(text) > MAX_TEXT_BYTES) {
    throw new Problem('body-too-large', `The text has more than ${MAX_TEXT_BYTES} bytes.`, { where: 'text' });
  }
  return parameters;
}

function requireFewPairs(sources: number, targets: number): void {
  if (sources * targets <= MAX_PAIRS) return;
  const detail = `${sources} statements and ${targets} of the targets are too many: at most ${MAX_PAIRS} pairs are compared.`;
  throw new Problem('invalid-parameter', detail, { where: 'targets' });
}

function isUncertain({ score }: Candidate): boolean {
  return score >= UNCERTAIN.from && score < UNCERTAIN.to;
}

function pairOf({ source, target }: Pick<Candidate, 'source' | 'target'> | AlignmentJudgement): string {
  return `${source.id} ${target.id}`;
}

/** @param judgements those of the model; null: it was not asked */
function toResult(candidate: Candidate, judgements: ReadonlyMap<string, AlignmentJudgement> | null) {
  const { source, target, score, reasons } = candidate;
  const judgement = judgements?.get(pairOf(candidate));
  return {
    source: source.id,
    target: target.id,
    sourceName: source.name,
    targetName: target.name,
    score,
    reasons,
    ...(judgement !== undefined && {
      judgement: { type: judgement.type, confidence: judgement.confidence, reason: judgement.reason },
    }),
    ...(judgements !== null && judgement === undefined && isUncertain(candidate) && { judgement: null }),
  };
}
