import { startServer } from '../../test/support/server.ts';
import { type Person, person, sheet } from '../../test/support/signer.ts';
import type { Process } from '../process.ts';
import { observed } from '../process.ts';
import { LUA_TEXTS, OBJECTS, type Peer, textsOf } from './peer.ts';

const TYPE = 'schema.cassproject.org.0.4.Competency';

/** This service, on the embedded store or on a cluster. Its creates are signed, and have an owner. */
export async function startThisService(engine: Process | null): Promise<Peer> {
  const cluster = { SEARCH_ENDPOINT: engine?.url ?? '', SEARCH_PREFIX: 'peers', SEARCH_REPLICAS: '0' };
  const server = await startServer(engine === null ? {} : cluster);
  const own = observed(server.process, `http://127.0.0.1:${server.port}`);
  const api = `${own.url}/api/`;
  const owner = await person();
  const signature = await sheet(server.api, [owner], 3_600_000);
  const peer: Peer = {
    name: engine === null ? 'embedded store' : 'on OpenSearch',
    process: {
      url: own.url,
      cpu: () => (engine === null ? own.cpu() : (own.cpu() ?? 0) + (engine.cpu() ?? 0)),
      stop: server.dispose,
    },
    ping: `${api}ping`,
    get: (number) => `${api}data/${TYPE}/peer${number}`,
    search: (words) => `${api}sky/repo/search?size=20&q=${encodeURIComponent(words.join(' AND '))}`,
    create: createScript(server.api, owner, signature),
    async createMany(from, count) {
      const objects = Array.from({ length: count }, (_, index) => objectOf(server.api, from + index, owner));
      const response = await fetch(`${api}sky/repo/multiPut`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', signatureSheet: signature },
        body: JSON.stringify(objects),
      });
      const { stored } = (await response.json()) as { stored: number };
      if (stored !== count) throw new Error(`multiPut stored ${stored} of ${count} objects.`);
    },
  };
  await peer.createMany?.(1, OBJECTS);
  return peer;
}

function objectOf(api: string, number: number, owner: Person) {
  return {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${api}data/${TYPE}/peer${number}`,
    ...textsOf(number),
    '@owner': [owner.pem],
  };
}

function createScript(api: string, owner: Person, signature: string): string {
  return `${LUA_TEXTS}
local headers = {["Content-Type"] = "application/json", ["signatureSheet"] = [==[${signature}]==]}
local start = [==[{"@context":"https://schema.cassproject.org/0.4","@type":"Competency","@id":"${api}data/${TYPE}/peer]==]
local ending = [==[","@owner":[${JSON.stringify(owner.pem)}]}]==]
local function create(n)
  local body = start .. n .. '","name":"' .. name(n) .. '","description":"' .. description(n) .. ending
  return wrk.format("POST", "/api/data/${TYPE}/peer" .. n, headers, body)
end`;
}
