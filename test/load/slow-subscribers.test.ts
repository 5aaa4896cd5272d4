import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { SOON } from '../support/subscriber.ts';
import { useServer } from '../support/use-server.ts';
import { useSubscribers } from '../support/use-subscribers.ts';

const { server, client } = useServer();
const { listen } = useSubscribers(server, client);

/** Ids are long, so that few saves fill the system's buffers of a connection. */
const ID_LENGTH = 2_000;
const PER_BATCH = 500;
const MAX_BATCHES = 40;

/** Saves objects. @returns their ids */
async function saveBatch(): Promise<readonly string[]> {
  const things = Array.from({ length: PER_BATCH }, () => {
    const id = `https://elsewhere.example/${randomUUID()}/`;
    return { '@context': 'https://schema.org', '@type': 'Thing', '@id': id.padEnd(ID_LENGTH, 'x') };
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(things);
  const saved = await fetch(`${server.api}sky/repo/multiPut`, { method: 'POST', headers, body });
  expect(await saved.json()).toMatchObject({ stored: PER_BATCH });
  return things.map((thing) => thing['@id']);
}

test('I13 a subscriber that reads nothing is disconnected, and others receive everything', async () => {
  const [slow, other] = [await listen(), await listen()];
  slow.socket.pause();
  const saved: string[] = [];
  const isDropped = () => server.output().includes('was too slow and was disconnected');
  for (let batch = 0; batch < MAX_BATCHES && !isDropped(); batch++) saved.push(...(await saveBatch()));
  await expect.poll(isDropped, SOON).toBe(true);
  await expect.poll(() => other.ids().length, SOON).toBe(saved.length);
  expect(new Set(other.ids())).toEqual(new Set(saved));
  const closed = once(slow.socket, 'close');
  slow.socket.resume();
  await closed;
  expect(slow.ids().length).toBeLessThan(saved.length);
});
