import { describe, expect, test } from 'vitest';
import { createClient, type Thing } from '../support/client.ts';
import { randomFrom } from '../support/random.ts';
import { startServer } from '../support/server.ts';
import { refusalOf, SOON, type SubscribeOptions, subscribeTo, type TestSubscriber } from '../support/subscriber.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

/** Subscribers with cursors receive changes as they are read from the store: tests need not wait for a second each time. */
const SETTINGS = { NOTIFY_POLL: '50' };

const { server, client } = useServer(SETTINGS);
const cast = useCast(server);

const CURSORS = { cursors: 'true' };

/** A subscriber with cursors that has received the first one, and so everything that it missed. */
async function follow(since?: string | null, options: SubscribeOptions = {}, to = server): Promise<TestSubscriber> {
  const query = { ...CURSORS, ...(since ? { since } : {}), ...options.query };
  const subscriber = await subscribeTo(to, { ...options, query });
  await expect.poll(() => subscriber.received.some((message) => JSON.parse(message).ids.length === 0), SOON).toBe(true);
  return subscriber;
}

const cursorOf = (subscriber: TestSubscriber): string => {
  const cursor = subscriber.cursor();
  if (cursor === null) throw new Error('The subscriber was told no cursor.');
  return cursor;
};

const putAll = (things: readonly Thing[]) => client.call('/api/sky/repo/multiPut', { json: things });
const remove = (thing: Thing) => client.call(shortId(thing), { method: 'DELETE' });

describe('a subscriber with cursors can resume (specification: Notification channel)', () => {
  test('each message is an object with a cursor and ids; the first has no ids', async () => {
    const subscriber = await follow();
    const thing = newThing(server);
    await client.save(thing);
    await expect.poll(subscriber.ids, SOON).toEqual([shortId(thing)]);
    expect(subscriber.received.map((message) => JSON.parse(message))).toEqual([
      { cursor: expect.any(String), ids: [] },
      { cursor: expect.any(String), ids: [shortId(thing)] },
    ]);
  });

  test('K6 a subscriber that resumes from a cursor receives exactly what it missed, then new changes', async () => {
    const [before, kept, gone] = [newThing(server), newThing(server), newThing(server)];
    await putAll([before, kept, gone]);
    const first = await follow();
    const received = newThing(server);
    await client.save(received);
    await expect.poll(first.ids, SOON).toEqual([shortId(received)]);
    await first.leave();
    const batch = [newThing(server), newThing(server), newThing(server)];
    await putAll(batch);
    await remove(gone);
    await client.save(nextVersion(kept));
    await client.save(nextVersion(kept, {}, 2));
    await client.call('/api/data/absent', { method: 'DELETE' });
    const second = await follow(cursorOf(first));
    expect([...second.ids()].sort()).toEqual([...batch, gone, kept].map((thing) => shortId(thing)).sort());
    const live = newThing(server);
    await client.save(live);
    await expect.poll(() => second.ids().slice(5), SOON).toEqual([shortId(live)]);
    await second.leave();
    expect((await follow(cursorOf(second))).ids()).toEqual([]);
  });

  test('K6 a subscriber that reconnects while others write misses nothing and receives nothing twice', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = randomFrom(seed);
    const things = Array.from({ length: 600 }, () => newThing(server));
    const first = await follow();
    let cursor = cursorOf(first);
    await first.leave();
    const queue = [...things];
    const writer = async (): Promise<void> => {
      for (let thing = queue.pop(); thing !== undefined; thing = queue.pop()) {
        const more = random() < 0.1 ? queue.splice(0, 9) : [];
        if (more.length > 0) await putAll([thing, ...more]);
        else await client.save(thing);
      }
    };
    let writing = true;
    const done = Promise.all(Array.from({ length: 8 }, writer)).finally(() => {
      writing = false;
    });
    const received: string[] = [];
    let connections = 0;
    for (let last = false; !last; connections++) {
      last = !writing;
      const subscriber = await follow(cursor);
      if (!last) await new Promise((resolve) => setTimeout(resolve, random() * 120));
      await subscriber.leave();
      received.push(...subscriber.ids());
      cursor = cursorOf(subscriber);
    }
    await done;
    expect(connections).toBeGreaterThan(2);
    expect([...received].sort(), `seed ${seed}`).toEqual(things.map((thing) => shortId(thing)).sort());
  });

  test('many subscribers that resume from different cursors while others write each receive exactly what they missed', async () => {
    const cursors: { readonly cursor: string; readonly missed: number }[] = [];
    const things = Array.from({ length: 60 }, () => newThing(server));
    for (const [index, thing] of things.entries()) {
      if (index % 6 === 0) {
        const subscriber = await follow();
        cursors.push({ cursor: cursorOf(subscriber), missed: index });
        await subscriber.leave();
      }
      if (index < 50) await client.save(thing);
    }
    const writing = Promise.all(things.slice(50).map((thing) => client.save(thing)));
    const subscribers = await Promise.all(cursors.map(({ cursor }) => follow(cursor)));
    await writing;
    for (const [index, subscriber] of subscribers.entries()) {
      const missed = things.slice(Math.min(cursors[index]?.missed ?? 0, 50)).map((thing) => shortId(thing));
      await expect.poll(() => [...subscriber.ids()].sort(), SOON).toEqual([...missed].sort());
    }
  });

  test('a cursor holds after a restart of the server', async () => {
    const other = await startServer(SETTINGS);
    const subscriber = await follow(null, {}, other);
    const cursor = cursorOf(subscriber);
    const thing = newThing(other);
    await createClient(other).save(thing);
    await other.stop();
    const again = await startServer(SETTINGS, other.directory);
    expect((await follow(cursor, {}, again)).ids()).toEqual([shortId(thing)]);
    await again.dispose();
  });
});

test('K6 G1 a subscriber that resumes after the server was killed receives everything that was acknowledged', async () => {
  const killed = await startServer(SETTINGS);
  const subscriber = await follow(null, {}, killed);
  const acknowledged = new Set<string>();
  const target = createClient(killed);
  const writer = async (): Promise<void> => {
    for (;;) {
      const things = [newThing(killed), newThing(killed)];
      await target.call('/api/sky/repo/multiPut', { json: things });
      for (const thing of things) acknowledged.add(shortId(thing));
    }
  };
  const writers = Promise.allSettled(Array.from({ length: 4 }, writer));
  await expect.poll(() => acknowledged.size, SOON).toBeGreaterThan(100);
  await killed.stop('SIGKILL');
  await writers;
  const again = await startServer(SETTINGS, killed.directory);
  const back = await follow(cursorOf(subscriber), {}, again);
  const received = [...subscriber.ids(), ...back.ids()];
  expect([...acknowledged].filter((id) => !received.includes(id))).toEqual([]);
  expect(new Set(received).size).toBe(received.length);
  await again.dispose();
});

describe('missed notifications pass the same filters as new ones', () => {
  test('K1 ids of hidden objects are replayed only to subscribers that may read them now', async () => {
    const start = cursorOf(await follow());
    const hidden = newThing(server, { '@reader': [cast.reader.pem], '@owner': [cast.owner.pem] });
    const closed = newThing(server, { '@owner': [cast.owner.pem] });
    const open = newThing(server);
    for (const thing of [hidden, closed, open]) await client.save(thing, cast.sheets.owner);
    await client.save(nextVersion(closed, { '@reader': [cast.owner.pem] }), cast.sheets.owner);
    const idsFor = async (sheet?: string) => (await follow(start, sheet === undefined ? {} : { sheet })).ids();
    expect(await idsFor()).toEqual([shortId(open)]);
    expect(await idsFor(cast.sheets.other)).toEqual([shortId(open)]);
    expect(await idsFor(cast.sheets.reader)).toEqual([hidden, open].map((thing) => shortId(thing)));
    expect(await idsFor(cast.sheets.owner)).toEqual([hidden, open, closed].map((thing) => shortId(thing)));
  });

  test('such as type and framework', async () => {
    const start = cursorOf(await follow());
    const [thing, person] = [newThing(server), newThing(server, { '@type': 'Person' })];
    await putAll([thing, person]);
    expect((await follow(start, { query: { type: '*person' } })).ids()).toEqual([shortId(person)]);
    const members = { '@type': 'Framework', competency: [shortId(thing)] };
    const framework = newThing(server, members);
    await client.save(framework);
    const ids = (await follow(start, { query: { framework: shortId(framework) } })).ids();
    expect([...ids].sort()).toEqual([thing, framework].map((one) => shortId(one)).sort());
  });
});

describe('the parameter since, without cursors,', () => {
  test('takes a cursor: one id comes as plain text, several as an array, later ones as they are read', async () => {
    const start = cursorOf(await follow());
    const [first, second, third] = [newThing(server), newThing(server), newThing(server)];
    await client.save(first);
    const subscriber = await subscribeTo(server, { query: { since: start } });
    await expect.poll(() => subscriber.received, SOON).toEqual([shortId(first)]);
    await putAll([second, third]);
    await expect.poll(() => subscriber.received.slice(1), SOON).toEqual([JSON.stringify([second, third].map(shortId))]);
  });

  test('takes a date-time, and sends everything written since then', async () => {
    const before = new Date().toISOString();
    const things = [newThing(server), newThing(server)];
    await putAll(things);
    for (const since of [before, before.toLowerCase(), before.replace('Z', '+00:00')]) {
      const subscriber = await subscribeTo(server, { query: { since } });
      await expect.poll(subscriber.ids, SOON).toEqual(expect.arrayContaining(things.map(shortId)));
      await subscriber.leave();
    }
    const later = await follow('2999-01-01T00:00:00Z');
    expect(later.ids()).toEqual([]);
    const next = newThing(server);
    await client.save(next);
    await expect.poll(later.ids, SOON).toEqual([shortId(next)]);
  });

  test('sends more than a page without falling behind', async () => {
    const other = await startServer({ ...SETTINGS, MULTIPUT_BATCH_SIZE: '1000' });
    const things = Array.from({ length: 4000 }, () => newThing(other));
    const answer = await createClient(other).call('/api/sky/repo/multiPut', { json: things });
    expect(answer.status).toBe(200);
    const subscriber = await subscribeTo(other, { query: { since: '2000-01-01T00:00:00Z' } });
    await expect.poll(() => subscriber.ids().length, { timeout: 20_000 }).toBe(things.length);
    expect(new Set(subscriber.ids()).size).toBe(things.length);
    await other.dispose();
  });

  test('refuses cursors of another service, of a scan or of a search', async () => {
    const other = await startServer(SETTINGS);
    const foreign = cursorOf(await follow(null, {}, other));
    await other.dispose();
    await putAll([newThing(server), newThing(server)]);
    const page = await client.call('/api/sky/repo/search?q=*&size=1');
    const search = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
    for (const since of [foreign, search ?? '']) {
      const { status, problem } = await refusalOf(server, { since });
      expect(status).toBe(400);
      expect(problem).toMatchObject({ where: 'since', type: 'urn:competency-service:problem:invalid-parameter' });
    }
  });
});
