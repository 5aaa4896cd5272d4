import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Serve } from '../../shared/http/app.ts';
import type { Call } from '../../shared/http/call.ts';
import { reportAnswer } from '../../shared/http/exchange/import-answer.ts';
import { renderImsx } from '../../shared/http/imsx.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import type { Group } from '../group.ts';
import type { CaseVersion } from './addresses.ts';
import { discoveryDocument } from './discovery.ts';
import { getDocument, getDocuments } from './documents.ts';
import { GROUPS, getDefinition, refuseGroup } from './groups.ts';
import { getAssociation, getAssociations, getItem, getItemAssociations, getItems } from './items.ts';
import { getPackage } from './package.ts';
import { DISCOVERY_PATH } from './routes.ts';

/** Frameworks as CASE under `/api/ims/case/`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, _ctx, { openSend, description }) {
    const made = createPromiseCache<'discovery', JsonObject>();
    serve(DISCOVERY_PATH, {
      GET: async ({ config }, { request }) =>
        taggedAnswer(
          request,
          await made('discovery', async () => discoveryDocument(await description(), config.bases[0])),
        ),
    });
    for (const version of ['v1p0', 'v1p1'] as const) serveVersion(serve, version);
    // Reading is what most calls ask for: what imports need is loaded by the first of them.
    serve('/api/ims/case/harvest', {
      POST: async (ctx, call) => (await import('./harvest.ts')).postHarvest(ctx, call, openSend),
    });
    serve('/api/ims/case/getDocs', {
      GET: async (ctx, call) => (await import('./harvest.ts')).getDocs(ctx, call, openSend),
    });
    serve('/api/ims/case/import', {
      POST: async (ctx, call) => (await import('./import.ts')).postPackage(ctx, call, openSend),
    });
    serve('/api/ims/case/reports/:report', { GET: reportAnswer });
  },
};

type CaseHandler = (ctx: Context, call: Call, version: CaseVersion) => Answer | Promise<Answer>;

function serveVersion(serve: Serve<Context>, version: CaseVersion): void {
  const get = (path: string, handler: CaseHandler): void =>
    serve(`/api/ims/case/${version}/${path}`, { GET: (ctx, call) => handler(ctx, call, version) }, (problem, { id }) =>
      renderImsx(problem, id),
    );
  get('CFDocuments', getDocuments);
  get('CFDocuments/*', getDocument);
  get('CFItems', getItems);
  get('CFItems/*', getItem);
  get('CFAssociations', getAssociations);
  get('CFAssociations/*', getAssociation);
  get('CFItemAssociations', getItemAssociations);
  get('CFItemAssociations/*', getItemAssociations);
  get('CFPackages', getPackage);
  get('CFPackages/*', getPackage);
  for (const name of GROUPS) {
    const handler: CaseHandler = version === 'v1p0' ? refuseGroup : (ctx, call) => getDefinition(ctx, call, name);
    get(name, handler);
    get(`${name}/*`, handler);
  }
}
