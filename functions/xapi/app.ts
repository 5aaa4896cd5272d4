import { textAnswer } from '../../shared/http/answer.ts';
import { createXapiParts, type XapiContext } from '../../shared/xapi/context.ts';
import type { Group } from '../group.ts';
import { postStatements } from './statements.ts';

/** Statements under `/api/xapi/`. */
export const group: Group<XapiContext> = {
  createContext: (ctx, secrets) => ({ ...ctx, ...createXapiParts(ctx, secrets) }),
  mount(serve) {
    serve('/api/xapi/pk', { GET: async ({ xapiKey }) => textAnswer((await xapiKey()).publicKey.pem) });
    for (const path of ['/api/xapi/statement', '/api/xapi/statements']) serve(path, { POST: postStatements });
  },
};
