import { createDocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import { reportAnswer } from '../../shared/http/exchange/import-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { getFramework } from './export.ts';
import { postFramework } from './import.ts';

/** Frameworks in ASN under `/api/asn`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openSend }) {
    const documentLoader = createDocumentLoader(config, openSend);
    serve('/api/asn/reports/:report', { GET: reportAnswer });
    serve('/api/asn', { POST: (ctx, call) => postFramework(ctx, call, documentLoader) });
    serve('/api/asn/*', { GET: getFramework });
  },
};
