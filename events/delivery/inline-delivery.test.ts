import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type InlineService, idOf, openInlineService } from '../../test/support/inline-service.ts';
import { person, sheet } from '../../test/support/signer.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

let service: InlineService;

beforeEach(async () => {
  service = await openInlineService();
  onTestFinished(() => service.close());
});

describe('a subscriber', () => {
  test('receives every save as its id, every batch as an array, before it is acknowledged, and nothing earlier', async () => {
    await service.save('before');
    await service.connect('a');
    const one = await service.save('one');
    expect(service.received('a')).toEqual([one]);
    const two = await service.saveBatch('two', 'three');
    const single = await service.saveBatch('four');
    expect(service.received('a')).toEqual([one, JSON.stringify(two), JSON.stringify(single)]);
  });

  test('receives ids of hidden objects only if it proved a key that may read them', async () => {
    const reader = await person();
    await service.connect('anyone');
    await service.connect('reader', '', await sheet('http://localhost:8080/api/', [reader]));
    const hidden = await service.save('hidden', { reader: [reader.pem] });
    const open = await service.save('open');
    expect(service.received('anyone')).toEqual([open]);
    expect(service.received('reader')).toEqual([hidden, open]);
  });

  test('receives only what it subscribed to', async () => {
    await service.connect('persons', 'type=*.person');
    await service.connect('things', 'type=*.thing');
    await service.save('one');
    expect(service.received('persons')).toEqual([]);
    expect(service.received('things')).toEqual([idOf('one')]);
  });

  test('receives what it missed with the next invocation, and then new changes', async () => {
    await service.connect('before', 'cursors=true');
    await service.save('one');
    const { cursor } = JSON.parse(service.received('before').at(-1) ?? '');
    await service.saveBatch('two', 'three');
    await service.connect('after', `since=${encodeURIComponent(cursor)}&cursors=true`);
    await service.invoke();
    await service.save('four');
    const messages = service.received('after').map((text) => JSON.parse(text));
    expect(messages.map(({ ids }) => ids)).toEqual([[idOf('two'), idOf('three')], [], [idOf('four')]]);
    expect(new Set(messages.map((message) => message.cursor)).size).toBeGreaterThan(1);
  });
});

describe('a subscriber that cannot be reached', () => {
  test('delays a write for a bounded time, and receives it later, in order', async () => {
    await service.connect('slow');
    await service.connect('quick');
    service.resultOf = (id) => (id === 'slow' ? 'late' : 'sent');
    const one = await service.save('one');
    expect(service.received('quick')).toEqual([one]);
    expect(service.received('slow')).toEqual([]);
    service.resultOf = () => 'sent';
    const two = await service.saveBatch('two');
    expect(service.received('slow')).toEqual([one, JSON.stringify(two)]);
    expect(service.received('quick')).toEqual([one, JSON.stringify(two)]);
  });

  test('receives changes from an invocation that writes nothing, also of another process', async () => {
    await service.connect('slow');
    service.resultOf = () => 'fails';
    await service.save('one');
    service.resultOf = () => 'sent';
    service.restart();
    await service.invoke();
    expect(service.received('slow')).toEqual([idOf('one')]);
    await service.invoke();
    expect(service.received('slow')).toEqual([idOf('one')]);
  });

  test('is disconnected after a timeout, so that it reconnects for what it missed', async () => {
    await service.connect('dead');
    service.resultOf = () => 'fails';
    await service.save('one');
    service.time += 10 * SECOND;
    await service.save('two');
    expect(service.closed).toEqual([]);
    service.time += 10 * SECOND;
    await service.save('three');
    expect(service.closed).toEqual(['dead']);
    expect(await service.subscriptions.has('dead')).toBe(false);
    const posts = service.posts;
    await service.save('four');
    expect(service.posts).toBe(posts);
  });

  test('keeps its position when it cannot be disconnected either, and misses nothing when it can be reached again', async () => {
    await service.connect('dead');
    service.resultOf = () => 'fails';
    service.closes = false;
    const one = await service.save('one');
    service.time += 20 * SECOND;
    const two = await service.save('two');
    expect(await service.subscriptions.has('dead')).toBe(true);
    service.resultOf = () => 'sent';
    await service.invoke();
    expect(service.received('dead').flatMap((text) => (text.startsWith('[') ? JSON.parse(text) : [text]))).toEqual([
      one,
      two,
    ]);
  });

  test('is forgotten when it is gone, but not during its handshake', async () => {
    await service.connect('a');
    service.resultOf = () => (service.posts <= 2 ? 'gone' : 'sent');
    await service.save('one');
    expect(service.received('a')).toEqual([idOf('one')]);
    service.time += MINUTE;
    service.resultOf = () => 'gone';
    await service.save('two');
    expect(await service.subscriptions.all()).toEqual([]);
  });

  test('is disconnected when a proof has expired', async () => {
    await service.connect('reader', '', await sheet('http://localhost:8080/api/', [await person()], 2 * MINUTE));
    service.time += 5 * MINUTE;
    await service.save('one');
    expect(service.closed).toEqual(['reader']);
    expect(service.received('reader')).toEqual([]);
  });
});

test('a write that a killed process did not deliver is delivered by the next process', async () => {
  await service.connect('a');
  service.delivery = { ...service.delivery, publish: async () => {} };
  await service.save('lost');
  service.restart();
  const next = await service.save('next');
  expect(service.received('a')).toEqual([idOf('lost'), next]);
});

test('subscribers that received everything have the same position, so that the store is read once for all of them', async () => {
  for (const id of ['a', 'b', 'c']) await service.connect(id);
  const placesOfAll = async () => (await service.subscriptions.all()).map(({ position }) => position.cursor);
  expect(new Set(await placesOfAll()).size).toBe(3);
  await service.save('one');
  expect(new Set(await placesOfAll()).size).toBe(1);
});

test('a store that does not answer neither fails a completed write nor disconnects a subscriber', async () => {
  await service.connect('a');
  const { all } = service.subscriptions;
  service.subscriptions.all = async () => Promise.reject(new Error('away'));
  await service.save('one');
  service.subscriptions.all = all;
  await service.invoke();
  expect(service.received('a')).toEqual([idOf('one')]);
});

test('concurrent connects and disconnects lose no subscriber', async () => {
  const ids = Array.from({ length: 8 }, (_, index) => `subscriber-${index}`);
  await Promise.all(ids.map((id) => service.connect(id)));
  await Promise.all([service.save('one'), ...ids.slice(4).map((id) => service.subscriptions.remove(id))]);
  const all = await service.subscriptions.all();
  expect(all.map(({ connection }) => connection.id).sort()).toEqual(ids.slice(0, 4));
  for (const id of ids.slice(0, 4)) expect(service.received(id)).toEqual([idOf('one')]);
});

test('after an invocation whose result may be incomplete, the next one looks for undelivered writes', async () => {
  await service.connect('a');
  await service.invoke();
  const { publish, runThenDeliver, markIncomplete } = service.delivery;
  service.delivery = {
    publish: async () => {},
    runThenDeliver: (work) => runThenDeliver(work, () => true),
    markIncomplete,
  };
  await service.save('unknown');
  service.delivery = { publish, runThenDeliver, markIncomplete };
  await service.invoke();
  expect(service.received('a')).toEqual([idOf('unknown')]);
});

test('subscribers are kept as long as a managed channel keeps a connection', async () => {
  await service.connect('old');
  service.time += 3 * 60 * MINUTE;
  await service.connect('new');
  const all = await service.subscriptions.all();
  expect(all.map(({ connection }) => connection.id)).toEqual(['new']);
});
