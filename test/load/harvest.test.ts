import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { startServer } from '../support/server.ts';

const DOCUMENTS = 4;
const ITEMS = 5_000;

function uuidOf(name: string): string {
  const hex = createHash('md5').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const uriOf = (name: string): string => `https://case.example.org/${uuidOf(name)}`;

function partOf(name: string) {
  return { identifier: uuidOf(name), uri: uriOf(name), lastChangeDateTime: '2024-05-01T00:00:00Z' };
}

/** A package of items, each of them a child of the one ten before it. */
function packageOf(index: number) {
  const name = (item: number): string => `item ${index} ${item}`;
  const link = (item: number) => ({ title: 'x', identifier: uuidOf(name(item)), uri: uriOf(name(item)) });
  return {
    CFDocument: { ...partOf(`document ${index}`), creator: 'Guild', title: `Document ${index}` },
    CFItems: Array.from({ length: ITEMS }, (_, item) => ({ ...partOf(name(item)), fullStatement: `Item ${item}` })),
    CFAssociations: Array.from({ length: ITEMS - 10 }, (_, item) => ({
      ...partOf(`association ${index} ${item}`),
      associationType: 'isChildOf',
      originNodeURI: link(item + 10),
      destinationNodeURI: link(item),
    })),
  };
}

test('A10 a harvest of 20,000 items that is killed half way is complete after the next one', async () => {
  const source = await startServer();
  const from = createClient(source);
  for (let index = 0; index < DOCUMENTS; index++) {
    const imported = await from.call('/api/ims/case/import', {
      json: packageOf(index),
      headers: { accept: 'application/json' },
    });
    expect(imported.json()).toMatchObject({ failed: [], losses: [] });
  }
  const environment = { FETCH_ALLOW_LIST: `${new URL(source.url).origin}/*` };
  const killed = await startServer(environment);
  const path = `api/ims/case/harvest?caseEndpoint=${encodeURIComponent(source.api)}`;
  const answer = await fetch(killed.url + path, { method: 'POST', headers: { accept: 'application/x-ndjson' } });
  const cut = untilHalf(answer);
  await cut;
  await killed.stop('SIGKILL');
  const target = await startServer({ ...environment, PORT: String(killed.port) }, killed.directory);
  const here = createClient(target);
  const again = (await here.call(`/${path}`, { method: 'POST' })).json();
  expect(again).toMatchObject({ failed: [], losses: [] });
  expect(again.resumed + again.frameworks.length).toBe(DOCUMENTS);
  expect(again.frameworks.length).toBeLessThan(DOCUMENTS);
  for (let index = 0; index < DOCUMENTS; index++) {
    const identifier = uuidOf(`document ${index}`);
    const written = (await here.call(`/api/ims/case/v1p0/CFPackages/${identifier}`)).json();
    expect([written.CFItems.length, new Set(written.CFItems.map((item: { uri: string }) => item.uri)).size]).toEqual([
      ITEMS,
      ITEMS,
    ]);
    const children = written.CFAssociations.filter(
      (one: { destinationNodeURI: { identifier: string } }) => one.destinationNodeURI.identifier !== identifier,
    );
    expect(children).toHaveLength(ITEMS - 10);
    const [first = ''] = written.CFItems.map((item: { uri: string }) => item.uri);
    expect((await here.call(first)).status).toBe(200);
  }
  await target.dispose();
  await source.dispose();
});

/** Reads progress until half of the documents are done and the next one is half done. */
async function untilHalf({ body }: Response): Promise<void> {
  let text = '';
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    const documents = [...text.matchAll(/"documents":(\d+)/g)].map(([, count]) => Number(count));
    if (Math.max(0, ...documents) > DOCUMENTS / 2) return;
  }
  throw new Error(`The harvest ended early: ${text.slice(-500)}`);
}
