import { beforeAll, expect, test } from 'vitest';
import {
  adminOf,
  assertion,
  callerOf,
  competency,
  idOf,
  makeCast,
  person,
  shortIdIn,
  whole,
} from '../../../test/support/profile-fixture.ts';
import { openProfiles } from '../../../test/support/profile-parts.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import { ANONYMOUS, type Caller } from '../../repository/access/caller.ts';
import { createBookmark } from '../../repository/store/bookmark.ts';
import { PLAIN } from '../testing/service-parts.ts';
import { continueRound } from './round.ts';

const cast = await makeCast();
const world = useProfileWorld();

beforeAll(async () => {
  const { subject: about, assessor: by, service } = cast;
  await world.save(
    ...whole('F', [competency('A')]),
    person(about, 'Pat', { email: 'pat@example.org' }),
    await assertion('a1', { competency: 'A', about, by, readers: [service] }),
  );
});

/** Runs a round. Returns for each caller whether its profile is cached afterwards, and the number of assertions. */
async function afterRound(open: boolean, callers: readonly Caller[], subject: string) {
  const { ctx } = world;
  const config = { ...ctx.config, profiles: { ...ctx.config.profiles, openEvidence: open } };
  const parts = { ...ctx, config, adminPublicKeys: [cast.second.publicKey.pem] };
  await ctx.keyValues.clear();
  const { service } = openProfiles(parts, cast);
  const report = await continueRound(parts, service, {
    bookmark: createBookmark(parts.keyValues, 'where the round is'),
    period: 60_000,
    mayContinue: () => true,
  });
  expect(report).toMatchObject({ failed: 0, complete: true });
  const query = { ...PLAIN, frameworkId: idOf('Framework', 'F'), subject };
  return Promise.all(
    callers.map(async (caller) => {
      const { cached, text } = await service.latest(query, caller);
      return [cached, JSON.parse(text).children[0].assertions?.length ?? 0];
    }),
  );
}

test.each(['key', 'id', 'email'] as const)(
  'the person gets the profile that was calculated ahead when requesting it by %s',
  async (by) => {
    const subjects = {
      key: cast.subject.publicKey.pem,
      id: shortIdIn(person(cast.subject, 'Pat')),
      email: 'pat@example.org',
    };
    expect(await afterRound(false, [callerOf(cast.subject)], subjects[by])).toEqual([[true, 1]]);
  },
);

test('no other caller gets the profile that was calculated ahead', async () => {
  const others = [ANONYMOUS, callerOf(cast.stranger), callerOf(cast.subject, cast.stranger), adminOf(cast.second)];
  const answers = await afterRound(false, others, cast.subject.publicKey.pem);
  expect(answers.map(([cached]) => cached)).toEqual([false, false, false, false]);
  expect(answers.map(([, count]) => count)).toEqual([0, 0, 1, 1]);
});

test('callers without a key get the profile too, if profiles are open to all', async () => {
  const callers = [ANONYMOUS, callerOf(cast.subject)];
  expect(await afterRound(true, callers, cast.subject.publicKey.pem)).toEqual([
    [true, 1],
    [true, 1],
  ]);
});
