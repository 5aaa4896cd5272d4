import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../shared/objects/change-feed.ts';
import type { Connection, Replay } from '../connections.ts';
import { createDelivery, type Deliver, type Delivered } from './deliver.ts';

const SECOND = 1_000;

let time: number;
let connections: Map<string, Connection>;
let heard: Map<string, string[]>;
let closed: string[];
/** Whether a connection can be closed. */
let closes: boolean;
/** Connections as a list that was read earlier has them. */
let listed: readonly Connection[] | null;
/** What happens to a post; `sent` takes it. */
let fate: (id: string, message: string) => 'sent' | 'gone' | 'fails';
let replays: Map<number, { readonly messages: readonly string[]; readonly next: Replay | null }>;
let deliver: Deliver;

beforeEach(() => {
  time = 1_000_000;
  connections = new Map();
  heard = new Map();
  closed = [];
  closes = true;
  listed = null;
  fate = () => 'sent';
  replays = new Map();
  deliver = newDelivery();
});

/** As a process that was just started has it. */
function newDelivery(): Deliver {
  return createDelivery({
    connections: {
      remove: async (id) => void connections.delete(id),
      all: async () => listed ?? [...connections.values()],
      get: async (id) => connections.get(id) ?? null,
    },
    channel: {
      async post(id, message) {
        const happens = fate(id, message);
        if (happens === 'fails') throw new Error('It fails.');
        if (happens === 'sent') heard.set(id, [...(heard.get(id) ?? []), message]);
        return happens;
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

function listen(id: string, more: Partial<Connection> = {}): void {
  connections.set(id, { id, since: 0, query: '', proofs: [], replay: null, ...more });
}

function change(sequence: number, shortId = `id ${sequence}`): Delivered {
  const objects = shortId === '' ? [] : [{ shortId }];
  const told = { kind: 'single', objects } as unknown as Change; // the listeners here look at the short id only
  return { sequence: String(sequence), time, entry: { kind: 'change', change: told } };
}

function replay(sequence: number, connection: string, step: number): Delivered {
  return { sequence: String(sequence), time, entry: { kind: 'replay', connection, step } };
}

const LATER = 60 * SECOND;

test('every listener hears of every entry, in order', async () => {
  for (let count = 0; count < 100; count++) listen(`c${count}`);
  expect(await deliver([change(1), change(2), change(3)], time + LATER)).toBeNull();
  expect(heard.size).toBe(100);
  for (const messages of heard.values()) expect(messages).toEqual(['id 1', 'id 2', 'id 3']);
});

test('an entry that is nothing for a listener is no message', async () => {
  listen('a');
  expect(await deliver([change(1, ''), change(2)], time + LATER)).toBeNull();
  expect(heard.get('a')).toEqual(['id 2']);
});

test('a listener that is gone is removed, and the others hear all', async () => {
  listen('a');
  listen('b');
  fate = (id) => (id === 'a' ? 'gone' : 'sent');
  expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
  expect([...connections.keys()]).toEqual(['b']);
  expect(heard.get('b')).toEqual(['id 1', 'id 2']);
});

test('a listener whose handshake is not over yet is waited for, and not taken for gone', async () => {
  listen('a', { since: time - 100 });
  const over = time + SECOND;
  fate = () => (time < over ? 'gone' : 'sent');
  expect(await deliver([change(1)], time + LATER)).toBeNull();
  expect(heard.get('a')).toEqual(['id 1']);
});

test('a listener that left before its handshake was over is not waited for', async () => {
  listen('a', { since: time - 100 });
  listen('b');
  const begin = time;
  fate = (id) => {
    connections.delete('a');
    return id === 'a' ? 'gone' : 'sent';
  };
  expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
  expect(time).toBe(begin);
});

describe('a listener that cannot be told', () => {
  test('is told again, in order, and the others hear nothing twice', async () => {
    listen('a');
    listen('b');
    let failures = 1;
    fate = (id, message) => (id === 'a' && message === 'id 2' && failures-- > 0 ? 'fails' : 'sent');
    const entries = [change(1), change(2), change(3)];
    expect(await deliver(entries, time + LATER)).toBe('2');
    expect(await deliver(entries.slice(1), time + LATER)).toBeNull();
    expect(heard.get('a')).toEqual(['id 1', 'id 2', 'id 3']);
    expect(heard.get('b')).toEqual(['id 1', 'id 2', 'id 3']);
  });

  test('misses nothing when another process goes on', async () => {
    listen('a');
    listen('b');
    fate = (id, message) => (id === 'a' && message === 'id 2' ? 'fails' : 'sent');
    const entries = [change(1), change(2), change(3)];
    expect(await deliver(entries, time + LATER)).toBe('2');
    fate = () => 'sent';
    expect(await newDelivery()(entries, time + LATER)).toBeNull();
    for (const id of ['a', 'b']) expect(new Set(heard.get(id))).toEqual(new Set(['id 1', 'id 2', 'id 3']));
  });

  test('is cut off after a while, so that it knows, and holds up nobody any more', async () => {
    listen('a');
    listen('b');
    fate = (id) => (id === 'a' ? 'fails' : 'sent');
    expect(await deliver([change(1)], time + LATER)).toBe('1');
    time += 20 * SECOND;
    expect(await deliver([change(1)], time + LATER)).toBeNull();
    expect(closed).toEqual(['a']);
    expect([...connections.keys()]).toEqual(['b']);
  });

  describe('and cannot be cut off', () => {
    beforeEach(async () => {
      listen('a');
      fate = (id) => (id === 'a' ? 'fails' : 'sent');
      closes = false;
      expect(await deliver([change(1)], time + LATER)).toBe('1');
      time += 20 * SECOND;
      expect(await deliver([change(1)], time + LATER)).toBe('1');
    });

    test('misses nothing when it can be told again', async () => {
      fate = () => 'sent';
      expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
      expect(heard.get('a')).toEqual(['id 1', 'id 2']);
    });

    test('is cut off when that goes again', async () => {
      closes = true;
      expect(await deliver([change(1)], time + LATER)).toBeNull();
      expect(closed).toEqual(['a']);
      expect([...connections.keys()]).toEqual([]);
    });

    test('is waited for as long as nobody can be told', async () => {
      time += 600 * SECOND;
      expect(await deliver([change(1)], time + LATER)).toBe('1');
      expect([...connections.keys()]).toEqual(['a']);
    });

    test('holds up others who can be told for a minute at most', async () => {
      listen('b');
      expect(await deliver([change(1)], time + LATER)).toBe('1');
      time += 60 * SECOND;
      expect(await deliver([change(1), change(2)], time + LATER)).toBeNull();
      expect(heard.get('b')).toEqual(['id 1', 'id 2']);
      expect([...connections.keys()]).toEqual(['b']);
    });
  });

  test('has its time anew once it was told again', async () => {
    listen('a');
    fate = () => 'fails';
    await deliver([change(1)], time + LATER);
    fate = () => 'sent';
    await deliver([change(1)], time + LATER);
    time += 20 * SECOND;
    fate = () => 'fails';
    expect(await deliver([change(2)], time + LATER)).toBe('2');
    expect(closed).toEqual([]);
  });
});

test('a listener of whose proofs one has expired is cut off, and hears nothing more', async () => {
  const proof = { pem: '', server: null, everywhere: true, admin: false, expires: time + 1 };
  listen('a', { proofs: [{ ...proof, expires: time + LATER }, proof] });
  expect(await deliver([change(1)], time + LATER)).toBeNull();
  time += 2;
  expect(await deliver([change(2)], time + LATER)).toBeNull();
  expect(heard.get('a')).toEqual(['id 1']);
  expect(closed).toEqual(['a']);
  expect([...connections.keys()]).toEqual([]);
});

test('a listener of whose proofs one has expired and who cannot be cut off is cut off later, and hears nothing until then', async () => {
  listen('a', { proofs: [{ pem: '', server: null, everywhere: true, admin: false, expires: time - 1 }] });
  closes = false;
  expect(await deliver([change(1)], time + LATER)).toBeNull();
  expect([...connections.keys()]).toEqual(['a']);
  closes = true;
  expect(await deliver([change(2)], time + LATER)).toBeNull();
  expect(closed).toEqual(['a']);
  expect(heard.get('a')).toBeUndefined();
});

test('what there is no time for is delivered later, and is nobody’s fault', async () => {
  listen('a');
  fate = (_id, message) => {
    if (message === 'id 2') time += 30 * SECOND;
    return 'sent';
  };
  const entries = [change(1), change(2), change(3)];
  expect(await deliver(entries, time + 10 * SECOND)).toBe('3');
  expect(closed).toEqual([]);
  expect(await deliver(entries.slice(2), time + LATER)).toBeNull();
  expect(heard.get('a')).toEqual(['id 1', 'id 2', 'id 3']);
});

describe('a listener that was away', () => {
  const begin = { cursor: 'c0', step: 0 };

  test('hears what it missed first, part by part, and then of changes as they come', async () => {
    listen('a', { replay: begin });
    listen('b');
    replays.set(0, { messages: ['old 1'], next: { cursor: 'c1', step: 1 } });
    replays.set(1, { messages: ['old 2', 'old 3'], next: null });
    const entries = [change(1), replay(2, 'a', 0), change(3), replay(4, 'a', 1), change(5)];
    expect(await deliver(entries, time + LATER)).toBeNull();
    expect(heard.get('a')).toEqual(['old 1', 'old 2', 'old 3', 'id 5']);
    expect(heard.get('b')).toEqual(['id 1', 'id 3', 'id 5']);
    expect(connections.get('a')?.replay).toBeNull();
  });

  test('hears a part once that is asked for twice', async () => {
    listen('a', { replay: begin });
    replays.set(0, { messages: ['old'], next: null });
    expect(await deliver([replay(1, 'a', 0), replay(2, 'a', 0), change(3)], time + LATER)).toBeNull();
    expect(heard.get('a')).toEqual(['old', 'id 3']);
  });

  test('goes on where it was when another process takes over', async () => {
    listen('a', { replay: begin });
    replays.set(0, { messages: ['old 1'], next: { cursor: 'c1', step: 1 } });
    replays.set(1, { messages: ['old 2'], next: null });
    fate = (_id, message) => (message === 'old 2' ? 'fails' : 'sent');
    expect(await deliver([replay(1, 'a', 0), replay(2, 'a', 1), change(3)], time + LATER)).toBe('2');
    fate = () => 'sent';
    expect(await newDelivery()([replay(2, 'a', 1), change(3)], time + LATER)).toBeNull();
    expect(heard.get('a')).toEqual(['old 1', 'old 2', 'id 3']);
  });

  test('hears of changes as they come also where the end of what it missed is not known yet', async () => {
    listen('a');
    listed = [{ id: 'a', since: 0, query: '', proofs: [], replay: begin }];
    expect(await deliver([change(1)], time + LATER)).toBeNull();
    expect(await deliver([change(2)], time + LATER)).toBeNull();
    expect(heard.get('a')).toEqual(['id 1', 'id 2']);
  });
});
