import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  type AssertionOptions,
  adminOf,
  assertion,
  callerOf,
  competency,
  competencyId,
  idOf,
  makeCast,
  person,
  relation,
  whole,
  wrapped,
} from '../../../test/support/profile-fixture.ts';
import { type Loading, loadFor } from '../../../test/support/profile-parts.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { ANONYMOUS } from '../../repository/access/caller.ts';
import { decryptSecret } from '../../repository/access/encrypted-value.ts';
import { sealText } from '../../repository/access/testing/encrypted-value.ts';
import { isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import type { LoadedProfile } from '../service/load-profile.ts';
import type { LoadParts } from './context.ts';
import { createDecryptor } from './decryptor.ts';

const cast = await makeCast();
const world = useProfileWorld();

const now = 1_750_000_000_000;

/** The subject's profile, as the subject requests it by default. */
function load(name: string, { ctx = world.ctx, ...loading }: Loading & { readonly ctx?: LoadParts } = {}) {
  return loadFor(ctx, cast, idOf('Framework', `${name}.F`), { caller: callerOf(cast.subject), now, ...loading });
}

/** An assertion of the assessor about the subject which the service can open. */
function claim(name: string, on: string, options: Partial<AssertionOptions> = {}): Promise<JsonObject> {
  const { subject, assessor, service } = cast;
  return assertion(name, { competency: on, about: subject, by: assessor, readers: [service], ...options });
}

/** Saves a framework of one competency of the same name, and these assertions. */
async function saveWith(name: string, ...assertions: readonly Promise<JsonObject>[]): Promise<void> {
  await world.save(...whole(`${name}.F`, [competency(name)]), ...(await Promise.all(assertions)));
}

function ids({ assertions }: LoadedProfile): string[] {
  return assertions.map(({ id }) => id.slice(id.lastIndexOf('/') + 1)).sort();
}

/** A decryptor that counts its RSA operations from now on. */
async function countingDecryptor() {
  const decrypt = vi.fn(decryptSecret);
  const ctx = { ...world.ctx, decryptor: createDecryptor({ decryptSecret: decrypt }) };
  await saveWith('Counting');
  await load('Counting', { ctx }); // decrypts the values that decide whether an assertion concerns a framework
  decrypt.mockClear();
  return { decrypt, ctx };
}

function sealFor(text: string, ...holders: readonly PrivateKey[]): Promise<JsonObject> {
  const owners = holders.map(({ publicKey }) => publicKey);
  return sealText(text, { id: idOf('Assertion', 'part'), owners, readers: [] });
}

describe('an assertion', () => {
  test('is decrypted whole', async () => {
    await world.save(person(cast.assessor, 'Ann'));
    const claimed = { negative: true, date: now - 1000, expires: now + 1000, evidence: ['seen', '{"score":1}'] };
    const shown = { grade: 'B+', registration: 'reg-1', condition: ['exam'] };
    await saveWith('Whole', claim('whole-1', 'Whole', { ...claimed, members: shown }));
    expect((await load('Whole')).assertions).toEqual([
      {
        id: idOf('Assertion', 'whole-1'),
        competency: competencyId('Whole'),
        negative: true,
        agent: { key: cast.assessor.publicKey.id, name: 'Ann' },
        assertionDate: now - 1000,
        expirationDate: now + 1000,
        evidence: ['seen', '{"score":1}'],
        ...shown,
      },
    ]);
  });

  test('about another subject is left out, even if the subject made it', async () => {
    const { subject, stranger, service } = cast;
    const byTheSubject = { about: stranger, by: subject, readers: [service] };
    await saveWith('Others', claim('others-1', 'Others', byTheSubject), claim('others-2', 'Others'));
    expect(ids(await load('Others'))).toEqual(['others-2']);
  });

  test('about another subject costs one decryption, of its subject', async () => {
    const { subject, stranger, service } = cast;
    const options = { about: stranger, by: subject, readers: [service], negative: true, date: now, evidence: ['x'] };
    await saveWith('Cheap', claim('cheap-1', 'Cheap', options));
    const { ctx, decrypt } = await countingDecryptor();
    expect((await load('Cheap', { ctx })).assertions).toEqual([]);
    expect(decrypt).toHaveBeenCalledTimes(1);
  });

  test('on a competency outside the graph is left out, and not decrypted', async () => {
    await saveWith('Elsewhere', claim('elsewhere-1', 'NotInThere'));
    const { ctx, decrypt } = await countingDecryptor();
    expect((await load('Elsewhere', { ctx })).assertions).toEqual([]);
    expect(decrypt).not.toHaveBeenCalled();
  });

  test('on a version of the competency is included', async () => {
    const members = { competency: `${competencyId('Versioned')}/1000` };
    await saveWith('Versioned', claim('versioned-1', 'Versioned', { members }));
    expect((await load('Versioned')).assertions[0]?.competency).toBe(competencyId('Versioned'));
  });

  test('on a competency of another framework that relations lead to is included', async () => {
    await world.save(
      ...whole('Near.F', [competency('Near.A'), relation('Near.A', 'requires', 'Far.A')]),
      ...whole('Far.F', [competency('Far.A')]),
      await claim('far-1', 'Far.A'),
    );
    expect(ids(await load('Near'))).toEqual(['far-1']);
    expect(ids(await load('Near', { avoidOutsideFrameworks: true }))).toEqual([]);
  });

  test('without polarity is positive, and with unreadable parts does not count', async () => {
    const { stranger } = cast;
    await saveWith(
      'Parts',
      claim('parts-1', 'Parts'),
      claim('parts-2', 'Parts', { members: { negative: await sealFor('true', stranger) } }),
      claim('parts-3', 'Parts', { members: { agent: await sealFor(stranger.publicKey.pem, stranger) } }),
      claim('parts-4', 'Parts', { members: { subject: await sealFor(cast.subject.publicKey.pem, stranger) } }),
      claim('parts-5', 'Parts', { members: { assertionDate: 'yesterday', evidence: [await sealFor('x', stranger)] } }),
    );
    const { assertions } = await load('Parts', { open: true });
    const by = new Map(assertions.map((one) => [one.id.slice(-1), one]));
    expect([...by.keys()].sort()).toEqual(['1', '2', '3', '5']);
    expect(by.get('1')).toMatchObject({ negative: false, assertionDate: null, expirationDate: null });
    expect(by.get('2')).toMatchObject({ negative: null });
    expect(by.get('3')).toMatchObject({ agent: null });
    expect(by.get('5')).toMatchObject({ assertionDate: null, evidence: [null] });
  });

  test('that is not encrypted counts too', async () => {
    const members = { subject: cast.subject.publicKey.pem, agent: cast.assessor.publicKey.pem, negative: true };
    await saveWith('Plain', claim('plain-1', 'Plain', { members }));
    expect((await load('Plain', { caller: ANONYMOUS, acting: [] })).assertions).toMatchObject([
      { negative: true, agent: { key: cast.assessor.publicKey.id } },
    ]);
  });

  test.each([
    [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 5)],
    ['1767571200000', Date.UTC(2026, 0, 5)],
    ['2026-01-05', Date.UTC(2026, 0, 5)],
    [' 2026-01-05T13:30 ', Date.UTC(2026, 0, 5, 13, 30)],
    ['2026-01-05T13:30:00.5+01:00', Date.UTC(2026, 0, 5, 12, 30, 0, 500)],
    [{ '@value': '2026-01-05T13:30:00Z' }, Date.UTC(2026, 0, 5, 13, 30)],
    ['2026-01', null],
    ['2026-13-05', null],
    ['05.01.2026', null],
    ['tomorrow', null],
    ['', null],
    [true, null],
  ] as readonly (readonly [Json, number | null])[])('has the date %j as %j, encrypted too', async (written, time) => {
    const name = `Dated-${randomUUID()}`;
    const sealed = await sealFor(String(isObject(written) ? member(written, '@value') : written), cast.service);
    const dates = (value: Json) => ({ assertionDate: value, expirationDate: value });
    await saveWith(
      name,
      claim(`${name}-plain`, name, { members: dates(written) }),
      claim(`${name}-sealed`, name, { members: dates(sealed) }),
    );
    const { assertions } = await load(name, { open: true });
    const expected = { assertionDate: time, expirationDate: time };
    expect(assertions).toMatchObject([expected, expected]);
  });

  test('with members of every shape does not disturb the others', async () => {
    const odd = { subject: 7, agent: [1], negative: {}, assertionDate: {}, expirationDate: [], evidence: { a: [] } };
    const broken = {
      '@type': 'EncryptedValue',
      secret: ['x', 3, 'AAAA'],
      payload: 5,
      '@owner': [cast.service.publicKey.pem],
    };
    await saveWith(
      'Mixed',
      claim('mixed-1', 'Mixed', { members: { ...odd, '@reader': [] } }),
      claim('mixed-2', 'Mixed', { members: { subject: broken } }),
      claim('mixed-3', 'Mixed', { members: { agent: broken } }),
      claim('mixed-4', 'Mixed'),
    );
    expect(ids(await load('Mixed', { open: true }))).toEqual(['mixed-3', 'mixed-4']);
  });

  test('encrypted as a whole is included if an acting key decrypts it', async () => {
    const { assessor, subject, service } = cast;
    await world.save(...whole('Wrapped.F', [competency('Wrapped')]));
    const inside = await claim('wrapped-1', 'Wrapped');
    await world.save(await wrapped(inside, assessor.publicKey, [subject.publicKey, service.publicKey]));
    expect(ids(await load('Wrapped'))).toEqual(['wrapped-1']);
    expect(ids(await load('Wrapped', { acting: [] }))).toEqual([]);
    expect(ids(await load('Wrapped', { caller: callerOf(cast.stranger) }))).toEqual([]);
  });

  test('that does not count keeps its evidence encrypted', async () => {
    await saveWith('Expired', claim('expired-1', 'Expired', { expires: now - 1, evidence: ['x'] }));
    const { ctx, decrypt } = await countingDecryptor();
    expect((await load('Expired', { ctx })).assertions[0]?.evidence).toBeUndefined();
    expect(decrypt).toHaveBeenCalledTimes(3);
    const before = await load('Expired', { ctx, targetDateTime: now - 10 });
    expect(before.assertions[0]?.evidence).toEqual(['x']);
  });
});

describe('I8 evidence is included for callers that could read it', () => {
  test('the subject, owners, readers and admins', async () => {
    await saveWith('Seen', claim('seen-1', 'Seen', { evidence: ['x'], readers: [cast.service, cast.second] }));
    const { subject, assessor, second, service, stranger } = cast;
    for (const caller of [callerOf(subject), callerOf(assessor), callerOf(second), adminOf(service)]) {
      expect((await load('Seen', { caller })).assertions).toMatchObject([{ negative: false, evidence: ['x'] }]);
    }
    for (const caller of [ANONYMOUS, callerOf(stranger)]) {
      expect((await load('Seen', { caller })).assertions).toEqual([]);
      expect(ids(await load('Seen', { caller, open: true }))).toEqual(['seen-1']);
    }
  });

  test('a reader of some parts gets those parts', async () => {
    const evidence = [await sealFor('for the assessor', cast.assessor, cast.service)];
    await saveWith('Some', claim('some-1', 'Some', { members: { evidence } }));
    expect((await load('Some')).assertions).toMatchObject([{ negative: false, evidence: [null] }]);
    const assessor = await load('Some', { caller: callerOf(cast.assessor) });
    expect(assessor.assertions).toMatchObject([{ evidence: ['for the assessor'] }]);
  });

  test('an assertion with readers is treated as hidden, even if it is not encrypted', async () => {
    const forStranger = { '@reader': [cast.stranger.publicKey.pem], '@value': 'whisper' };
    const shown = { grade: [{ a: 1, b: forStranger }], condition: forStranger, registration: { '@value': 'reg-1' } };
    const members = { negative: forStranger, evidence: ['aloud', forStranger, { x: forStranger, y: 1 }], ...shown };
    await saveWith('Aloud', claim('aloud-1', 'Aloud', { members }));
    await saveWith('Aloud', claim('aloud-2', 'Aloud', { members: { ...members, negative: [{ '@value': true }] } }));
    const { assertions } = await load('Aloud');
    expect(JSON.stringify(assertions)).not.toContain('whisper');
    expect(assertions.map(({ negative }) => negative)).toEqual([null, true]);
    expect(assertions[1]).toMatchObject({
      evidence: ['aloud', null, '{"y":1}'],
      grade: [{ a: 1 }],
      registration: 'reg-1',
    });
  });

  test('an assertion that is hidden as a whole counts only for its readers, not for its subject', async () => {
    const { assessor, service, stranger } = cast;
    await saveWith('Whisper', claim('whisper-1', 'Whisper', { members: { '@reader': [stranger.publicKey.pem] } }));
    expect(ids(await load('Whisper'))).toEqual([]);
    expect(ids(await load('Whisper', { open: true }))).toEqual([]);
    expect(ids(await load('Whisper', { open: true, acting: [service, stranger] }))).toEqual(['whisper-1']);
    expect(ids(await load('Whisper', { caller: callerOf(assessor) }))).toEqual(['whisper-1']);
  });

  test('data decrypted for one caller is not returned to another', async () => {
    await saveWith('Twice', claim('twice-1', 'Twice', { evidence: ['x'] }));
    expect(ids(await load('Twice'))).toEqual(['twice-1']);
    expect(ids(await load('Twice', { caller: callerOf(cast.stranger) }))).toEqual([]);
  });

  test('names of agents come from persons that the caller may see', async () => {
    const { second, service } = cast;
    const members = { '@reader': [second.publicKey.pem] };
    await saveWith('Agents', claim('agents-1', 'Agents', { by: second, readers: [service] }));
    await world.save(person(second, 'Bea', members));
    expect((await load('Agents')).assertions[0]?.agent).toEqual({ key: second.publicKey.id });
    const { assertions } = await load('Agents', { caller: callerOf(second) });
    expect(assertions[0]?.agent).toEqual({ key: second.publicKey.id, name: 'Bea' });
  });
});

describe('reading', () => {
  test('decrypts no cached parts again, only the parts of new assertions', async () => {
    const claimed = { negative: false, date: now, expires: now + 1, evidence: ['x'] };
    await saveWith('Warm', claim('warm-1', 'Warm', claimed), claim('warm-2', 'Warm', claimed));
    const { ctx, decrypt } = await countingDecryptor();
    const cold = await load('Warm', { ctx });
    expect(decrypt).toHaveBeenCalledTimes(12);
    expect(await load('Warm', { ctx })).toEqual(cold);
    expect(decrypt).toHaveBeenCalledTimes(12);
    await world.save(await claim('warm-3', 'Warm', claimed));
    expect(ids(await load('Warm', { ctx }))).toEqual(['warm-1', 'warm-2', 'warm-3']);
    expect(decrypt).toHaveBeenCalledTimes(18);
  });

  test('takes as many calls to the store for many assertions and agents as for few', async () => {
    async function callsFor(name: string, count: number): Promise<object> {
      const agents = [cast.assessor, cast.second, cast.stranger];
      const claims = Array.from({ length: count }, (_, index) => {
        const by = agents[index % agents.length] ?? cast.assessor;
        return claim(`${name}-${index}`, name, { by });
      });
      await saveWith(name, ...claims);
      const before = { ...world.calls };
      expect((await load(name)).assertions).toHaveLength(count);
      return { heads: world.calls.heads - before.heads, search: world.calls.search - before.search };
    }
    expect(await callsFor('Many', 30)).toEqual(await callsFor('Few', 3));
  });

  test('has a limit', async () => {
    await saveWith('Limited', claim('limited-1', 'Limited'), claim('limited-2', 'Limited'));
    const limits = { assertions: 1 };
    await expect(load('Limited', { limits })).rejects.toMatchObject({ code: 'profile-too-large' });
  });

  test('returns the time from which the same facts result in another profile', async () => {
    await world.save(
      ...whole('Next.F', [
        competency('Next.A'),
        competency('Next.B'),
        relation('Next.A', 'narrows', 'Next.B', { validThrough: new Date(now + 5000).toISOString() }),
      ]),
      await claim('next-1', 'Next.A', { expires: now + 9000 }),
    );
    expect((await load('Next')).nextExpiry).toBe(now + 5001);
    expect((await load('Next', { now: now + 6000 })).nextExpiry).toBe(now + 9001);
    expect((await load('Next', { now: now + 9001 })).nextExpiry).toBeNull();
    expect((await load('Next', { targetDateTime: now })).nextExpiry).toBeNull();
  });
});
