import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const SOURCES = globSync('{shared,functions,events,infra}/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/\.(?:test|contract|fixture)\.ts$|\/testing\//.test(file),
);

/** Senders of requests: `fetch`, which lint forbids unless a comment allows it, and the clients of Node. */
const SENDS = [
  /biome-ignore (?:lint\/style\/noRestricted(?:Globals|Imports)|lint\/plugin)/,
  /\bfrom 'undici'|\b(?:request|get)\b[^;\n]* from 'node:https?'|\bconnect\b[^;\n]* from 'node:(?:http2|net|tls)'/,
];

test('E16 only the ports of createOutboundFetch and the transports to engines and AWS send requests', () => {
  const sending = SOURCES.filter((file) => {
    const text = readFileSync(`${ROOT}${file}`, 'utf8');
    return SENDS.some((pattern) => pattern.test(text));
  });
  expect(sending.sort()).toEqual([
    'infra/node/node-request.ts', // for the port of createOutboundFetch, engines and AWS
    'infra/node/pool-transport.ts', // to engines
    'infra/workers/outbound-send.ts', // port of createOutboundFetch
    'shared/stores/opensearch/engine/transport.ts', // to engines
  ]);
});
