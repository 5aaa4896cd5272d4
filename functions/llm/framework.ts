import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Caller, refusal } from '../../shared/repository/access/caller.ts';
import { writeGrant } from '../../shared/repository/access/permissions.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import type { PutItem } from '../../shared/repository/objects/prepare-item.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { requireModelUser } from './access.ts';
import { byteLength, createBudget } from './drafting/budget.ts';
import { type Draft, draftFramework, MAX_COMPETENCIES } from './drafting/framework/draft.ts';
import { type Extended, loadExisting } from './drafting/framework/load-existing.ts';
import { createDraftObjects } from './drafting/framework/objects.ts';
import { readSourceText } from './drafting/source-text.ts';
import { frameworkParameters, frameworkQuery, MAX_TEXT_BYTES } from './parameters.ts';
import { type DraftingParts, requireModel } from './parts.ts';
import { resultAnswer } from './result-answer.ts';
import { valuesIn } from './values.ts';

/** The parameters of a draft. */
type DraftParameters = {
  readonly topic: string;
  readonly text: string | null;
  readonly language: string | null;
  readonly depth: number;
  readonly breadth: number;
  readonly extended: Extended | null;
  readonly save: boolean;
};

/** The request of a caller that may use the language model. @throws Problem `invalid-parameter` (400), `not-signed-in` (401) */
export async function readDraft(ctx: Context, call: Call) {
  const payload = await readPayload(ctx, call);
  const given = parseWith(frameworkParameters, {
    ...valuesIn(payload, Object.keys(frameworkParameters.shape)),
    ...queryValues(queryOf(call.request), Object.keys(frameworkQuery.shape)),
  });
  const { text = null, language = null, depth, breadth, extend } = given;
  requireSizes({ text, depth, breadth });
  const name = given.name?.trim() ?? '';
  if (name === '' && extend === undefined) {
    throw new Problem('invalid-parameter', 'name: is required and must be a string: the topic of the framework.', {
      where: 'name',
    });
  }
  const caller = await requireModelUser(ctx, call);
  return { caller, name, text, language, depth, breadth, extend, save: given.save === 'true' };
}

export type DraftRequest = Awaited<ReturnType<typeof readDraft>>;

/** POST framework: drafts a framework, or adds to a stored one. Nothing is stored, unless the caller asks for it. */
export async function postFramework(
  ctx: Context,
  call: Call,
  { caller, name, text, language, depth, breadth, extend, save }: DraftRequest,
  parts: DraftingParts,
): Promise<Answer> {
  const model = requireModel(parts);
  const reading = { ...ctx, hold: call.hold };
  const extended = extend === undefined ? null : await loadExisting(reading, extend, { language, depth }, caller);
  if (extended !== null && save) await requireOwner(ctx, extended.framework.id, caller);
  await parts.countRequest(call, caller);

  const topic = name || extended?.name || '';
  const parameters = { topic, text, language, depth, breadth, extended, save };
  return resultAnswer(call, async (send, closed) => {
    const { budget: limits, concurrency } = ctx.config.llm;
    const session = { model, budget: createBudget(limits, closed) };
    const members = extended?.framework.members ?? ownersOf(caller);
    const objects = createDraftObjects({ base: ctx.config.bases[0], model: model.name, language, members });
    const draft = await draftFramework(
      session,
      {
        topic,
        language,
        depth,
        breadth,
        text: text === null || text.trim() === '' ? null : readSourceText(text),
        existing: extended?.framework ?? null,
      },
      objects,
      {
        framework: (framework) => send('framework', framework),
        competency: (competency, relation) => send('competency', { competency, relation }),
      },
      concurrency,
    );
    const usage = session.budget.used();
    call.log.info('ADAPTER', 'A framework was drafted', {
      model: model.name,
      competencies: draft.competencies.length,
      incomplete: draft.incomplete.length,
      ...usage,
    });
    const stored = save ? await store(ctx, draft, parameters, caller) : {};
    return { ...draft, model: model.name, usage, ...stored };
  });
}

/** @throws Problem `body-too-large` (413), `invalid-parameter` (400) */
function requireSizes({ text, depth, breadth }: Pick<DraftParameters, 'text' | 'depth' | 'breadth'>): void {
  if (text !== null && byteLength(text) > MAX_TEXT_BYTES) {
    throw new Problem('body-too-large', `The text has more than ${MAX_TEXT_BYTES} bytes.`, { where: 'text' });
  }
  let competencies = 0;
  for (let level = 1; level <= depth; level++) competencies += breadth ** level;
  if (competencies <= MAX_COMPETENCIES) return;
  throw new Problem(
    'invalid-parameter',
    `depth: ${depth} levels with a breadth of ${breadth} are ${competencies} competencies, and a draft has at most ${MAX_COMPETENCIES}.`,
    { where: 'depth' },
  );
}

/** Prevents drafts that could not be saved. @throws Problem `not-owner` (401) */
async function requireOwner({ store }: Pick<Context, 'store'>, id: string, caller: Caller): Promise<void> {
  const [head] = await store.heads([id]);
  if (!head || writeGrant(head.access, caller, head.shortId) !== null) return;
  throw refusal(caller, new Problem('not-owner', `Only an owner of ${id} may add to it.`));
}

/** New objects belong to the caller's first proved key. */
function ownersOf({ proofs: [proof] }: Caller): JsonObject {
  return proof === undefined ? {} : { owner: [proof.key.pem] };
}

/** Stores a draft, the framework last: until it is written, nothing refers to the others. */
async function store(
  ctx: Context,
  { framework, competencies, relations }: Draft,
  { extended }: Pick<DraftParameters, 'extended'>,
  caller: Caller,
): Promise<{ readonly stored: number; readonly failed: readonly object[] }> {
  const isUnchanged = extended && { ifMatch: [`"${extended.version}"`], ifNoneMatch: null };
  const items: PutItem[] = [
    ...[...competencies, ...relations].map((object) => ({ object: structuredClone(object) })),
    { object: structuredClone(framework), ...(isUnchanged && { precondition: isUnchanged }) },
  ];
  const results = await putMany(ctx, items, caller, 'batch');
  const failed = results.flatMap((result) => {
    if (!('problem' in result)) return [];
    const { id, problem } = result;
    return [{ '@id': id, status: problem.status, detail: problem.message }];
  });
  return { stored: results.length - failed.length, failed };
}
