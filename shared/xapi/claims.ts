import type { PrivateKey } from '../crypto/private-key.ts';
import type { PublicKey } from '../crypto/public-key.ts';
import type { Json } from '../linked-data/json.ts';
import type { Claim } from './assertion.ts';
import type { XapiContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { People } from './people.ts';
import { identifiersOf, type PersonIdentifier } from './person-identifiers.ts';
import type { Activity, Actor, Statement } from './statement.ts';
import type { Alignment } from './targets.ts';

/** A statement with an outcome about an activity. */
export type Prepared = {
  /** Its position in the request. */
  readonly index: number;
  /** As it was sent. */
  readonly source: Json;
  readonly statement: Statement & { readonly id: string };
  readonly outcome: Outcome;
  readonly activity: Activity;
};

/** How statements are taken. */
export type IngestOptions = {
  /** The `authority` of statements is believed. */
  readonly countsAuthority: boolean;
  /** People who may be new. */
  readonly maxNewPeople: number;
};

/** A claim for each statement and competency. A statement about a person who is one too many is not among them. */
export async function claimsOf(
  ctx: XapiContext,
  aligned: readonly Prepared[],
  alignments: ReadonlyMap<string, Alignment>,
  key: PrivateKey,
  { countsAuthority, maxNewPeople }: IngestOptions,
): Promise<ReadonlyMap<number, readonly Claim[]>> {
  if (aligned.length === 0) return new Map();
  const people = await ctx.people();
  const keys = await resolver(people, aligned, countsAuthority, maxNewPeople);
  const profileKey = await ctx.profileKey();
  const admin = ctx.adminPublicKeys.slice(0, 1).map((pem) => ctx.readKey(pem));
  const claims = new Map<number, readonly Claim[]>();
  for (const { index, statement, source, outcome, activity } of aligned) {
    const { actor, authority: sender, context } = statement;
    const actors = keys(actor);
    const authority = countsAuthority && sender !== undefined ? keys(sender) : [];
    const agents = joined((context?.contextAgents ?? []).map(({ agent }) => keys(agent)));
    const instructor = context?.instructor === undefined ? [] : keys(context.instructor);
    if (actors === null || authority === null || agents === null || instructor === null) continue;
    const [first] = actors;
    if (first === undefined) continue;
    const subject = actors.length === 1 ? first : await people.groupKey(actors, actor.name ?? null);
    const [agent = key.publicKey] = [...agents, ...instructor, ...authority];
    const common = { statement, source, outcome, subject, agent };
    const owners = distinct([key.publicKey, ...admin, ...authority, ...agents, ...instructor]);
    const readers = distinct([subject, ...actors, ...(profileKey === null ? [] : [profileKey])]);
    claims.set(
      index,
      (alignments.get(activity.id)?.targets ?? []).map((target) => ({ ...common, target, owners, readers })),
    );
  }
  return claims;
}

function distinct(keys: readonly PublicKey[]): readonly PublicKey[] {
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

/** All of them; null if one is null. */
function joined(lists: readonly (readonly PublicKey[] | null)[]): readonly PublicKey[] | null {
  const all = lists.filter((list) => list !== null);
  return all.length === lists.length ? all.flat() : null;
}

/** The keys of actors: all people of a batch are looked up together. Null for an actor with a person who is one too many. */
async function resolver(
  people: People,
  aligned: readonly Prepared[],
  countsAuthority: boolean,
  maxNewPeople: number,
): Promise<(actor: Actor) => readonly PublicKey[] | null> {
  const all = aligned.flatMap(({ statement: { actor, authority, context } }) => [
    actor,
    ...(countsAuthority && authority !== undefined ? [authority] : []),
    ...(context?.contextAgents ?? []).map(({ agent }) => agent),
    ...(context?.instructor === undefined ? [] : [context.instructor]),
  ]);
  const nameOf = ({ kind, value }: PersonIdentifier): string => `${kind} ${value}`;
  const identifiers = [...new Map(all.flatMap(identifiersOf).map((one) => [nameOf(one), one])).values()];
  const keys = await people.keysOf(identifiers, maxNewPeople);
  const byName = new Map(identifiers.map((one, index) => [nameOf(one), keys[index] ?? null]));
  return (actor) =>
    joined(
      identifiersOf(actor).map((one) => {
        const key = byName.get(nameOf(one)) ?? null;
        return key === null ? null : [key];
      }),
    );
}
