import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { reportAnswer } from '../../shared/http/exchange/import-answer.ts';
import { renderImsx } from '../../shared/http/imsx.ts';
import { arePagesOn, pageOf, prefersPage } from '../../shared/http/prefers-page.ts';
import type { Serve } from '../../shared/http/serve.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import type { Group } from '../group.ts';
import type { CaseVersion } from './addresses.ts';
import { discoveryDocument } from './discovery.ts';
import { getDocument, getDocuments } from './documents.ts';
import { COLLECTIONS_WITH_PAGES, caseEndpoints, partEndpoints } from './endpoints.ts';
import { GROUPS, getDefinition, refuseGroup } from './groups.ts';
import { getAssociation, getAssociations, getItem, getItemAssociations, getItems } from './items.ts';
import { getPackage } from './package.ts';
import { toPage } from './to-page.ts';

/** Frameworks as CASE under `/api/ims/case/`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openSend, description }) {
    const made = createPromiseCache<'discovery', JsonObject>();
    for (const version of ['v1p0', 'v1p1'] as const) serveVersion(serve, version, config);
    serve(caseEndpoints, {
      case11Discovery: async ({ config }, { request }) =>
        taggedAnswer(
          request,
          await made('discovery', async () => discoveryDocument(await description(), config.bases[0])),
        ),
      // Most calls read: the first import loads the modules that imports need.
      importCasePackage: async (ctx, call) => (await import('./import.ts')).postPackage(ctx, call, openSend),
      harvestCase: async (ctx, call) => (await import('./harvest.ts')).postHarvest(ctx, call, openSend),
      listRemoteCaseDocuments: async (ctx, call) => (await import('./harvest.ts')).getDocs(ctx, call, openSend),
      caseImportReport: reportAnswer,
    });
  },
};

type CaseHandler = (ctx: Context, call: Call, version: CaseVersion) => Answer | Promise<Answer>;

/** The handlers of one record of each part, and of all records. */
const PARTS: Readonly<Record<string, { readonly one: CaseHandler; readonly all: CaseHandler }>> = {
  CFDocuments: { one: getDocument, all: getDocuments },
  CFItems: { one: getItem, all: getItems },
  CFAssociations: { one: getAssociation, all: getAssociations },
  CFItemAssociations: { one: getItemAssociations, all: getItemAssociations },
  CFPackages: { one: getPackage, all: getPackage },
};

function serveVersion(serve: Serve<Context>, version: CaseVersion, config: Context['config']): void {
  const servePart = (name: string, one: CaseHandler, all: CaseHandler): void => {
    const isForPerson = ({ request }: Call): boolean =>
      COLLECTIONS_WITH_PAGES.has(name) && arePagesOn(config) && prefersPage(request);
    serve(
      partEndpoints(version, name),
      {
        one: (ctx, call) => (isForPerson(call) ? toPage(ctx, call, name) : one(ctx, call, version)),
        all: (ctx, call) => all(ctx, call, version),
      },
      {
        render: (problem, call) => (isForPerson(call) ? pageOf(problem, call, config) : renderImsx(problem, call.id)),
      },
    );
  };
  for (const [name, { one, all }] of Object.entries(PARTS)) servePart(name, one, all);
  for (const name of GROUPS) {
    const handler: CaseHandler = version === 'v1p0' ? refuseGroup : (ctx, call) => getDefinition(ctx, call, name);
    servePart(name, handler, handler);
  }
}
