import { createPublicKey, generateKeyPairSync, type KeyObject, sign as nodeSign } from 'node:crypto';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { callerOf, ENTRY_CONTEXT, ENTRY_TYPE, faultIn, makeEntry, makeKey, makeSheet, SOON } from './testing/sheet.ts';

let alice: PrivateKey;
let bob: PrivateKey;

beforeAll(async () => {
  [alice, bob] = await Promise.all([makeKey(), makeKey()]);
}, 30_000);

/** An entry signed by a key that the runtime makes, of any size and exponent. */
function entryOfPair(pair: { privateKey: KeyObject; publicKey: KeyObject }): string {
  const owner = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '');
  const server = 'http://localhost/api/';
  const text = JSON.stringify({
    '@context': ENTRY_CONTEXT,
    '@owner': owner,
    '@type': ENTRY_TYPE,
    expiry: SOON,
    server,
  });
  const signature = nodeSign('sha256', Buffer.from(text), pair.privateKey).toString('base64');
  return JSON.stringify([
    { type: ENTRY_TYPE, context: ENTRY_CONTEXT, expiry: SOON, server, '@owner': owner, '@signatureSha256': signature },
  ]);
}

describe('an entry of a signature sheet', () => {
  test('is accepted as the client library makes it, with either digest and any text for server', async () => {
    const require = createRequire(import.meta.url);
    const sources = require.resolve('cassproject').replace(/index\.js$/, 'src/');
    const load = (path: string) => require(`${sources}${path}.js`);
    const EcRsaOaepAsync = load('com/eduworks/ec/crypto/EcRsaOaepAsync');
    const EbacSignature = load('com/eduworks/schema/ebac/EbacSignature');
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' });
    const ppk = load('com/eduworks/ec/crypto/EcPpk').fromPem(pem.toString());
    for (const [signer, name] of [
      ['sign', '@signature'],
      ['signSha256', '@signatureSha256'],
    ] as const) {
      const signature = new EbacSignature();
      Object.assign(signature, { expiry: SOON, server: 'http://localhost/api/data/schema.org.Thing/é中' });
      for (const unset of ['owner', 'signature', 'signatureSha256']) delete signature[unset];
      signature['@owner'] = ppk.toPk().toPem();
      signature[name] = await EcRsaOaepAsync[signer](ppk, signature.toJson());
      const caller = await callerOf([JSON.stringify([signature])]);
      expect(caller.faults).toEqual([]);
      expect(caller.proofs.map((proof) => proof.key.pem)).toEqual([ppk.toPk().toPem()]);
    }
  });

  test.each([
    [ENTRY_CONTEXT, ENTRY_TYPE],
    ['http://schema.cassproject.org/kbac/0.2', ENTRY_TYPE],
    ['http://schema.eduworks.com/ebac/0.2', 'timeLimitedSignature'],
    ['http://schema.eduworks.com/ebac/0.1/', 'timeLimitedSignature'],
    ['https://schema.svc.org/kbac/0.4', ENTRY_TYPE],
    [ENTRY_CONTEXT, `${ENTRY_CONTEXT}/${ENTRY_TYPE}`],
  ])('accepts the signature type %s %s', async (context, type) => {
    expect((await callerOf([await makeSheet(alice, { expiry: SOON, context, type })])).proofs).toHaveLength(1);
  });

  test('is read in every spelling of its members', async () => {
    const {
      type,
      context,
      '@owner': owner,
      '@signatureSha256': signature,
      ...rest
    } = await makeEntry(alice, { expiry: SOON });
    const spellings = [
      { '@type': type, '@context': context, '@owner': owner, '@signatureSha256': signature, ...rest },
      { type, context, owner, signatureSha256: signature, ...rest },
      { type, context, owner, '@signatureSha256': signature, '@signature': null, ...rest },
    ];
    for (const entry of spellings) expect((await callerOf([JSON.stringify(entry)])).proofs).toHaveLength(1);
  });

  test('B2 is refused with 422 when its expiry is missing, null, a text, NaN, negative, zero or beyond time', async () => {
    const entry = await makeEntry(alice, { expiry: SOON });
    const { expiry: _expiry, ...without } = entry;
    const texts = [
      JSON.stringify([without]),
      ...[
        'null',
        `"${SOON}"`,
        '-1',
        '0',
        '-0',
        '1e308',
        '1e400',
        'true',
        '[]',
        `[${SOON}]`,
        '{}',
        '12345678901234567890',
      ].map((value) => JSON.stringify([entry]).replace(`"expiry":${SOON}`, `"expiry":${value}`)),
      JSON.stringify([entry]).replace(`"expiry":${SOON}`, '"expiry":NaN'),
    ];
    for (const text of texts) {
      const fault = await faultIn(text);
      expect(fault.status).toBe(422);
      expect(fault.message).toMatch(/^Missing or Malformed Signature\./);
    }
    // Signed with that very expiry, too.
    for (const expiry of [null, `${SOON}`, -1, 0, 1e308]) {
      expect((await faultIn(await makeSheet(alice, { expiry }))).status).toBe(422);
    }
  });

  test('B5 is refused with 422 when its type is unknown or missing', async () => {
    const wrong = [
      { type: 'PermanentSignature' },
      { type: 'timelimitedsignature' },
      { context: 'https://schema.org' },
      { context: '' },
      { type: `https://evil.example/?${ENTRY_CONTEXT}/${ENTRY_TYPE}` },
      { context: 'ftp://schema.cassproject.org/kbac/0.4' },
    ];
    for (const options of wrong) {
      expect((await faultIn(await makeSheet(alice, { expiry: SOON, ...options }))).status).toBe(422);
    }
    for (const after of [{ type: null }, { type: 5 }, { type: [ENTRY_TYPE] }, { context: null }, { context: {} }]) {
      expect((await faultIn(await makeSheet(alice, { expiry: SOON, after }))).status).toBe(422);
    }
  });

  test('B6 is refused with 451 when it names the key of another person', async () => {
    const sheet = await makeSheet(alice, { expiry: SOON, after: { '@owner': bob.publicKey.pem } });
    expect((await faultIn(sheet)).status).toBe(451);
  });

  test('B6 is refused with 451 after any change of a signed member, or with one more member', async () => {
    for (const after of [{ expiry: SOON + 1 }, { server: 'http://localhost/api/x' }, { extra: 1 }, { '@id': 'x' }]) {
      expect((await faultIn(await makeSheet(alice, { expiry: SOON, after }))).status).toBe(451);
    }
  });

  test('B7 B8 B9 is refused with 451 or 422 when a signature is changed, lengthened, shortened, zero or unreadable', async () => {
    const entry = await makeEntry(alice, { expiry: SOON });
    const right = Buffer.from(String(entry['@signatureSha256']), 'base64');
    const sum = (
      BigInt(`0x${right.toString('hex')}`) + BigInt(`0x${Buffer.from(alice.publicKey.modulus).toString('hex')}`)
    ).toString(16);
    const flipped = Buffer.from(right);
    flipped[100] = (flipped[100] ?? 0) ^ 1;
    const wrong = [
      flipped,
      Buffer.from(sum.padStart(514, '0'), 'hex'),
      right.subarray(1),
      Buffer.concat([Buffer.of(0), right]),
      Buffer.alloc(256),
      Buffer.alloc(0),
    ];
    for (const signature of wrong) {
      const text = JSON.stringify({ ...entry, '@signatureSha256': signature.toString('base64') });
      expect((await faultIn(text)).status).toBe(451);
    }
    for (const value of [
      '*',
      right.toString('base64url'),
      `${entry['@signatureSha256']} `,
      5,
      [entry['@signatureSha256'] ?? null],
      {},
    ]) {
      expect((await faultIn(JSON.stringify({ ...entry, '@signatureSha256': value }))).status).toBe(422);
    }
  });

  test('B13 proves nothing with a key below 2048 bits', async () => {
    expect((await faultIn(entryOfPair(generateKeyPairSync('rsa', { modulusLength: 1024 })))).status).toBe(422);
    expect((await faultIn(entryOfPair(generateKeyPairSync('rsa', { modulusLength: 2040 })))).status).toBe(422);
  });

  test('B13 B14 is refused before any verification with a key beyond 8192 bits or an unsound exponent', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    const entry = await makeEntry(alice, { expiry: SOON });
    importKey.mockClear();
    for (const [bytes, exponent] of [
      [1025, 'AQAB'],
      [256, 'AQ'],
      [256, 'Ag'],
      [256, 'AQAAAAE'],
      [255, 'AQAB'],
    ] as const) {
      const n = Buffer.alloc(bytes, 255).toString('base64url');
      const key = createPublicKey({ key: { kty: 'RSA', n, e: exponent }, format: 'jwk' });
      const owner = key.export({ type: 'spki', format: 'pem' }).toString();
      expect((await faultIn(JSON.stringify({ ...entry, '@owner': owner }))).status).toBe(422);
    }
    expect(verify).not.toHaveBeenCalled();
    expect(importKey).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('B14 may have a key with exponent 3, which is sound', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
    expect((await callerOf([entryOfPair(pair)])).proofs).toHaveLength(1);
  });

  test('B15 is refused with a key that is not RSA, or without a key', async () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
    for (const owner of [ec, 'Alice', '', null, 5, [alice.publicKey.pem], {}]) {
      const fault = await faultIn(await makeSheet(alice, { expiry: SOON, after: { '@owner': owner } }));
      expect([400, 422]).toContain(fault.status);
    }
  });

  test('B16 may have a SHA-1 signature alone unless that is refused: 451', async () => {
    const sheet = await makeSheet(alice, { expiry: SOON, hashes: ['SHA-1'] });
    expect((await callerOf([sheet])).proofs).toHaveLength(1);
    const fault = await faultIn(sheet, { rejectSha1: true });
    expect(fault.status).toBe(451);
    expect(fault.message).toContain('SHA1');
    const both = await makeSheet(alice, { expiry: SOON, hashes: ['SHA-1', 'SHA-256'] });
    expect((await callerOf([both], { rejectSha1: true })).proofs).toHaveLength(1);
  });

  test('B16 B17 has to have two valid signatures where it has two', async () => {
    const entry = await makeEntry(alice, { expiry: SOON, hashes: ['SHA-1', 'SHA-256'] });
    expect((await callerOf([JSON.stringify(entry)])).proofs).toHaveLength(1);
    const other = await makeEntry(alice, { expiry: SOON + 1, hashes: ['SHA-1', 'SHA-256'] });
    for (const rejectSha1 of [false, true]) {
      for (const name of ['@signature', '@signatureSha256']) {
        const mixed = JSON.stringify({ ...entry, [name]: other[name] });
        expect((await faultIn(mixed, { rejectSha1 })).status).toBe(451);
      }
    }
    const swapped = { ...entry, '@signature': entry['@signatureSha256'], '@signatureSha256': entry['@signature'] };
    expect((await faultIn(JSON.stringify(swapped))).status).toBe(451);
  });

  test('is refused with 451 without any signature', async () => {
    expect((await faultIn(await makeSheet(alice, { expiry: SOON, hashes: [] }))).status).toBe(451);
  });

  test('B18 is refused with 422 when members are named twice, or twice but for an @', async () => {
    const sheet = await makeSheet(alice, { expiry: SOON });
    const twice = sheet.replace('"expiry":', `"expiry":1,"expiry":`);
    const escaped = sheet.replace('"expiry":', `"expir\\u0079":1,"expiry":`);
    const nested = sheet.replace('"expiry":', '"extra":{"a":1,"a":2},"expiry":');
    const twins = sheet.replace('"@owner":', `"owner":${JSON.stringify(bob.publicKey.pem)},"@owner":`);
    for (const text of [twice, escaped, nested, twins]) expect((await faultIn(text)).status).toBe(422);
  });

  test('treats members called __proto__ and constructor as data like any other', async () => {
    const sheet = await makeSheet(alice, { expiry: SOON });
    const poisoned = sheet.replace('{"type"', '{"__proto__":{"type":"x"},"constructor":1,"type"');
    expect((await faultIn(poisoned)).status).toBe(451);
    const inherited = JSON.stringify([{ x: 1 }]).replace(
      '"x":1',
      `"__proto__":${JSON.stringify(JSON.parse(sheet)[0] as JsonObject)}`,
    );
    expect((await faultIn(inherited)).status).toBe(422);
  });
});
