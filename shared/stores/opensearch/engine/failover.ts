import { EngineFailure, type EngineRequest, type EngineResponse, type OpenSearchTransport } from './transport.ts';

/**
 * A transport over several addresses of one cluster. All calls go to one address until a call to it fails; then to the
 * next. A read whose address is unreachable is tried at the others, within its timeout; writes are sent at most once.
 *
 * @param transports one for each address, at least one
 */
export function createFailover(transports: readonly OpenSearchTransport[]): OpenSearchTransport {
  let current = 0;

  async function send(request: EngineRequest): Promise<EngineResponse> {
    const used = current;
    const transport = transports[used];
    if (transport === undefined) throw new EngineFailure('away', 'The cluster has no address.');
    try {
      return await transport.request(request);
    } catch (error) {
      const failed = isFailure(error, 'away') || isFailure(error, 'timeout');
      if (failed && current === used) current = (used + 1) % transports.length; // concurrent calls fail over once
      throw error;
    }
  }

  return {
    async request(request) {
      const until = performance.now() + request.timeout;
      const attempts = isRead(request) ? transports.length : 1;
      for (let attempt = 1; attempt < attempts; attempt++) {
        try {
          return await send({ ...request, timeout: until - performance.now() });
        } catch (error) {
          if (!isFailure(error, 'away')) throw error;
        }
      }
      return send(attempts === 1 ? request : { ...request, timeout: until - performance.now() });
    },
  };
}

function isFailure(error: unknown, kind: EngineFailure['kind']): boolean {
  return error instanceof EngineFailure && error.kind === kind;
}

/** Whether a call changes no document, so that it can be sent twice. */
function isRead({ method, path }: EngineRequest): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && READS.test(path));
}

const READS = /(?:^|\/)_(?:mget|msearch|count|refresh)(?:\?|$)/;
