import type { Config } from '../base/config/config.ts';
import { clientAddress, requestOrigin } from '../base/network/client-address.ts';
import type { RateLimitContext } from '../repository/rate-limit.ts';
import type { Call } from './call.ts';

export type ClientRateLimitContext = RateLimitContext & { readonly config: Pick<Config, 'network'> };

/**
 * Counts a request, and adds the headers of the limit to its answer.
 *
 * @throws Problem as `RateLimit.count` does
 */
export type CountClient = (call: Pick<Call, 'request' | 'peerAddress' | 'answerHeaders'>) => Promise<void>;

/**
 * Limits requests by the address of the client; an IPv6 client by the network of its host, whose addresses it can choose freely. Clients
 * with unknown addresses are counted together. The modules are loaded with the first request: most functions on Lambda limit none.
 *
 * @param given as `createRateLimit` takes them
 */
export function createClientRateLimit(...given: readonly [ClientRateLimitContext, string, number]): CountClient {
  const [{ config }] = given;
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const [{ createRateLimit }, { parseAddress, hostOf }] = await Promise.all([
      import('../repository/rate-limit.ts'),
      import('../base/ip-address.ts'),
    ]);
    const { count } = createRateLimit(...given);
    return (client: string | null) => {
      const address = client === null ? null : parseAddress(client);
      return count(address === null ? 'unknown' : hostOf(address));
    };
  }

  return async (call) => {
    loaded ??= load();
    const count = await loaded;
    const client = clientAddress(config, requestOrigin(call.request, call.peerAddress));
    Object.assign(call.answerHeaders, await count(client));
  };
}
