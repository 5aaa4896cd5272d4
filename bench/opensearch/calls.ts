import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { type Person, person, sheet } from '../../test/support/signer.ts';
import { competency } from '../corpus.ts';
import { sendAll } from '../load.ts';
import type { Process } from '../process.ts';
import type { Count } from '../result.ts';
import { startService } from './engine.ts';
import { signedPuts } from './writes.ts';

const PUTS = 50;

/** What may be added per put by what the service does by itself meanwhile. */
const TOLERANCE = 0.2;

/** The most calls of a put: of a new object and of one that exists, before the first request for a profile and after it. */
type Calls = { readonly new: number; readonly existing: number };
type Kind = { readonly name: string; readonly type: string; readonly before: Calls; readonly after: Calls };

const UNOBSERVED: Calls = { new: 3, existing: 2 };

/** A kind of object for each way in which cached profiles depend on what is written. */
const KINDS: readonly Kind[] = [
  { name: 'competency', type: 'Competency', before: UNOBSERVED, after: { new: 4, existing: 4 } },
  { name: 'framework', type: 'Framework', before: UNOBSERVED, after: { new: 4, existing: 4 } },
  { name: 'assertion', type: 'Assertion', before: UNOBSERVED, after: { new: 5, existing: 4 } },
  { name: 'object of another type', type: 'Thing', before: UNOBSERVED, after: UNOBSERVED },
];

/**
 * How many calls of the engine a put takes, one at a time: of new objects and of objects that exist, of each kind, before the first
 * request for a profile in the repository and after it.
 */
export async function countCalls(engine: Process): Promise<Count[]> {
  const proxy = await countingProxy(engine.url);
  const { server, load } = await startService(engine, 'counted-', proxy.url);
  const owner = await person();
  const counts: Count[] = [];
  let number = 0;

  async function count(what: string, objects: readonly JsonObject[], most: number): Promise<void> {
    const requests = await signedPuts(server.api, owner, objects);
    await proxy.quiet(); // what the service does when it starts, and for a profile, is not part of a put
    const before = proxy.calls();
    await sendAll(load, requests, 1);
    const calls = (proxy.calls() - before) / PUTS;
    counts.push({ name: `engine calls per put of ${what}`, count: calls, most: most + TOLERANCE });
  }

  async function countKinds(when: 'before' | 'after'): Promise<void> {
    for (const { name, type, [when]: most } of KINDS) {
      const objects = Array.from({ length: PUTS }, () => object(server.api, number++, type, owner.pem));
      await count(`a new ${name}, ${when} the first profile`, objects, most.new);
      const others = objects.map((one) => ({ ...one, name: 'other' }));
      await count(`an existing ${name}, ${when} the first profile`, others, most.existing);
    }
  }

  try {
    await countKinds('before');
    await requestProfile(server.api, owner);
    await countKinds('after');
  } finally {
    await load.stop();
    await proxy.close();
  }
  return counts;
}

/** An object of this type, with the text of a competency. */
function object(api: string, number: number, type: string, owner: string): JsonObject {
  const one = competency(api, number, owner);
  return { ...one, '@type': type, '@id': String(one['@id']).replace('.Competency/', `.${type}/`) };
}

/** Requests the profile of a person in an empty framework. */
async function requestProfile(api: string, owner: Person): Promise<void> {
  const id = `${api}data/schema.cassproject.org.0.4.Framework/profiled`;
  const framework = {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Framework',
    '@id': id,
    name: 'Profiled',
  };
  const signatureSheet = await sheet(api, [owner]);
  const headers = { 'content-type': 'application/json', signatureSheet };
  const saved = await fetch(id, { method: 'POST', headers, body: JSON.stringify(framework) });
  if (!saved.ok) throw new Error(`The framework was refused: ${await saved.text()}`);
  const query = new URLSearchParams({ subject: owner.pem, frameworkId: id });
  const profile = await fetch(`${api}profile/latest?${query}`, { headers: { signatureSheet } });
  if (!profile.ok) throw new Error(`The profile was refused: ${await profile.text()}`);
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
