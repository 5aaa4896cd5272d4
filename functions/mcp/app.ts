import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { EMPTY_ANSWER } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { renderJsonRpc } from '../../shared/http/json-rpc.ts';
import type { Group } from '../group.ts';
import { createRunningCalls } from './cancellation.ts';
import { createMcpParts, type McpContext } from './context.ts';
import { mcpEndpoints } from './endpoints.ts';
import { requireAllowedOrigin } from './origin.ts';
import { postMessage } from './post.ts';
import type { Served } from './server.ts';
import { TASKS } from './tasks/tasks.ts';
import { createCatalog } from './tools/catalog.ts';
import { parseDescription } from './tools/description.ts';

/** The Model Context Protocol under `/api/mcp`. */
export const group: Group<McpContext> = {
  createContext: (ctx, secrets) => ({ ...ctx, ...createMcpParts(secrets) }),
  mount(serve, _ctx, platform) {
    const made = createPromiseCache<'served', Served>();
    const served = (): Promise<Served> =>
      made('served', async () => {
        const description = parseDescription(await platform.description());
        return {
          catalog: createCatalog(description, TASKS),
          version: description.version,
          canSubscribe: platform.admitSubscriber !== undefined,
        };
      });
    const service = { platform, served, running: createRunningCalls() };
    serve(
      mcpEndpoints,
      { mcp: (ctx, call) => postMessage(ctx, call, service), endMcpSession: deleteSession },
      { render: (problem, { id }) => renderJsonRpc(problem, id) },
    );
  },
};

/** DELETE mcp: ends the session. */
async function deleteSession(ctx: McpContext, { request }: Call): Promise<Answer> {
  requireAllowedOrigin(ctx.config, request);
  const { endSession, readSession } = await import('./session.ts');
  await endSession(ctx, await readSession(ctx, request));
  return EMPTY_ANSWER;
}
