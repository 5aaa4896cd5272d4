import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { ANONYMOUS, createCaller, faultOf, isAdmin, keysFor, refusal } from './caller.ts';
import { callerNaming, callerWith, publicKey } from './testing/caller.ts';

const [alice, bob] = [publicKey(1), publicKey(2)];

describe('a caller', () => {
  test('without proofs has no keys and no power', () => {
    expect(keysFor(ANONYMOUS, null).size).toBe(0);
    expect(keysFor(ANONYMOUS, 'http://x').size).toBe(0);
    expect(isAdmin(ANONYMOUS, 'http://x')).toBe(false);
    expect(faultOf(ANONYMOUS)).toBeNull();
  });

  test('is an admin by an admin key only', () => {
    expect(isAdmin(callerWith([alice, bob], [bob.id]), null)).toBe(true);
    expect(isAdmin(callerWith([alice], [bob.id]), null)).toBe(false);
  });

  test.each([
    // the signed-for value, the object, whether it counts
    ['https://a.example/api/data/T/g', 'https://a.example/api/data/T/g', true],
    ['https://a.example/api/data/T/g/17', 'https://a.example/api/data/T/g', true],
    ['https://a.example/api/custom/data/T/g/17', 'https://a.example/api/custom/data/T/g', true],
    ['https://a.example/api/data/T/g/17/18', 'https://a.example/api/data/T/g', false],
    ['https://a.example/api/data/T/g', 'https://a.example/api/data/T/g2', false],
    ['https://a.example/api/data/T/g/x', 'https://a.example/api/data/T/g', false],
    ['https://a.example/item', 'https://a.example/item', true],
    ['https://a.example/item/17', 'https://a.example/item/17', true],
    ['https://a.example/item/17', 'https://a.example/item', false],
    ['https://a.example/item', 'https://a.example/item/17', false],
    ['', '', true],
    ['https://a.example/item', null, false],
  ])('with a signature for %j may use it on %j: %j', (server, target, counts) => {
    const caller = callerNaming(server, alice, true);
    expect(keysFor(caller, target).has(alice.id)).toBe(counts);
    expect(isAdmin(caller, target)).toBe(counts);
  });

  test('cannot use a signature without a server for any object', () => {
    expect(keysFor(callerNaming(null, alice), 'http://x').size).toBe(0);
    expect(keysFor(callerNaming(null, alice), null).size).toBe(0);
  });

  test('adds keys for one object to those for all', () => {
    const caller = createCaller([...callerWith([alice]).proofs, ...callerNaming('http://x', bob).proofs], []);
    expect(keysFor(caller, 'http://x')).toEqual(new Set([alice.id, bob.id]));
    expect(keysFor(caller, 'http://y')).toEqual(new Set([alice.id]));
  });

  test('gets the error of its sheet only if no entry was valid', () => {
    const fault = new Problem('sheet-expired', 'expired');
    const otherwise = new Problem('not-owner', 'not owner');
    expect(refusal(createCaller([], [fault]), otherwise)).toBe(fault);
    expect(refusal(createCaller(callerWith([alice]).proofs, [fault]), otherwise)).toBe(otherwise);
    expect(refusal(ANONYMOUS, otherwise)).toBe(otherwise);
  });
});
