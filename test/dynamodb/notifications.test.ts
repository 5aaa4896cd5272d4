import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Settings } from '../../shared/base/config/read-env.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { putMany, save } from '../../shared/repository/objects/put-many.ts';
import { removeMany } from '../../shared/repository/objects/remove-many.ts';
import { dynamoDbForTests } from '../support/dynamodb.ts';
import { person, sheet } from '../support/signer.ts';
import { type ManagedChannel, openManagedChannel } from './managed-channel.ts';

const endpoint = await dynamoDbForTests();
const BASE = 'http://localhost:8080/api/';
const CONTEXT = 'https://schema.cassproject.org/0.4';

let managed: ManagedChannel;

/** A service with one process of the stream function that follows the log. */
async function serve(settings: Settings = {}, invoke?: () => (event: unknown) => Promise<unknown>): Promise<void> {
  managed = await openManagedChannel(endpoint, settings);
  onTestFinished(() => managed.close());
  managed.follow(invoke?.() ?? managed.newFunction());
}

function idOf(name: string, type = 'Competency'): string {
  return `${BASE}data/schema.cassproject.org.0.4.${type}/${name}`;
}

function thing(name: string, type = 'Competency', more: JsonObject = {}): JsonObject {
  return { '@context': CONTEXT, '@type': type, '@id': idOf(name, type), name, ...more };
}

async function saveThing(name: string, more: JsonObject = {}, type = 'Competency'): Promise<string> {
  await save(managed.ctx, { object: thing(name, type, more) }, ANONYMOUS);
  return idOf(name, type);
}

async function saveBatch(names: readonly string[]): Promise<readonly string[]> {
  await putMany(
    managed.ctx,
    names.map((name) => ({ object: thing(name) })),
    ANONYMOUS,
    'batch',
  );
  return names.map((name) => idOf(name));
}

/** The ids in all messages without cursors, in order: saves shortly after each other may come in one array. */
function idsOf(id: string): readonly string[] {
  return managed.channel.received(id).flatMap((text) => (text.startsWith('[') ? JSON.parse(text) : [text]));
}

/** Waits until a connection has received this many messages; returns them. */
async function received(id: string, count: number): Promise<readonly string[]> {
  await vi.waitFor(() => expect(managed.channel.received(id).length).toBeGreaterThanOrEqual(count), {
    timeout: 20_000,
    interval: 20,
  });
  return managed.channel.received(id);
}

/** Waits until exactly these connections are stored. */
async function untilConnected(...ids: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await managed.connected()).toEqual(ids), { timeout: 20_000, interval: 20 });
}

/** Saves a public object, after all earlier saves. */
async function untilAllHeard(...ids: readonly string[]): Promise<void> {
  const last = await saveThing(`last-${crypto.randomUUID()}`);
  await vi.waitFor(
    () => {
      for (const id of ids) expect(managed.channel.received(id).join()).toContain(last);
    },
    { timeout: 20_000, interval: 20 },
  );
}

afterEach(() => expect(managed.channel.unsigned).toEqual([]));

describe.skipIf(endpoint === null)('the managed notification channel', () => {
  test('K4 sends the id of a single save or delete as text, and those of a batch as one array', async () => {
    await serve();
    expect(await managed.connect('a')).toBe(200);
    expect(await managed.connect('b')).toBe(200);
    const one = await saveThing('one');
    expect(await received('a', 1)).toEqual([one]);
    const batch = await saveBatch(['two', 'three']);
    await received('a', 2);
    await removeMany(managed.ctx, [{ name: one, version: null }], ANONYMOUS, 'single');
    const expected = [one, JSON.stringify(batch), one];
    expect(await received('a', 3)).toEqual(expected);
    expect(await received('b', 3)).toEqual(expected);
  });

  test('K1 sends ids of hidden objects only to subscribers that proved a key that may read them, while the sheet is valid', async () => {
    await serve();
    const [reader, stranger] = await Promise.all([person(), person()]);
    expect(await managed.connect('anyone')).toBe(200);
    for (const [id, who] of Object.entries({ reader, stranger })) {
      const headers = { SignatureSheet: await sheet(BASE, [who]) };
      expect(await managed.connect(id, { headers })).toBe(200);
    }
    const hidden = await saveThing('hidden', { reader: [reader.pem] });
    await saveBatch(['public']);
    await saveThing('hidden', { reader: [reader.pem], name: 'again' });
    await untilAllHeard('anyone', 'reader', 'stranger');
    expect(idsOf('reader')).toContain(hidden);
    expect(managed.channel.received('anyone').join()).not.toContain('hidden');
    expect(managed.channel.received('stranger').join()).not.toContain('hidden');
    managed.ahead = 600_000; // the sheets have expired: subscribers with one must send a new one
    const before = managed.channel.received('reader').length; // it is disconnected with the next delivery
    await saveThing('hidden', { reader: [reader.pem], name: 'once more' });
    await untilAllHeard('anyone');
    expect(managed.channel.received('reader')).toHaveLength(before);
    await untilConnected('anyone');
    expect([...managed.channel.open]).toEqual(['anyone']);
  });

  test('K1 sends ids of hidden objects to all subscribers with NOTIFY_HIDDEN', async () => {
    await serve({ NOTIFY_HIDDEN: 'true' });
    await managed.connect('anyone');
    const hidden = await saveThing('hidden', { reader: [(await person()).pem] });
    expect(await received('anyone', 1)).toEqual([hidden]);
  });

  test('K3 refuses pages of origins that are not allowed', async () => {
    await serve({ CORS_ORIGINS: 'https://editor.example' });
    expect(await managed.connect('a', { headers: { Origin: 'https://evil.example' } })).toBe(403);
    expect(await managed.connect('b', { headers: { origin: 'https://editor.example' } })).toBe(200);
    expect(await managed.connect('c')).toBe(200);
    await untilConnected('b', 'c');
  });

  test('refuses handshakes with invalid parameters', async () => {
    await serve();
    expect(await managed.connect('a', { query: { since: 'yesterday' } })).toBe(400);
    expect(await managed.connect('b', { query: { cursors: 'maybe' } })).toBe(400);
    expect(await managed.connect('c', { query: { framework: idOf('none', 'Framework') } })).toBe(404);
    await untilConnected();
  });

  test('removes subscribers that disconnected, and those that are unreachable', async () => {
    await serve();
    for (const id of ['left', 'gone', 'stays']) await managed.connect(id);
    await managed.disconnect('left');
    managed.channel.open.delete('gone');
    managed.ahead = 10_000; // longer than any handshake
    await saveThing('one');
    await received('stays', 1);
    await untilConnected('stays');
  });

  test('filters by type and by framework', async () => {
    await serve();
    const framework = { competency: [idOf('listed')], relation: [] };
    await managed.connect('all');
    await saveThing('frame', framework, 'Framework');
    await received('all', 1);
    await managed.connect('types', { query: { type: '*.level' } });
    await managed.connect('frame', { query: { framework: idOf('frame', 'Framework') } });
    const level = await saveThing('level', {}, 'Level');
    const listed = await saveThing('listed');
    await saveThing('unlisted');
    const lastOfType = await saveThing('last', {}, 'Level');
    const frame = await saveThing('frame', { ...framework, name: 'new' }, 'Framework');
    await expect.poll(() => idsOf('types')).toEqual([level, lastOfType]);
    await expect.poll(() => idsOf('frame')).toEqual([listed, frame]);
  });

  test('each subscriber receives each id in order, also when the function is killed in the middle of a batch', async () => {
    let invocations = 0;
    await serve({}, () => (event) => {
      const mine = ++invocations;
      const death = Promise.withResolvers<never>();
      let posts = 0;
      const send: typeof fetch = async (...call) => {
        // The first processes send nothing more after one post, two, none and one.
        if (mine <= 4 && ++posts > mine % 3) {
          death.reject(new Error('The process was killed.'));
          await new Promise(() => undefined);
        }
        return fetch(...call);
      };
      return Promise.race([death.promise, managed.newFunction(send)(event)]);
    });
    const subscribers = ['a', 'b', 'c'];
    for (const id of subscribers) await managed.connect(id);
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) ids.push(await saveThing(`n${count}`));
    await untilAllHeard(...subscribers);
    expect(invocations).toBeGreaterThan(4);
    for (const id of subscribers) {
      const received = idsOf(id);
      const first = ids.map((wanted) => received.indexOf(wanted));
      expect(first).not.toContain(-1);
      expect(first).toEqual([...first].sort((one, other) => one - other));
    }
  });

  describe('a subscriber that was away', () => {
    test('K6 receives exactly what it missed since its cursor, and then new messages', async () => {
      await serve();
      await saveThing('old');
      await managed.connect('first', { query: { cursors: 'true' } });
      const [begin = ''] = await received('first', 1);
      const { cursor, ids } = JSON.parse(begin);
      expect(ids).toEqual([]);
      await managed.disconnect('first');
      const missed = [await saveThing('m1'), ...(await saveBatch(['m2', 'm3'])), await saveThing('m4')];
      await managed.connect('again', { query: { cursors: 'true', since: cursor } });
      const replay = async () => managed.channel.received('again').map((text) => JSON.parse(text));
      await vi.waitFor(async () => expect((await replay()).at(-1)?.ids).toEqual([]), { timeout: 20_000 });
      const replayed = (await replay()).flatMap((message) => message.ids);
      expect(replayed.sort()).toEqual([...missed].sort());
      const live = await saveThing('live');
      await vi.waitFor(async () => expect((await replay()).at(-1)?.ids).toEqual([live]), { timeout: 20_000 });
    });

    test('misses nothing after the cursor of any message', async () => {
      await serve();
      await managed.connect('first', { query: { cursors: 'true' } });
      await received('first', 1);
      const known = await saveThing('known');
      const { cursor, ids } = JSON.parse((await received('first', 2))[1] ?? '');
      expect(ids).toEqual([known]);
      await managed.disconnect('first');
      const missed = await saveThing('missed');
      await managed.connect('again', { query: { since: cursor } });
      await untilAllHeard('again');
      expect(managed.channel.received('again').join()).toContain(missed);
    });

    test('receives the writes since a time, in many parts, without hidden objects', async () => {
      await serve();
      const begin = new Date(Date.now() - 1_000).toISOString();
      const names = Array.from({ length: 1_200 }, (_, index) => `n${index}`);
      for (let first = 0; first < names.length; first += 300) await saveBatch(names.slice(first, first + 300));
      await saveThing('hidden', { reader: [(await person()).pem] });
      await managed.connect('again', { query: { since: begin } });
      await untilAllHeard('again');
      expect(new Set(idsOf('again').filter((id) => !id.includes('last-')))).toEqual(
        new Set(names.map((name) => idOf(name))),
      );
    });
  });

  test('a write whose process was killed before it could ring is delivered with the next ring, once', async () => {
    await serve();
    await managed.connect('a');
    const told = await saveThing('told');
    await received('a', 1);
    const died = { ...managed.ctx, changes: { publish: () => Promise.reject(new Error('The process died.')) } };
    await expect(save(died, { object: thing('untold') }, ANONYMOUS)).rejects.toThrow('died');
    await managed.bell.ring();
    await received('a', 2);
    await untilAllHeard('a');
    expect(idsOf('a').filter((id) => !id.includes('last-'))).toEqual([told, idOf('untold')]);
  });

  test('a subscriber that cannot be reached holds up no other, and receives everything later, in order', async () => {
    let isDown = true;
    const send: typeof fetch = async (input, init) => {
      if (isDown && String(input).includes('slow')) return new Response(null, { status: 500 });
      return fetch(input, init);
    };
    await serve({}, () => managed.newFunction(send));
    for (const id of ['slow', 'quick']) await managed.connect(id);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push(await saveThing(name));
      await vi.waitFor(() => expect(idsOf('quick')).toEqual(ids), { timeout: 20_000 });
    }
    expect(idsOf('slow')).toEqual([]);
    isDown = false;
    await vi.waitFor(() => expect(idsOf('slow')).toEqual(ids), { timeout: 20_000 });
    const last = await saveThing('last');
    for (const id of ['slow', 'quick']) {
      await vi.waitFor(() => expect(idsOf(id)).toEqual([...ids, last]), { timeout: 20_000 });
    }
  });
});
