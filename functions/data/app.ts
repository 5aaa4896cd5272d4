import { Problem } from '../../shared/base/errors/problem.ts';
import { jsonOffers, negotiate, type Offers } from '../../shared/http/accept.ts';
import { type Answer, EMPTY_ANSWER, warningHeader } from '../../shared/http/answer.ts';
import { arrayAnswer, objectsAnswer, onePage } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { objectAnswer, preconditionOf, savedAnswer } from '../../shared/http/object-answer.ts';
import { arePagesOn, pageRenderer, prefersPage } from '../../shared/http/prefers-page.ts';
import { RDF_OFFERS, type RdfForm } from '../../shared/http/rdf-accept.ts';
import type { Handler } from '../../shared/http/serve.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { save } from '../../shared/repository/objects/put-many.ts';
import { history, read } from '../../shared/repository/objects/read.ts';
import { remove } from '../../shared/repository/objects/remove-many.ts';
import { trail } from '../../shared/repository/objects/trail.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';
import type { Group } from '../group.ts';
import { dataEndpoints } from './endpoints.ts';
import type { RdfView } from './rdf-view.ts';
import { type DataTarget, targetOf } from './target.ts';

/** Objects under `/api/data/`, in both bindings. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openSend }) {
    let opening: Promise<RdfView> | null = null;
    const openRdfView: OpenRdfView = () => {
      opening ??= import('./rdf-view.ts').then(({ createRdfView }) => createRdfView(config, openSend));
      return opening;
    };
    const render = pageRenderer(config);
    const read: Handler<Context> = (ctx, call) => getObject(ctx, call, openRdfView);
    const write: Handler<Context> = (ctx, call) => postObject(ctx, call, openRdfView);
    const handlers = {
      getObjectByUid: read,
      saveObjectByUid: write,
      deleteObjectByUid: deleteObject,
      getObject: read,
      saveObject: write,
      deleteObject,
      getObjectVersion: read,
      saveObjectVersion: write,
      deleteObjectVersion: deleteObject,
    };
    serve(dataEndpoints, handlers, { render });
  },
};

/** JSON text, and the forms of RDF. */
const OFFERED: Offers<RdfForm | null> = [...jsonOffers(null, null), ...RDF_OFFERS];

/** Loads the processing of JSON-LD at the first request for RDF: other requests do not need it. */
type OpenRdfView = () => Promise<RdfView>;

/** GET and HEAD of an object, one of its versions, its history, or its trail; for browsers, a page of an object or version. */
async function getObject(ctx: Context, call: Call, openRdfView: OpenRdfView): Promise<Answer> {
  const { request } = call;
  const isForPerson = arePagesOn(ctx.config) && !queryOf(request).has('format') && prefersPage(request, OFFERED);
  const formBefore = isForPerson ? null : formFor(request);
  const target = targetOf(request, ctx.config.bases);
  if (isForPerson && target.view === 'object') {
    const { pageAnswer } = await import('../../shared/http/pages/page-answer.ts'); // most requests need no page
    return pageAnswer(ctx, call, target);
  }
  const form = isForPerson ? formFor(request) : formBefore;
  return form === null ? readAnswer(ctx, call, target) : (await openRdfView())(ctx, call, target, form);
}

/** The form of RDF that a request asks for, in its address or by `Accept`; null for JSON. @throws Problem `not-acceptable` (406) */
function formFor(request: Request): RdfForm | null {
  const format = queryOf(request).get('format');
  if (format === null) return negotiate(request.headers.get('accept'), OFFERED);
  const form = FORMATS.get(format);
  if (form !== undefined) return form;
  throw new Problem('not-acceptable', `Offered are ${[...FORMATS.keys()].join(', ')}.`, { where: 'format' });
}

/** The forms by the values of `format`, for links. */
const FORMATS: ReadonlyMap<string, RdfForm | null> = new Map<string, RdfForm | null>([
  ['json', null],
  ...RDF_OFFERS.map(({ form }) => [form.syntax, form] as const),
]);

/** The object, one of its versions, its history, or its trail, as the caller may see it. */
async function readAnswer(ctx: Context, call: Call, { reference, view }: DataTarget): Promise<Answer> {
  const caller = await call.caller();
  if (view === 'trail') {
    return arrayAnswer((await trail(ctx, reference.name, caller)).map((entry) => JSON.stringify(entry)));
  }
  if (view === 'history') {
    const versions = await history(ctx, reference.name, caller, call.hold);
    return objectsAnswer(ctx, onePage(versions), caller, call.keep(versions.length * STATE_BYTES));
  }
  return objectAnswer(call.request, await read(ctx, reference, caller));
}

/** POST on a data address: a save, or, as a form without `data`, a signed read. */
async function postObject(ctx: Context, call: Call, openRdfView: OpenRdfView): Promise<Answer> {
  const { request } = call;
  const form = negotiate(request.headers.get('accept'), OFFERED);
  const target = targetOf(request, ctx.config.bases);
  const payload = await readData(call, ctx.config.postMaxSize);
  const caller = await call.caller();
  const object = payload.data;
  if (object === undefined || (object === null && payload.binding === 'form')) {
    if (payload.binding === 'json') throw new Problem('malformed-request', 'The request has no object to save.');
    call.release();
    return form === null ? readAnswer(ctx, call, target) : (await openRdfView())(ctx, call, target, form);
  }
  if (form !== null) throw new Problem('not-acceptable', 'A saved object is answered as JSON.', { where: 'Accept' });
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
