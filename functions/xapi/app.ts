import { createXapiParts, type XapiContext } from '../../shared/exchange/xapi/context.ts';
import { textAnswer } from '../../shared/http/answer.ts';
import { STATEMENT_KEY } from '../../shared/repository/secrets/secret-names.ts';
import type { Group } from '../group.ts';
import { pollEndpoints, xapiEndpoints } from './endpoints.ts';
import { requireSender } from './senders.ts';
import { postStatements, readRequest } from './statements.ts';
import { getEndpoints, postTick } from './tick.ts';

/** Statements under `/api/xapi/`. */
export const group: Group<XapiContext> = {
  createContext: (ctx, secrets) => ({ ...ctx, ...createXapiParts(ctx, secrets) }),
  mount(serve, _ctx, { openSend }) {
    serve(
      xapiEndpoints,
      { recordStatement: postStatements, recordStatements: postStatements, putStatement: postStatements },
      { guards: { sender: readRequest } },
    );
    serve(
      pollEndpoints,
      {
        xapiEndpoints: getEndpoints,
        pollRecordStores: (ctx, call) => postTick(ctx, call, openSend),
        xapiKey: async ({ keys }) => textAnswer((await keys.rsa(STATEMENT_KEY)).publicKey.pem),
      },
      { guards: { sender: (ctx, call) => requireSender(ctx, call) } },
    );
  },
};
