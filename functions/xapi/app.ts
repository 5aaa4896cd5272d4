import { createXapiParts, type XapiContext } from '../../shared/exchange/xapi/context.ts';
import { textAnswer } from '../../shared/http/answer.ts';
import { STATEMENT_KEY } from '../../shared/repository/secrets/secret-names.ts';
import type { Group } from '../group.ts';
import { postStatements, putStatement } from './statements.ts';
import { getEndpoints, postTick } from './tick.ts';

/** Statements under `/api/xapi/`. */
export const group: Group<XapiContext> = {
  createContext: (ctx, secrets) => ({ ...ctx, ...createXapiParts(ctx, secrets) }),
  mount(serve, _ctx, { openSend }) {
    serve('/api/xapi/pk', { GET: async ({ keys }) => textAnswer((await keys.rsa(STATEMENT_KEY)).publicKey.pem) });
    serve('/api/xapi/statement', { POST: postStatements });
    serve('/api/xapi/statements', { POST: postStatements, PUT: putStatement });
    serve('/api/xapi/endpoint', { GET: getEndpoints });
    serve('/api/xapi/tick', { POST: (ctx, call) => postTick(ctx, call, openSend) });
  },
};
