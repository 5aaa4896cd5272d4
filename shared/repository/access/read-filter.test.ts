import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeSingleLinePem } from '../../base/crypto/pem.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../linked-data/json.ts';
import { ANONYMOUS, type Caller } from './caller.ts';
import { accessFacts, mayRead, readGrant, writeGrant } from './permissions.ts';
import { participants, stripProtected, visiblePart } from './read-filter.ts';
import { callerNaming, callerWith, publicKey } from './testing/caller.ts';

const ID = 'http://localhost/api/data/schema.org.Thing/guid';
const KEYS = Array.from({ length: 5 }, (_, i) => publicKey(i));
const [alice, bob, carol, admin] = KEYS as [(typeof KEYS)[0], (typeof KEYS)[0], (typeof KEYS)[0], (typeof KEYS)[0]];
const byAlice = callerWith([alice]);
const byAdmin = callerWith([admin], [admin.id]);

function seen(object: JsonObject, caller: Caller): JsonObject | null {
  return visiblePart(object, caller, ID).object;
}

function nest(node: Json, depth: number): JsonObject {
  let inner: Json = node;
  for (let i = depth; i > 0; i--) inner = i % 2 === 0 ? { keep: i, list: [i, inner] } : { keep: i, inner };
  return inner as JsonObject;
}

describe('the read filter', () => {
  test('shows an object without readers to every caller, unchanged', () => {
    const object = { '@type': 'T', owner: [bob.pem], a: [null, false, 0, '', [], {}], n: null };
    expect(visiblePart(object, ANONYMOUS, ID)).toEqual({ object, hidden: [] });
  });

  test('shows an object with readers to owners, readers and admins only', () => {
    for (const [owner, reader] of [
      ['owner', 'reader'],
      ['@owner', '@reader'],
      ['owner', '@reader'],
    ] as const) {
      const object = { [owner]: [alice.pem], [reader]: [bob.pem], secret: 1 };
      for (const caller of [byAlice, callerWith([bob]), callerWith([carol, bob]), byAdmin])
        expect(seen(object, caller)).toEqual(object);
      for (const caller of [ANONYMOUS, callerWith([carol])]) expect(seen(object, caller)).toBeNull();
    }
  });

  test('A15 compares keys, not texts', () => {
    const pkcs1 = encodeSingleLinePem('RSA PUBLIC KEY', alice.spki.slice(24));
    const readable = [pkcs1, alice.pem.replace(/(.{64})/g, '$1\r\n'), ` ${alice.pem}\n`];
    for (const pem of readable) expect(seen({ reader: [pem], a: 1 }, byAlice)).not.toBeNull();
    // Texts that hold the caller's key, or part of it, but are not it.
    const others = [`${alice.pem}${bob.pem}`, `x${alice.pem}`, alice.pem.slice(0, -30), `${alice.pem} `.repeat(2)];
    for (const pem of others) expect(seen({ reader: [pem], a: 1 }, byAlice)).toBeNull();
  });

  test('A16 a key in a text, in a nested object or in the list of another object gives nothing', () => {
    const hidden = { reader: [bob.pem] };
    const elsewhere: JsonObject[] = [
      { ...hidden, note: alice.pem },
      { ...hidden, notes: [alice.pem] },
      { ...hidden, inner: { owner: [alice.pem], reader: [alice.pem] } },
      { ...hidden, readers: [alice.pem], 'schema:reader': [alice.pem], Reader: [alice.pem] },
      { ...hidden, [alice.pem]: 1 },
      { ...hidden, reader: [bob.pem, { '@value': alice.pem }] },
    ];
    for (const object of elsewhere) expect(seen(object, byAlice)).toBeNull();
    const parent = { reader: [alice.pem], inner: { reader: [bob.pem], x: 1 } };
    expect(seen(parent, byAlice)).toEqual({ reader: [alice.pem] });
  });

  test('A16 __proto__ gives nothing either', () => {
    const object = parseJson(`{"reader":["${bob.pem}"],"__proto__":{"owner":["${alice.pem}"]}}`, 'x') as JsonObject;
    expect(seen(object, byAlice)).toBeNull();
    const nested = parseJson(`{"a":{"__proto__":{"reader":["${bob.pem}"],"x":1}},"b":2}`, 'x') as JsonObject;
    expect(JSON.stringify(seen(nested, byAlice))).toBe('{"a":{},"b":2}');
  });

  test('A17 an unreadable object inside is removed and its parent stays, at depths 1 to 8', () => {
    for (let depth = 1; depth <= 8; depth++) {
      for (const secret of [
        { reader: [bob.pem], x: 1 },
        { '@type': 'EncryptedValue', owner: [bob.pem], payload: 'p' },
      ]) {
        const object = nest(secret, depth);
        const before = JSON.stringify(object);
        const rest = visiblePart(object, byAlice, ID);
        expect(JSON.stringify(rest.object)).not.toContain(bob.pem);
        expect(JSON.stringify(rest.object).match(/keep/g)).toHaveLength(depth);
        expect(rest.hidden).toHaveLength(1);
        expect(seen(object, callerWith([bob]))).toEqual(object);
        expect(seen(object, byAdmin)).toEqual(object);
        expect(JSON.stringify(object)).toBe(before);
      }
    }
  });

  test('A17 lists the positions of hidden objects, keeps emptied arrays, and descends into readable objects', () => {
    const hidden = { reader: [bob.pem] };
    const object = {
      a: hidden,
      'b/~': [hidden, 1, hidden],
      c: [[hidden]],
      d: { reader: [alice.pem], e: hidden, f: null },
    };
    expect(visiblePart(object, byAlice, ID)).toEqual({
      object: { 'b/~': [1], c: [[]], d: { reader: [alice.pem], f: null } },
      hidden: ['/a', '/b~1~0/0', '/b~1~0/2', '/c/0/0', '/d/e'],
    });
  });

  test('A25 an EncryptedValue is for its owners, readers and admins, also without readers and without owners', () => {
    const value = { '@type': 'EncryptedValue', payload: 'p' };
    expect(seen({ ...value, owner: [alice.pem] }, byAlice)).not.toBeNull();
    expect(seen({ ...value, owner: [alice.pem] }, callerWith([bob]))).toBeNull();
    expect(seen(value, byAlice)).toBeNull();
    expect(seen(value, byAdmin)).not.toBeNull();
    expect(seen({ a: [value] }, byAlice)).toEqual({ a: [] });
  });

  test('an object with unreadable key lists stays hidden, without an error', () => {
    const lists: Json[] = ['Alice', ['Alice'], {}, 5, true, [null], ['-----BEGIN PUBLIC KEY-----x']];
    for (const reader of lists) expect(seen({ reader }, byAlice)).toBeNull();
    expect(seen({ a: { reader: ['-----BEGIN PUBLIC KEY-----x'], x: 1 } }, byAlice)).toEqual({});
    expect(seen({ a: { reader: ['-----BEGIN PUBLIC KEY-----x'], owner: [alice.pem] } }, byAlice)).toHaveProperty('a');
    expect(seen({ a: { reader: 'Alice' } }, byAlice)).toEqual({ a: { reader: 'Alice' } });
  });

  test('a signature for one object opens that object only', () => {
    const object = { reader: [alice.pem] };
    expect(visiblePart(object, callerNaming(ID, alice), ID).object).not.toBeNull();
    expect(visiblePart(object, callerNaming(`${ID}/17`, alice), ID).object).not.toBeNull();
    expect(visiblePart(object, callerNaming(`${ID}2`, alice), ID).object).toBeNull();
    expect(visiblePart(object, callerNaming(ID, alice), null).object).toBeNull();
  });

  test('numbers that a double cannot hold come through', () => {
    const object = parseJson(
      `{"n":12345678901234567890,"a":[{"reader":["${bob.pem}"]},{"n":1e400}]}`,
      'x',
    ) as JsonObject;
    expect(JSON.stringify(seen(object, byAlice))).toBe('{"n":12345678901234567890,"a":[{"n":1e400}]}');
  });
});

/** Objects with keys in owner and reader lists, in any spelling, at any depth. */
const tree = fc.letrec<{ node: JsonObject; value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, 0, '', 'text', false, ...KEYS.map((key) => key.pem)),
    tie('node'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  node: fc
    .record({
      owners: fc.option(fc.subarray(KEYS.map((key) => key.pem)), { nil: undefined }),
      readers: fc.option(fc.subarray(KEYS.map((key) => key.pem)), { nil: undefined }),
      at: fc.constantFrom('', '@'),
      type: fc.constantFrom('Thing', 'Thing', 'EncryptedValue'),
      members: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    })
    .map(({ owners, readers, at, type, members }) => ({
      '@type': type,
      ...members,
      ...(owners === undefined ? {} : { [`${at}owner`]: owners }),
      ...(readers === undefined ? {} : { [`${at}reader`]: readers }),
    })),
})).node;

/** The rule again, written the slow way. */
function ruleAllows(node: JsonObject, proved: readonly string[]): boolean {
  const list = (name: string): string[] => [node[name] ?? [], node[`@${name}`] ?? []].flat() as string[];
  if (list('reader').length === 0 && node['@type'] !== 'EncryptedValue') return true;
  return [...list('owner'), ...list('reader')].some((pem) => proved.includes(pem));
}

function ruleFilter(value: Json, proved: readonly string[]): Json {
  const shown = (child: Json): boolean => !isObject(child) || ruleAllows(child, proved);
  if (Array.isArray(value)) return value.filter(shown).map((child) => ruleFilter(child, proved));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, child]) => shown(child));
  return Object.fromEntries(members.map(([name, child]) => [name, ruleFilter(child, proved)]));
}

describe('access rules on generated objects', () => {
  test('the filter shows exactly the parts that the rule allows', () => {
    fc.assert(
      fc.property(tree, fc.subarray(KEYS.slice(0, 3)), (object, proved) => {
        const pems = proved.map((key) => key.pem);
        const expected = ruleAllows(object, pems) ? ruleFilter(object, pems) : null;
        const before = JSON.stringify(object);
        const result = visiblePart(object, callerWith(proved), ID);
        expect(result.object).toEqual(expected);
        expect(result.hidden.length === 0).toBe(JSON.stringify(expected) === before);
        expect(JSON.stringify(object)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  test('facts taken at write time agree with the filter at read time', () => {
    fc.assert(
      fc.property(tree, fc.subarray(KEYS.slice(0, 3)), (object, proved) => {
        const caller = callerWith(proved);
        const facts = accessFacts(object);
        const shown = visiblePart(object, caller, ID).object;
        expect(mayRead(facts, caller, ID)).toBe(shown !== null);
        if (!facts.mixed && shown !== null) expect(shown).toEqual(object);
        expect(facts.mixed).toBe(JSON.stringify(stripProtected(object)) !== JSON.stringify(object));
      }),
      { numRuns: 300 },
    );
  });

  test('the search copy shows nothing to a stranger that the filter would hide', () => {
    fc.assert(
      fc.property(tree, (object) => {
        const shown = visiblePart(object, ANONYMOUS, ID).object;
        if (shown !== null) expect(stripProtected(object)).toEqual(shown);
        const hiddenKeys = new Set(participants(object));
        if (!accessFacts(object).mixed) expect(hiddenKeys.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the participants of an object', () => {
  test('are the owners and readers of protected objects inside, not of the object itself nor of public ones', () => {
    const object = {
      owner: [admin.pem],
      subject: { '@type': 'EncryptedValue', owner: [alice.pem], '@reader': [bob.pem, alice.pem] },
      open: { owner: [carol.pem] },
      list: [{ inner: { reader: [carol.pem] } }],
    };
    expect(participants(object)).toEqual([alice.id, bob.id, carol.id]);
    expect(participants({ owner: [admin.pem], open: { owner: [carol.pem] } })).toEqual([]);
    expect(stripProtected(object)).toEqual({ owner: [admin.pem], open: { owner: [carol.pem] }, list: [{}] });
  });
});

describe('permissions', () => {
  const owned = accessFacts({ owner: [alice.pem], reader: [bob.pem] });
  const open = accessFacts({ reader: [bob.pem] });

  test('an object with owners can be changed by them and by admins; the reason is returned', () => {
    expect(writeGrant(owned, byAlice, ID)).toBe('owner');
    expect(writeGrant(owned, byAdmin, ID)).toBe('admin');
    expect(writeGrant(owned, callerWith([bob]), ID)).toBeNull();
    expect(writeGrant(owned, ANONYMOUS, ID)).toBeNull();
    expect(writeGrant(owned, callerWith([alice, admin], [admin.id]), ID)).toBe('owner');
  });

  test('any caller may change an object without owners', () => {
    expect(writeGrant(open, ANONYMOUS, ID)).toBe('no-owner');
    expect(writeGrant(open, ANONYMOUS, ID)).not.toBeNull();
  });

  test('a hidden object can be read by owners, readers and admins; the reason is returned', () => {
    expect(readGrant(owned, byAlice, ID)).toBe('key');
    expect(readGrant(owned, callerWith([bob]), ID)).toBe('key');
    expect(readGrant(owned, byAdmin, ID)).toBe('admin');
    expect(readGrant(owned, callerWith([carol]), ID)).toBeNull();
    expect(readGrant(accessFacts({ owner: [alice.pem] }), ANONYMOUS, ID)).toBe('public');
  });

  test('a signature for another object allows nothing', () => {
    expect(writeGrant(owned, callerNaming('http://elsewhere.example/x', alice, true), ID)).toBeNull();
    expect(writeGrant(owned, callerNaming(ID, alice), ID)).not.toBeNull();
    expect(writeGrant(owned, callerNaming(ID, admin, true), ID)).toBe('admin');
  });
});
