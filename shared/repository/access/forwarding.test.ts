import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PublicKey, parsePublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { ObjectKey } from '../store/object-store.ts';
import { ANONYMOUS, type Caller, createCaller, isAdmin, keysFor } from './caller.ts';
import { createForwarding, type Forwarding, MAX_OLD_KEYS } from './forwarding.ts';
import { callerNaming, callerWith, publicKey } from './testing/caller.ts';
import { followRekey } from './testing/rekey.ts';

const [a, b, c, d, stranger] = [1, 3, 5, 7, 9].map(publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
];

function forwarding(...rekeys: readonly (readonly [PublicKey, PublicKey])[]): Forwarding {
  const table = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
  for (const [i, rekey] of rekeys.entries()) followRekey(table, `request ${i}`, rekey, { time: i });
  return table;
}

function keys(table: Forwarding, caller: Caller, target: string | null = null): ReadonlySet<string> {
  return keysFor(table.apply(caller), target);
}

const ids = (...some: readonly PublicKey[]): ReadonlySet<string> => new Set(some.map(({ id }) => id));

describe('a key that leads to another', () => {
  test('no longer proves anything, and the new key proves both', () => {
    const table = forwarding([a, b]);
    expect(keys(table, callerWith([a]))).toEqual(ids());
    expect(keys(table, callerWith([b]))).toEqual(ids(b, a));
    expect(keys(table, callerWith([a, b]))).toEqual(ids(b, a));
  });

  test('does not affect other keys', () => {
    const table = forwarding([a, b]);
    for (const caller of [ANONYMOUS, callerWith([stranger])]) expect(table.apply(caller)).toBe(caller);
  });

  test('leads on over any number of steps', () => {
    const table = forwarding([b, c], [a, b], [d, c]);
    expect(keys(table, callerWith([c]))).toEqual(ids(c, b, d, a));
    for (const old of [a, b, d]) expect(keys(table, callerWith([old]))).toEqual(ids());
  });

  test('is proved for the object only that the new key was proved for', () => {
    const table = forwarding([a, b]);
    const caller = callerNaming('https://x.example/1', b);
    expect(keys(table, caller)).toEqual(ids());
    expect(keys(table, caller, 'https://x.example/1')).toEqual(ids(a, b));
    expect(keys(table, callerNaming('https://x.example/1', a), 'https://x.example/1')).toEqual(ids());
  });

  test('takes no admin power away and passes none on', () => {
    const table = forwarding([a, b]);
    expect(isAdmin(table.apply(callerWith([a], [a.id])), null)).toBe(true);
    expect(isAdmin(table.apply(callerWith([b], [a.id])), null)).toBe(false);
    const byNew = table.apply(callerWith([b], [b.id]));
    expect(byNew.proofs.filter(({ admin }) => admin).map(({ key }) => key.id)).toEqual([b.id]);
  });

  test('leaves the faults of a sheet as they are', () => {
    const fault = new Problem('sheet-expired', 'expired');
    const caller = createCaller(callerWith([a]).proofs, [fault]);
    expect(forwarding([a, b]).apply(caller).faults).toEqual([fault]);
  });

  test('counts among a bounded number of old keys, the nearest first', () => {
    const many = Array.from({ length: 400 }, (_, i) => publicKey(2 * i + 1001));
    const table = forwarding([a, b], ...many.map((key) => [key, a] as const));
    const proved = keys(table, callerWith([b, c]));
    expect(proved.size).toBe(2 + MAX_OLD_KEYS);
    for (const { id } of [a, b, c]) expect(proved.has(id)).toBe(true);
  });
});

describe('the table follows the stored requests', () => {
  test('a deleted request leads nowhere', () => {
    const table = forwarding([a, b]);
    followRekey(table, 'request 0', null, { version: 1, deleted: true });
    expect(keys(table, callerWith([a]))).toEqual(ids(a));
    expect(keys(table, callerWith([b]))).toEqual(ids(b));
  });

  test('a request that became something else leads nowhere, and one that was changed leads elsewhere', () => {
    const table = forwarding([a, b]);
    followRekey(table, 'request 0', [a, c], { version: 2 });
    expect(keys(table, callerWith([b]))).toEqual(ids(b));
    expect(keys(table, callerWith([c]))).toEqual(ids(c, a));
    followRekey(table, 'request 0', [d, c], { version: 3 });
    expect(keys(table, callerWith([a]))).toEqual(ids(a));
    expect(keys(table, callerWith([c]))).toEqual(ids(c, d));
    followRekey(table, 'request 0', null, { version: 4 });
    expect(keys(table, callerWith([c]))).toEqual(ids(c));
  });

  test('late states change nothing', () => {
    const table = forwarding();
    followRekey(table, 'request', null, { version: 2, deleted: true });
    followRekey(table, 'request', [a, b], { version: 2 });
    followRekey(table, 'request', [a, b], { version: 1 });
    expect(keys(table, callerWith([b]))).toEqual(ids(b));
    followRekey(table, 'request', [a, b], { version: 3 });
    followRekey(table, 'request', null, { version: 2, deleted: true });
    expect(keys(table, callerWith([b]))).toEqual(ids(b, a));
  });

  test('of two requests for one key the older one applies, and the other after its removal', () => {
    const requests = [
      ['older', [a, b], { time: 1 }],
      ['newer', [a, c], { time: 2 }],
    ] as const;
    for (const order of [requests, requests.toReversed()]) {
      const table = forwarding();
      for (const [key, rekey, state] of order) followRekey(table, key, rekey, state);
      expect(keys(table, callerWith([b]))).toEqual(ids(b, a));
      expect(keys(table, callerWith([c]))).toEqual(ids(c));
      followRekey(table, 'older', null, { deleted: true });
      expect(keys(table, callerWith([b]))).toEqual(ids(b));
      expect(keys(table, callerWith([c]))).toEqual(ids(c, a));
    }
  });

  test('a cycle does not lock any key out', () => {
    const table = forwarding([a, b], [b, c], [c, a], [d, a]);
    for (const key of [a, b, c]) expect(keys(table, callerWith([key]))).toEqual(ids(a, b, c, d));
    expect(keys(table, callerWith([d]))).toEqual(ids());
    expect(keys(forwarding([a, a]), callerWith([a]))).toEqual(ids(a));
  });

  test('whatever is stored in whatever order, a key and the keys that it leads to agree', () => {
    const key = fc.constantFrom(a, b, c, d);
    const write = fc.record({
      request: fc.constantFrom('q', 'r', 's', 't'),
      rekey: fc.option(fc.tuple(key, key)),
    });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 20 }), (writes) => {
        const table = forwarding();
        const stored = new Map<string, readonly [PublicKey, PublicKey]>();
        for (const [version, { request, rekey }] of writes.entries()) {
          followRekey(table, request, rekey, { version });
          stored.delete(request);
          if (rekey !== null) stored.set(request, rekey);
        }
        const fresh = forwarding(...stored.values());
        for (const one of [a, b, c, d]) {
          expect(keys(table, callerWith([one]))).toEqual(keys(fresh, callerWith([one])));
        }
      }),
    );
  });
});

describe('a request to forward a key', () => {
  const admit = (table: Forwarding, from: PublicKey, to: PublicKey, request = 'another') => {
    table.admit(request as ObjectKey, { from, to }); // any text serves as a key
  };

  test('is refused when its old key was replaced by another', () => {
    const table = forwarding([a, b]);
    expect(() => admit(table, a, c)).toThrow('has already been replaced');
    expect(() => admit(table, a, b)).not.toThrow();
    expect(() => admit(table, a, c, 'request 0')).not.toThrow();
    expect(() => admit(table, b, c)).not.toThrow();
  });

  test('is refused when it would close a cycle of keys', () => {
    const table = forwarding([a, b], [b, c]);
    expect(() => admit(table, c, a)).toThrow('close a cycle of keys');
    expect(() => admit(table, d, d)).toThrow('close a cycle of keys');
    expect(() => admit(table, c, d)).not.toThrow();
    expect(() => admit(table, d, a)).not.toThrow();
  });

  test('is judged without an endless loop when stored requests form a cycle', () => {
    expect(() => admit(forwarding([a, b], [b, a]), d, a)).not.toThrow();
  });
});
