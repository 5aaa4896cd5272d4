import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import { type Answer, EMPTY_ANSWER, warningHeader } from '../../shared/http/answer.ts';
import { arrayAnswer, objectsAnswer } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { objectAnswer, preconditionOf, savedAnswer } from '../../shared/http/object-answer.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import { addressOf } from '../../shared/linked-data/identifiers.ts';
import { save } from '../../shared/objects/put-many.ts';
import { history, read } from '../../shared/objects/read.ts';
import { parseReference, type Reference } from '../../shared/objects/reference.ts';
import { remove } from '../../shared/objects/remove-many.ts';
import { trail } from '../../shared/objects/trail.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import type { Group } from '../group.ts';
import { dataQuery } from './parameters.ts';

/** Objects under `/api/data/`, in both bindings. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve('/api/data/*', { GET: getObject, POST: postObject, DELETE: deleteObject });
  },
};

/** GET and HEAD of an object, one of its versions, its history, or its trail. */
async function getObject(ctx: Context, call: Call): Promise<Answer> {
  requireJsonAccepted(call.request.headers.get('accept'));
  return readAnswer(ctx, call, targetOf(call.request, ctx.config.bases));
}

/** The object, one of its versions, its history, or its trail, as the caller may see it. */
async function readAnswer(ctx: Context, call: Call, { reference, view }: Target): Promise<Answer> {
  const caller = await call.caller();
  if (view === 'trail') {
    return arrayAnswer((await trail(ctx, reference.name, caller)).map((entry) => JSON.stringify(entry)));
  }
  if (view === 'history') return objectsAnswer(ctx, await history(ctx, reference.name, caller), caller);
  return objectAnswer(call.request, await read(ctx, reference, caller));
}

/** POST on a data address: a save, or, as a form without `data`, a signed read. */
async function postObject(ctx: Context, call: Call): Promise<Answer> {
  const { request } = call;
  requireJsonAccepted(request.headers.get('accept'));
  const target = targetOf(request, ctx.config.bases);
  const payload = await readData(call, ctx.config.postMaxSize);
  const caller = await call.caller();
  const object = payload.data;
  if (object === undefined || (object === null && payload.binding === 'form')) {
    if (payload.binding === 'json') throw new Problem('malformed-request', 'The request has no object to save.');
    call.release();
    return readAnswer(ctx, call, target);
  }
  const precondition = preconditionOf(request);
  const { stored, unsearchable } = await save(ctx, { object, target: target.reference, precondition }, caller);
  const warning = warningHeader(unsearchable === undefined ? [] : [unsearchable]);
  const location = addressOf(stored.shortId, ctx.config.bases);
  return savedAnswer({ stored, text: stored.text, hidden: [] }, { location, ...warning });
}

/** DELETE of an object's current version. 200 also when there is nothing to delete. */
async function deleteObject(ctx: Context, { request, caller }: Call): Promise<Answer> {
  const { reference } = targetOf(request, ctx.config.bases);
  await remove(ctx, reference, await caller(), preconditionOf(request));
  return EMPTY_ANSWER;
}

/** The target of a request on a data address. */
export type Target = { readonly reference: Reference; readonly view: 'object' | 'history' | 'trail' };

const PREFIX = '/api/data/';

/**
 * Reads path and query of a data request. A version may stand in the path or in `?version=`; both must agree.
 *
 * @param bases own addresses
 * @throws Problem `malformed-path`, `invalid-parameter` (400)
 */
export function targetOf(request: Request, bases: readonly string[]): Target {
  const { path, query } = splitUrl(request.url);
  const reference = parseReference(path.slice(path.indexOf(PREFIX) + PREFIX.length), bases);
  if (query === '') return { reference, view: 'object' };
  const { version, history, audit } = parseParameters(dataQuery, parseUrlencoded(query));
  if (version !== undefined && reference.version !== null && reference.version !== version) {
    throw new Problem('invalid-parameter', 'The path and the query name different versions.', { where: 'version' });
  }
  if (history === 'true' && audit === 'true') {
    throw new Problem('invalid-parameter', 'The history of an object and its trail are two requests.', {
      where: 'audit',
    });
  }
  const view = audit === 'true' ? 'trail' : history === 'true' ? 'history' : 'object';
  return { reference: { ...reference, version: version ?? reference.version }, view };
}
