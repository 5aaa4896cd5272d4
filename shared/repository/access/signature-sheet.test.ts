import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { faultOf, isAdmin, keysFor } from './caller.ts';
import { callerOf, faultIn, makeEntry, makeKey, makeSheet, NOW, SOON, verifierWith } from './testing/sheet.ts';

let alice: PrivateKey;
let bob: PrivateKey;

beforeAll(async () => {
  [alice, bob] = await Promise.all([makeKey(), makeKey()]);
}, 30_000);

function ids(...keys: PrivateKey[]): Set<string> {
  return new Set(keys.map((key) => key.publicKey.id));
}

describe('a signature sheet', () => {
  test('proves the keys of its valid entries', async () => {
    const sheet = JSON.stringify([await makeEntry(alice, { expiry: SOON }), await makeEntry(bob, { expiry: SOON })]);
    const caller = await callerOf([sheet]);
    expect(caller.faults).toEqual([]);
    expect(keysFor(caller, null)).toEqual(ids(alice, bob));
    expect(keysFor(caller, 'http://anything')).toEqual(ids(alice, bob));
  });

  test('may be empty, absent, or one entry on its own', async () => {
    for (const sources of [[], [''], ['[]'], ['', '[]'], ['  ']]) {
      const caller = await callerOf(sources);
      expect(caller.proofs).toEqual([]);
      expect(caller.faults).toEqual([]);
      expect(faultOf(caller)).toBeNull();
    }
    expect(keysFor(await callerOf([JSON.stringify(await makeEntry(alice, { expiry: SOON }))]), null)).toEqual(
      ids(alice),
    );
  });

  test('B1 is refused with 419 when it has expired, with the text that clients know', async () => {
    const fault = await faultIn(await makeSheet(alice, { expiry: NOW - 1 }));
    expect(fault.status).toBe(419);
    expect(fault.message).toBe(`A Signature is Expired. My time is ${NOW} and the signature expires at ${NOW - 1}`);
    expect((await callerOf([await makeSheet(alice, { expiry: NOW })])).proofs).toHaveLength(1);
  });

  test('B3 is refused with 422 when its lifetime exceeds the configured one', async () => {
    const options = { maxLifetime: 60_000 };
    expect((await callerOf([await makeSheet(alice, { expiry: SOON })], options)).proofs).toHaveLength(1);
    expect((await faultIn(await makeSheet(alice, { expiry: SOON + 1 }), options)).status).toBe(422);
  });

  test('B4 strict: applies only to the object of that id when it is signed for another server', async () => {
    const target = 'https://elsewhere.example/api/data/schema.org.Thing/guid';
    for (const server of [target, `${target}/1700000000000`]) {
      const caller = await callerOf([await makeSheet(alice, { expiry: SOON, server })], {
        adminKeys: [alice.publicKey.id],
      });
      expect(keysFor(caller, null)).toEqual(new Set());
      expect(keysFor(caller, `${target}2`)).toEqual(new Set());
      expect(keysFor(caller, 'http://localhost/api/data/schema.org.Thing/guid')).toEqual(new Set());
      expect(keysFor(caller, target)).toEqual(ids(alice));
      expect(isAdmin(caller, target)).toBe(true);
      expect(isAdmin(caller, null)).toBe(false);
    }
  });

  test('B4 strict: applies everywhere when it is signed for an own address or one under it, not for look-alikes', async () => {
    const bases = ['https://me.example/api/', 'http://localhost:8080/svc/api/'];
    const counts = async (server: string) =>
      keysFor(await callerOf([await makeSheet(alice, { expiry: SOON, server })], { bases }), null).size === 1;
    for (const server of [
      'https://me.example/api/',
      'https://me.example/api',
      'https://ME.example:443/api/',
      'https://me.example/api/data/schema.org.Thing/guid/1',
      'http://localhost:8080/svc/api/data/x',
    ]) {
      expect(await counts(server), server).toBe(true);
    }
    for (const server of [
      '',
      'me.example/api/',
      'http://me.example/api/',
      'https://me.example.evil.org/api/',
      'https://me.example@evil.org/api/',
      'https://user@me.example/api/',
      'https://me.example/api/../other/',
      'https://me.example/apix/',
      'https://me.example/',
      'https://me.example:8443/api/',
      'http://localhost/svc/api/',
      'https://evil.org/?https://me.example/api/',
    ]) {
      expect(await counts(server), server).toBe(false);
    }
  });

  test('B4 strict: applies to nothing when it is signed without a server', async () => {
    const entry = await makeEntry(alice, { expiry: SOON });
    const { server: _server, ...without } = entry;
    expect((await faultIn(JSON.stringify(without))).status).toBe(451); // it was signed
    expect((await faultIn(JSON.stringify({ ...entry, server: 5 }))).status).toBe(422);
  });

  test('B4 warn: applies everywhere, with a warning', async () => {
    const warn = vi.fn();
    const server = 'https://elsewhere.example/api/';
    const options = { serverCheck: 'warn', warn } as const;
    const caller = await callerOf([await makeSheet(alice, { expiry: SOON, server })], options);
    expect(keysFor(caller, null)).toEqual(ids(alice));
    expect(warn).toHaveBeenCalledExactlyOnceWith({
      message: expect.any(String),
      server: 'https://elsewhere.example',
      signer: alice.publicKey.id,
    });
    await callerOf([await makeSheet(alice, { expiry: SOON })], options);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('is refused with 422 when it is malformed, with the text that clients know', async () => {
    for (const text of [
      '{',
      'null',
      '5',
      '"text"',
      'true',
      '[null]',
      '[5]',
      '[[]]',
      '{}',
      '[{}]',
      `${'['.repeat(5000)}`,
      '\ud800',
    ]) {
      const fault = await faultIn(text);
      expect(fault.status).toBe(422);
      expect(fault.message).toMatch(/^Missing or Malformed Signature\./);
    }
  });

  test('B20 adds to the other sources of its request, each of which is judged on its own', async () => {
    const good = await makeSheet(alice, { expiry: SOON });
    const other = JSON.stringify(await makeEntry(bob, { expiry: SOON }));
    const caller = await callerOf([good, other, '{']);
    expect(keysFor(caller, null)).toEqual(ids(alice, bob));
    expect(caller.faults.map((fault) => fault.code)).toEqual(['invalid-sheet']);
  });

  test('B21 an invalid entry does not affect others, and is not an error while one is valid', async () => {
    const bad = [
      await makeEntry(bob, { expiry: NOW - 1 }),
      await makeEntry(bob, { expiry: SOON, after: { extra: 1 } }),
      {},
      await makeEntry(bob, { expiry: SOON, type: 'X' }),
    ];
    const good = await makeEntry(alice, { expiry: SOON });
    const caller = await callerOf([JSON.stringify([...bad, good])]);
    expect(keysFor(caller, null)).toEqual(ids(alice));
    expect(caller.faults.map((fault) => fault.status)).toEqual([419, 451, 422, 422]);
    expect(faultOf(caller)).toBeNull();
    expect(faultOf(await callerOf([JSON.stringify(bad)]))?.status).toBe(419);
  });

  test('B22 is refused with 400 before anything is verified when all sources have too many entries', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    const entry = await makeEntry(alice, { expiry: SOON });
    const sheet = (count: number) => JSON.stringify(Array.from({ length: count }, () => entry));
    for (const sources of [
      [sheet(9)],
      [sheet(4), sheet(4), sheet(1)],
      [`[${'{},'.repeat(100_000)}{}]`],
      ['x'.repeat(1_000_000)],
    ]) {
      const error = await callerOf(sources).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Problem);
      expect(error).toMatchObject({ code: 'too-many-entries', status: 400 });
    }
    expect(verify).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect((await callerOf([sheet(4), sheet(4)])).faults).toEqual([]);
  });

  test('B23 a sheet is verified once, and not believed a moment longer than it lasts', async () => {
    let now = NOW;
    const verifier = verifierWith({ now: () => now });
    const sheet = JSON.stringify([
      await makeEntry(alice, { expiry: SOON }),
      await makeEntry(bob, { expiry: SOON + 1000 }),
    ]);
    const verify = vi.spyOn(crypto.subtle, 'verify');
    for (let i = 0; i < 5; i++) expect((await verifier.verify([sheet])).proofs).toHaveLength(2);
    expect(verify).toHaveBeenCalledTimes(2);
    now = SOON;
    expect((await verifier.verify([sheet])).proofs).toHaveLength(2);
    now = SOON + 1;
    const later = await verifier.verify([sheet]);
    expect(keysFor(later, null)).toEqual(ids(bob));
    expect(later.faults.map((fault) => fault.status)).toEqual([419]);
    now = SOON + 1001;
    expect((await verifier.verify([sheet])).proofs).toEqual([]);
    vi.restoreAllMocks();
  });

  test('B23 the sheets remembered take a bounded space', async () => {
    const verifier = verifierWith();
    const sheet = await makeSheet(alice, { expiry: SOON });
    const padded = (i: number) => sheet + ' '.repeat(50_000 + i);
    const verify = vi.spyOn(crypto.subtle, 'verify');
    for (let i = 0; i < 100; i++) await verifier.verify([padded(i)]);
    await verifier.verify([padded(99)]);
    expect(verify).toHaveBeenCalledTimes(100);
    await verifier.verify([padded(0)]);
    expect(verify).toHaveBeenCalledTimes(101);
    vi.restoreAllMocks();
  });

  test('B23 a text that differs anywhere is another sheet', async () => {
    const verifier = verifierWith();
    const sheet = await makeSheet(alice, { expiry: SOON });
    expect((await verifier.verify([sheet])).proofs).toHaveLength(1);
    expect((await verifier.verify([sheet.replace(`:${SOON}`, `:${SOON + 1}`)])).proofs).toEqual([]);
    expect((await verifier.verify([sheet.replace('/api/', '/apj/')])).proofs).toEqual([]);
  });

  test('B23 a sheet that was too early for the lifetime cap is checked again', async () => {
    let now = NOW;
    const verifier = verifierWith({ now: () => now, maxLifetime: 60_000 });
    const sheet = await makeSheet(alice, { expiry: SOON + 5000 });
    expect((await verifier.verify([sheet])).proofs).toEqual([]);
    now += 5000;
    expect((await verifier.verify([sheet])).proofs).toHaveLength(1);
  });

  test('B24 the expiry is compared with the time that ping answers', async () => {
    const skew = -86_400_000;
    const theirs = Date.now() + skew;
    const sheet = await makeSheet(alice, { expiry: theirs + 300_000 });
    expect((await callerOf([sheet], { now: () => theirs })).proofs).toHaveLength(1);
    expect((await faultIn(sheet, { now: () => Date.now() })).status).toBe(419);
  });

  test('makes the holders of admin keys admins', async () => {
    const sheet = await makeSheet(alice, { expiry: SOON });
    expect(isAdmin(await callerOf([sheet], { adminKeys: [alice.publicKey.id] }), null)).toBe(true);
    expect(isAdmin(await callerOf([sheet], { adminKeys: [bob.publicKey.id] }), null)).toBe(false);
  });
});
