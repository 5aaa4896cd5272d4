import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../shared/repository/objects/change-feed.ts';
import type { Connection, Replay } from '../connections.ts';
import { createDelivery, type Deliver, type StreamedEntry } from './deliver.ts';

const SECOND = 1_000;

let time: number;
let connections: Map<string, Connection>;
let received: Map<string, string[]>;
let closed: string[];
/** Whether a connection can be closed. */
let closes: boolean;
/** The cached list of connections, which may be outdated. */
let listed: readonly Connection[] | null;
/** The result of a post; `sent` accepts it. */
let resultOf: (id: string, message: string) => 'sent' | 'gone' | 'fails';
let replays: Map<number, { readonly messages: readonly string[]; readonly next: Replay | null }>;
let deliver: Deliver;

beforeEach(() => {
  time = 1_000_000;
  connections = new Map();
  received = new Map();
  closed = [];
  closes = true;
  listed = null;
  resultOf = () => 'sent';
  replays = new Map();
  deliver = newDelivery();
});

/** As a process that has just started. */
function newDelivery(): Deliver {
  return createDelivery({
    connections: {
      remove: async (id) => void connections.delete(id),
      all: async () => listed ?? [...connections.values()],
      get: async (id) => connections.get(id) ?? null,
    },
    channel: {
      async post(id, message) {
        const result = resultOf(id, message);
        if (result === 'fails') throw new Error('It fails.');
        if (result === 'sent') received.set(id, [...(received.get(id) ?? []), message]);
        return result;
      },
      async close(id) {
        if (!closes) throw new Error('It fails.');
        closed.push(id);
      },
    },
    beginDelivery: () => () => ({
      messageFor: async ({ objects }) => objects.map(({ shortId }) => shortId).join() || null,
      missed: async () => [],
    }),
    replayer: {
      next: async ({ step }) => replays.get(step) ?? { messages: [], next: null },
      async advance(id, next) {
        const connection = connections.get(id);
        if (connection) connections.set(id, { ...connection, replay: next });
      },
    },
    prepare: async () => {},
    logger: { warn() {}, error() {} },
    now: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
  });
}

function connect(id: string, more: Partial<Connection> = {}): void {
  connections.set(id, { id, since: 0, query: '', proofs: [], replay: null, ...more });
}

function change(sequence: number, shortId = `id ${sequence}`): StreamedEntry {
  const objects = shortId === '' ? [] : [{ shortId }];
  const change = { kind: 'single', objects } as unknown as Change; // these subscribers use the short id only
  return { sequence: String(sequence), time, entry: { kind: 'change', change } };
}

function replay(sequence: number, connection: string, step: number): StreamedEntry {
  return { sequence: String(sequence), time, entry: { kind: 'replay', connection, step } };
}

const LATER = 60 * SECOND;

test('every subscriber receives every entry, in order', async () => {
  for (let count = 0; count < 100; count++) connect(`c${count}`);
  expect(await deliver([change(1), change(2), change(3)], time + LATER)).toBeNull();
  expect(received.size).toBe(100);
  for (const messages of received.values()) expect(messages).toEqual(['id 1', 'id 2', 'id 3']);
});

test('an entry without anything for a subscriber sends no message', async () => {
  connect('a');
  expect(await deliver([change(1, ''), change(2)], time + LATER)).toBeNull();
  expect(received.get('a')).toEqual(['id 2']);
});

test('a subscriber that is gone is removed, and the others receive all', async () => {
  connect('a');
  connect('b');
  resultOf = (id) => (id === 'a' ? 'gone' : 'sent');
  expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
  expect([...connections.keys()]).toEqual(['b']);
  expect(received.get('b')).toEqual(['id 1', 'id 2']);
});

test('a subscriber with an incomplete handshake is retried, not removed', async () => {
  connect('a', { since: time - 100 });
  const over = time + SECOND;
  resultOf = () => (time < over ? 'gone' : 'sent');
  expect(await deliver([change(1)], time + LATER)).toBeNull();
  expect(received.get('a')).toEqual(['id 1']);
});

test('a subscriber that left during its handshake is not waited for', async () => {
  connect('a', { since: time - 100 });
  connect('b');
  const begin = time;
  resultOf = (id) => {
    connections.delete('a');
    return id === 'a' ? 'gone' : 'sent';
  };
  expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
  expect(time).toBe(begin);
});

describe('a subscriber that cannot be reached', () => {
  test('is tried again, in order, and the others receive nothing twice', async () => {
    connect('a');
    connect('b');
    let failures = 1;
    resultOf = (id, message) => (id === 'a' && message === 'id 2' && failures-- > 0 ? 'fails' : 'sent');
    const entries = [change(1), change(2), change(3)];
    expect(await deliver(entries, time + LATER)).toBe('2');
    expect(await deliver(entries.slice(1), time + LATER)).toBeNull();
    expect(received.get('a')).toEqual(['id 1', 'id 2', 'id 3']);
    expect(received.get('b')).toEqual(['id 1', 'id 2', 'id 3']);
  });

  test('misses nothing when another process continues', async () => {
    connect('a');
    connect('b');
    resultOf = (id, message) => (id === 'a' && message === 'id 2' ? 'fails' : 'sent');
    const entries = [change(1), change(2), change(3)];
    expect(await deliver(entries, time + LATER)).toBe('2');
    resultOf = () => 'sent';
    expect(await newDelivery()(entries, time + LATER)).toBeNull();
    for (const id of ['a', 'b']) expect(new Set(received.get(id))).toEqual(new Set(['id 1', 'id 2', 'id 3']));
  });

  test('is disconnected after a timeout, so that it notices, and no longer delays the others', async () => {
    connect('a');
    connect('b');
    resultOf = (id) => (id === 'a' ? 'fails' : 'sent');
    expect(await deliver([change(1)], time + LATER)).toBe('1');
    time += 20 * SECOND;
    expect(await deliver([change(1)], time + LATER)).toBeNull();
    expect(closed).toEqual(['a']);
    expect([...connections.keys()]).toEqual(['b']);
  });

  describe('and cannot be disconnected', () => {
    beforeEach(async () => {
      connect('a');
      resultOf = (id) => (id === 'a' ? 'fails' : 'sent');
      closes = false;
      expect(await deliver([change(1)], time + LATER)).toBe('1');
      time += 20 * SECOND;
      expect(await deliver([change(1)], time + LATER)).toBe('1');
    });

    test('misses nothing when it can be reached again', async () => {
      resultOf = () => 'sent';
      expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
      expect(received.get('a')).toEqual(['id 1', 'id 2']);
    });

    test('is disconnected when that is possible again', async () => {
      closes = true;
      expect(await deliver([change(1)], time + LATER)).toBeNull();
      expect(closed).toEqual(['a']);
      expect([...connections.keys()]).toEqual([]);
    });

    test('is waited for as long as no subscriber can be reached', async () => {
      time += 600 * SECOND;
      expect(await deliver([change(1)], time + LATER)).toBe('1');
      expect([...connections.keys()]).toEqual(['a']);
    });

    test('delays other subscribers for a minute at most', async () => {
      connect('b');
      expect(await deliver([change(1)], time + LATER)).toBe('1');
      time += 60 * SECOND;
      expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
      expect(received.get('b')).toEqual(['id 1', 'id 2']);
      expect([...connections.keys()]).toEqual(['b']);
    });
  });

  test('has the full timeout again after it was reached', async () => {
    connect('a');
    resultOf = () => 'fails';
    await deliver([change(1)], time + LATER);
    resultOf = () => 'sent';
    await deliver([change(1)], time + LATER);
    time += 20 * SECOND;
    resultOf = () => 'fails';
    expect(await deliver([change(2)], time + LATER)).toBe('2');
    expect(closed).toEqual([]);
  });
});

test('a subscriber with an expired proof is disconnected, and receives nothing more', async () => {
  const proof = { pem: '', server: null, everywhere: true, admin: false, expires: time + 1 };
  connect('a', { proofs: [{ ...proof, expires: time + LATER }, proof] });
  expect(await deliver([change(1)], time + LATER)).toBeNull();
  time += 2;
  expect(await deliver([change(2)], time + LATER)).toBeNull();
  expect(received.get('a')).toEqual(['id 1']);
  expect(closed).toEqual(['a']);
  expect([...connections.keys()]).toEqual([]);
});

test('a subscriber with an expired proof that cannot be disconnected is disconnected later, and receives nothing until then', async () => {
  connect('a', { proofs: [{ pem: '', server: null, everywhere: true, admin: false, expires: time - 1 }] });
  closes = false;
  expect(await deliver([change(1)], time + LATER)).toBeNull();
  expect([...connections.keys()]).toEqual(['a']);
  closes = true;
  expect(await deliver([change(2)], time + LATER)).toBeNull();
  expect(closed).toEqual(['a']);
  expect(received.get('a')).toBeUndefined();
});

test('entries after the deadline are delivered later, and no subscriber is disconnected', async () => {
  connect('a');
  resultOf = (_id, message) => {
    if (message === 'id 2') time += 30 * SECOND;
    return 'sent';
  };
  const entries = [change(1), change(2), change(3)];
  expect(await deliver(entries, time + 10 * SECOND)).toBe('3');
  expect(closed).toEqual([]);
  expect(await deliver(entries.slice(2), time + LATER)).toBeNull();
  expect(received.get('a')).toEqual(['id 1', 'id 2', 'id 3']);
});

describe('a subscriber with a replay', () => {
  const begin = { cursor: 'c0', step: 0 };

  test('receives what it missed first, part by part, and then new changes', async () => {
    connect('a', { replay: begin });
    connect('b');
    replays.set(0, { messages: ['old 1'], next: { cursor: 'c1', step: 1 } });
    replays.set(1, { messages: ['old 2', 'old 3'], next: null });
    const entries = [change(1), replay(2, 'a', 0), change(3), replay(4, 'a', 1), change(5)];
    expect(await deliver(entries, time + LATER)).toBeNull();
    expect(received.get('a')).toEqual(['old 1', 'old 2', 'old 3', 'id 5']);
    expect(received.get('b')).toEqual(['id 1', 'id 3', 'id 5']);
    expect(connections.get('a')?.replay).toBeNull();
  });

  test('receives a part once that is requested twice', async () => {
    connect('a', { replay: begin });
    replays.set(0, { messages: ['old'], next: null });
    expect(await deliver([replay(1, 'a', 0), replay(2, 'a', 0), change(3)], time + LATER)).toBeNull();
    expect(received.get('a')).toEqual(['old', 'id 3']);
  });

  test('continues when another process takes over', async () => {
    connect('a', { replay: begin });
    replays.set(0, { messages: ['old 1'], next: { cursor: 'c1', step: 1 } });
    replays.set(1, { messages: ['old 2'], next: null });
    resultOf = (_id, message) => (message === 'old 2' ? 'fails' : 'sent');
    expect(await deliver([replay(1, 'a', 0), replay(2, 'a', 1), change(3)], time + LATER)).toBe('2');
    resultOf = () => 'sent';
    expect(await newDelivery()([replay(2, 'a', 1), change(3)], time + LATER)).toBeNull();
    expect(received.get('a')).toEqual(['old 1', 'old 2', 'id 3']);
  });

  test('receives new changes although the cached list does not have the end of its replay', async () => {
    connect('a');
    listed = [{ id: 'a', since: 0, query: '', proofs: [], replay: begin }];
    expect(await deliver([change(1)], time + LATER)).toBeNull();
    expect(await deliver([change(2)], time + LATER)).toBeNull();
    expect(received.get('a')).toEqual(['id 1', 'id 2']);
  });
});
