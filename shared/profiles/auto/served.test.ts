import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminOf,
  assertion,
  type Cast,
  callerOf,
  competency,
  idOf,
  makeCast,
  openProfileWorld,
  type ProfileWorld,
  person,
  shortIdIn,
  whole,
} from '../../../test/support/profile-fixture.ts';
import { ANONYMOUS, type Caller } from '../../access/caller.ts';
import { createBookmark } from '../../store/bookmark.ts';
import { createCalculator } from '../calculator.ts';
import type { ProfileQuery } from '../service/profile-service.ts';
import { createProfiles } from '../service/profiles.ts';
import { NO_STAGES } from '../stages/operator-stages.ts';
import { continueRound } from './round.ts';

let world: ProfileWorld;
let cast: Cast;

beforeAll(async () => {
  [world, cast] = await Promise.all([openProfileWorld(), makeCast()]);
  const { subject: about, assessor: by, service } = cast;
  await world.save(
    ...whole('F', [competency('A')]),
    person(about, 'Pat', { email: 'pat@example.org' }),
    await assertion('a1', { competency: 'A', about, by, readers: [service] }),
  );
});
afterAll(() => world.close());

/** Lets a round run, and tells of each caller whether it is then served what was kept, and with how many assertions. */
async function afterRound(open: boolean, callers: readonly Caller[], subject: string) {
  const { ctx } = world;
  const config = { ...ctx.config, profiles: { ...ctx.config.profiles, openEvidence: open } };
  const parts = { ...ctx, config, adminPublicKeys: [cast.second.publicKey.pem] };
  const calculator = createCalculator(NO_STAGES, () => undefined);
  const keys = { own: cast.service, acting: [cast.service] };
  await ctx.keyValues.clear();
  const { service } = createProfiles(parts, keys, calculator);
  if (service === null) throw new Error('There is a service.');
  const report = await continueRound(parts, service, {
    bookmark: createBookmark(parts.keyValues, 'where the round is'),
    period: 60_000,
    mayGoOn: () => true,
  });
  expect(report).toMatchObject({ failed: 0, complete: true });
  const query: Omit<ProfileQuery, 'subject'> = {
    ...{ frameworkId: idOf('Framework', 'F'), fresh: false, conditions: [], explain: false, expand: false, whatIf: [] },
  };
  return Promise.all(
    callers.map(async (caller) => {
      const { cached, text } = await service.latest({ ...query, subject }, caller);
      return [cached, JSON.parse(text).children[0].assertions?.length ?? 0];
    }),
  );
}

test.each(['key', 'id', 'email'] as const)(
  'the person is served what was calculated ahead, asked for by %s',
  async (by) => {
    const subjects = {
      key: cast.subject.publicKey.pem,
      id: shortIdIn(person(cast.subject, 'Pat')),
      email: 'pat@example.org',
    };
    expect(await afterRound(false, [callerOf(cast.subject)], subjects[by])).toEqual([[true, 1]]);
  },
);

test('nobody else is served it', async () => {
  const others = [ANONYMOUS, callerOf(cast.stranger), callerOf(cast.subject, cast.stranger), adminOf(cast.second)];
  const answers = await afterRound(false, others, cast.subject.publicKey.pem);
  expect(answers.map(([cached]) => cached)).toEqual([false, false, false, false]);
  expect(answers.map(([, count]) => count)).toEqual([0, 0, 1, 1]);
});

test('where the profiles of all are open, callers without a key are served, too', async () => {
  const callers = [ANONYMOUS, callerOf(cast.subject)];
  expect(await afterRound(true, callers, cast.subject.publicKey.pem)).toEqual([
    [true, 1],
    [true, 1],
  ]);
});
