import { expect, test } from 'vitest';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { type Cast, castOf } from './cast.ts';
import { createClient } from './client.ts';
import type { TestServer } from './server.ts';
import { SOON, subscribeTo } from './subscriber.ts';
import { newThing, nextVersion, shortId } from './things.ts';

/** Tests two instances of a service on one store: each notifies about the writes of both. */
export function describeFanOut(instances: () => readonly [TestServer, TestServer]): void {
  test('K7 subscribers of each instance receive every write of both, once, and its own as they were made', async () => {
    const [first, second] = instances();
    const subscribers = await Promise.all([subscribeTo(first), subscribeTo(second), subscribeTo(second)]);
    const singles = Array.from({ length: 120 }, () => newThing(first));
    const batches = Array.from({ length: 20 }, () => Array.from({ length: 10 }, () => newThing(first)));
    const serverAt = (index: number) => (index % 2 === 0 ? first : second);
    await Promise.all([
      mapLimit([...singles.entries()], 4, ([index, thing]) => createClient(serverAt(index)).save(thing)),
      mapLimit([...batches.entries()], 2, ([index, things]) =>
        createClient(serverAt(index)).call('/api/sky/repo/multiPut', { json: things }),
      ),
    ]);
    const wanted = [...singles, ...batches.flat()].map((thing) => shortId(thing)).sort();
    for (const { ids } of subscribers) await expect.poll(() => ids().length, { timeout: 20_000 }).toBe(wanted.length);
    // Duplicates would have arrived before this one.
    const last = newThing(first);
    await createClient(second).save(last);
    for (const { ids } of subscribers) await expect.poll(() => ids().at(-1), { timeout: 20_000 }).toBe(shortId(last));
    for (const { ids } of subscribers) expect([...ids().slice(0, -1)].sort()).toEqual(wanted);
    const messages = [
      singles.map((thing) => shortId(thing)),
      batches.map((batch) => JSON.stringify(batch.map((thing) => shortId(thing)))),
    ];
    for (const [instance, { received }] of subscribers.slice(0, 2).entries()) {
      const own = messages.flatMap((list) => list.filter((_, index) => index % 2 === instance));
      expect(received).toEqual(expect.arrayContaining(own));
    }
    await Promise.all(subscribers.map(({ leave }) => leave()));
  });

  test('K7 of one object that both write in turn each subscriber receives the last state, including deletions', async () => {
    const [first, second] = instances();
    const subscribers = await Promise.all([subscribeTo(first), subscribeTo(second)]);
    const thing = newThing(first);
    for (const [version, server] of [first, second, first, second].entries()) {
      await createClient(server).save(nextVersion(thing, {}, version));
      for (const { received } of subscribers) await expect.poll(() => received.length, SOON).toBe(version + 1);
    }
    await createClient(second).call(shortId(thing), { method: 'DELETE' });
    for (const { received } of subscribers)
      await expect.poll(() => received, SOON).toEqual(Array(5).fill(shortId(thing)));
    await Promise.all(subscribers.map(({ leave }) => leave()));
  });

  test('K1 K7 ids of hidden objects that another instance wrote are sent only to subscribers that may read them', async () => {
    const [first, second] = instances();
    const cast: Cast = await castOf(second);
    const hidden = newThing(first, { '@reader': [cast.reader.pem], '@owner': [cast.owner.pem] });
    const anonymous = await subscribeTo(second);
    const reader = await subscribeTo(second, { sheet: cast.sheets.reader });
    await createClient(first).save(hidden, (await castOf(first)).sheets.owner);
    const open = newThing(first);
    await createClient(first).save(open);
    await expect.poll(anonymous.ids, SOON).toContain(shortId(open));
    expect(anonymous.ids()).toEqual([shortId(open)]);
    await expect.poll(reader.ids, SOON).toEqual([shortId(hidden), shortId(open)]);
    await Promise.all([anonymous, reader].map(({ leave }) => leave()));
  });

  test('K6 K7 a cursor of one instance continues at the other, exactly where it was', async () => {
    const [first, second] = instances();
    const subscriber = await subscribeTo(first, { query: { cursors: 'true' } });
    await expect.poll(subscriber.cursor, SOON).not.toBeNull();
    const things = [newThing(first), newThing(first), newThing(first)];
    for (const [index, thing] of things.entries()) await createClient(index % 2 === 0 ? first : second).save(thing);
    const at = subscriber.cursor() ?? '';
    const receivedBefore = subscriber.ids().length;
    await subscriber.leave();
    const again = await subscribeTo(second, { query: { since: at } });
    await expect.poll(again.ids, SOON).toEqual(things.slice(receivedBefore).map((thing) => shortId(thing)));
    await again.leave();
  });
}
