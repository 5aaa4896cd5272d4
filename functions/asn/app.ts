import { createDocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import { reportAnswer } from '../../shared/http/exchange/import-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { asnEndpoints } from './endpoints.ts';
import { getFramework } from './export.ts';
import { postFramework } from './import.ts';

/** Frameworks in ASN under `/api/asn`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openSend }) {
    const documentLoader = createDocumentLoader(config, openSend);
    serve(asnEndpoints, {
      exportAsn: getFramework,
      importAsn: (ctx, call) => postFramework(ctx, call, documentLoader),
      asnImportReport: reportAnswer,
    });
  },
};
