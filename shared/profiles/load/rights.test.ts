import { beforeAll, describe, expect, test } from 'vitest';
import {
  adminOf,
  assertion,
  callerOf,
  competency,
  idOf,
  makeCast,
  whole,
} from '../../../test/support/profile-fixture.ts';
import { type Loading, loadFor } from '../../../test/support/profile-parts.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import { ANONYMOUS, type Caller } from '../../repository/access/caller.ts';
import { sealText } from '../../repository/access/testing/encrypted-value.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import type { LoadedProfile } from '../service/load-profile.ts';

const NOW = 1_750_000_000_000;

const cast = await makeCast();
const world = useProfileWorld();

/** `reader` is among the readers of the encrypted parts of an assertion, but not of the assertion itself. */
type Who = 'subject' | 'owner' | 'admin' | 'reader' | 'stranger' | 'anonymous';

const CALLERS: Readonly<Record<Who, Caller>> = {
  subject: callerOf(cast.subject),
  owner: callerOf(cast.assessor),
  admin: adminOf(cast.service),
  reader: callerOf(cast.second),
  stranger: callerOf(cast.stranger),
  anonymous: ANONYMOUS,
};

/** The parts that are encrypted for others than owner, subject, reader and service. */
const WITHHELD = {
  nothing: async () => ({}),
  'the agent': async () => ({ agent: await sealed(cast.assessor.publicKey.pem) }),
  'the polarity': async () => ({ negative: await sealed('true') }),
  'the dates': async () => ({
    assertionDate: await sealed(String(NOW - 1000)),
    expirationDate: await sealed(String(NOW + 1000)),
  }),
  'an item of evidence': async () => ({ evidence: [await sealed('seen')] }),
  'the subject': async () => ({ subject: await sealed(cast.subject.publicKey.pem) }),
  'the assertion as a whole': async () => ({ '@reader': [cast.second.publicKey.pem] }),
  'all but the subject': async () => ({
    agent: await sealed(cast.assessor.publicKey.pem),
    negative: await sealed('true'),
    assertionDate: await sealed(String(NOW - 1000)),
    expirationDate: await sealed(String(NOW + 1000)),
    evidence: [await sealed('seen')],
  }),
} satisfies Record<string, () => Promise<JsonObject>>;

/** The names of a competency, its framework and the assertion. */
function nameOf(withheld: string): string {
  return withheld.replaceAll(' ', '-');
}

/** The loaded input of the profile in the framework of such a competency. */
function load(withheld: string, loading: Loading): Promise<LoadedProfile> {
  return loadFor(world.ctx, cast, idOf('Framework', `${nameOf(withheld)}.F`), { now: NOW, ...loading });
}

/** Seals a text for owner and service only. */
function sealed(text: string): Promise<JsonObject> {
  const owners = [cast.assessor, cast.service].map(({ publicKey }) => publicKey);
  return sealText(text, { id: idOf('Assertion', 'part'), owners, readers: [] });
}

beforeAll(async () => {
  for (const [withheld, members] of Object.entries(WITHHELD)) {
    const name = nameOf(withheld);
    const claimed = { negative: true, date: NOW - 1000, expires: NOW + 1000, evidence: ['seen'] };
    const parties = { about: cast.subject, by: cast.assessor, readers: [cast.service, cast.second] };
    const given = { competency: name, ...parties, ...claimed, members: await members() };
    await world.save(...whole(`${name}.F`, [competency(name)]), await assertion(`${name}-1`, given));
  }
});

/** The caller's view of the assertion: polarity, agent, date, expiry and evidence; `?` for parts that are not decrypted. */
async function seen(withheld: string, who: Who): Promise<string> {
  const { assertions } = await load(withheld, { caller: CALLERS[who] });
  const [one, ...more] = assertions;
  if (one === undefined) return 'nothing';
  expect(more).toEqual([]);
  const { negative, agent, assertionDate, expirationDate, evidence } = one;
  const items = evidence?.map((item) => item ?? '?').join();
  return [negative, agent && 'agent', assertionDate && 'date', expirationDate && 'expiry', items]
    .map((value) => value ?? '?')
    .join(' ');
}

const ALL = 'true agent date expiry seen';
const NO_EVIDENCE = 'true agent date expiry ?';

describe('A19 the parts that each caller gets of an assertion with parts for its owner and the service alone', () => {
  const rows: readonly (readonly [keyof typeof WITHHELD, Partial<Record<Who, string>>])[] = [
    ['nothing', { subject: ALL, reader: ALL }],
    ['the agent', { subject: ALL, reader: 'true ? date expiry ?' }],
    ['the polarity', { subject: ALL, reader: '? agent date expiry ?' }],
    ['the dates', { subject: ALL, reader: 'true agent ? ? seen' }],
    ['an item of evidence', { subject: NO_EVIDENCE, reader: NO_EVIDENCE }],
    ['the subject', { subject: 'nothing', reader: 'nothing' }],
    ['the assertion as a whole', { subject: 'nothing', reader: ALL }],
    ['all but the subject', { subject: NO_EVIDENCE, reader: '? ? ? ? ?' }],
  ];
  const everybody = rows.flatMap(([withheld, some]) =>
    Object.entries({ owner: ALL, admin: ALL, stranger: 'nothing', anonymous: 'nothing', ...some }).map(
      ([who, what]) => [withheld, who as Who, what] as const,
    ),
  );

  test.each(everybody)('%s: the %s gets %s', async (withheld, who, what) => {
    expect(await seen(withheld, who)).toBe(what);
  });

  test('the subject of another assertion gets no more than any caller', async () => {
    const { stranger, subject, assessor, service, second } = cast;
    const about = { about: stranger, by: assessor, readers: [service, second] };
    await world.save(await assertion('of-the-stranger', { competency: nameOf('the agent'), ...about }));
    expect(await seen('the agent', 'stranger')).toBe('nothing');
    const ofTheStranger = await load('the agent', { caller: callerOf(subject), subject: stranger.publicKey.pem });
    expect(ofTheStranger.assertions).toEqual([]);
  });

  test('parts that no acting key decrypts are not shown to the subject either', async () => {
    expect((await load('the agent', { caller: CALLERS.subject, acting: [] })).assertions).toEqual([]);
  });
});
