import { createDocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { jsonLdEndpoints } from './endpoints.ts';
import { postDocument } from './process.ts';

/** Processing of JSON-LD under `/api/jsonld`. Nothing is stored. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openSend }) {
    const documentLoader = createDocumentLoader(config, openSend);
    serve(jsonLdEndpoints, {
      processJsonLd: (ctx, call) => postDocument(ctx, call, { documentLoader, openSend }),
    });
  },
};
