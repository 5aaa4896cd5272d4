import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { person } from '../../test/support/signer.ts';
import { competency } from '../corpus.ts';
import { sendAll } from '../load.ts';
import type { Process } from '../process.ts';
import type { Count } from '../result.ts';
import { startService } from './engine.ts';
import { signedPuts } from './writes.ts';

const PUTS = 50;

/** How many calls of the engine a put takes, one at a time: of new objects, and of objects that exist. No profile is requested. */
export async function countCalls(engine: Process): Promise<Count[]> {
  const proxy = await countingProxy(engine.url);
  const { server, load } = await startService(engine, 'counted-', proxy.url);
  const owner = await person();
  const objects = Array.from({ length: PUTS }, (_, number) => competency(server.api, number, owner.pem));
  const counts: Count[] = [];
  try {
    await proxy.quiet(); // what the service does when it starts is not part of a put
    for (const [name, put, most] of [
      ['engine calls per put of a new object', objects, 3],
      ['engine calls per put of an object seen lately', objects.map((object) => ({ ...object, name: 'other' })), 2.2],
    ] as const) {
      const requests = await signedPuts(server.api, owner, put);
      const before = proxy.calls();
      await sendAll(load, requests, 1);
      counts.push({ name, count: (proxy.calls() - before) / PUTS, most });
    }
  } finally {
    await load.stop();
    await proxy.close();
  }
  return counts;
}

async function countingProxy(target: string) {
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    calls += 1;
    const { method, url, headers } = incoming;
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    /** Resolves when nothing was called for a second. */
    async quiet(): Promise<void> {
      for (let before = -1; before !== calls; ) {
        before = calls;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
