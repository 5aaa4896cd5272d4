import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import type { Json } from '../../repository/linked-data/json.ts';
import { adapterPublicKey } from '../../repository/secrets/server-keys.ts';
import { assertionId, type StatementClaim } from './assertion.ts';
import type { XapiContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { People } from './people.ts';
import { identifiersOf, type PersonIdentifier } from './person-identifiers.ts';
import { publicationOf, type SpeaksFor } from './publication.ts';
import type { Activity, Statement, StatementActor } from './statement.ts';
import type { Alignment } from './targets.ts';

/** A statement with an outcome about an activity. */
export type Prepared = {
  /** Its position in the request. */
  readonly index: number;
  /** The statement as it was sent. */
  readonly source: Json;
  readonly statement: Statement & { readonly id: string };
  readonly outcome: Outcome;
  readonly activity: Activity;
};

/** How statements are ingested. */
export type IngestOptions = {
  /** The `authority` of statements is trusted. */
  readonly countsAuthority: boolean;
  /** Limit of new people. */
  readonly maxNewPeople: number;
  /** Assertions of positive statements become badges, in the name of the agents that the sender speaks for; null: none do. */
  readonly speaksFor: SpeaksFor | null;
};

/** A claim for each statement and competency, without statements about people beyond the limit. */
export async function claimsOf(
  ctx: XapiContext,
  aligned: readonly Prepared[],
  alignments: ReadonlyMap<string, Alignment>,
  key: PrivateKey,
  { countsAuthority, maxNewPeople, speaksFor }: IngestOptions,
): Promise<ReadonlyMap<number, readonly StatementClaim[]>> {
  if (aligned.length === 0) return new Map();
  const [base] = ctx.config.bases;
  const people = await ctx.people();
  const keys = await resolver(people, aligned, countsAuthority, maxNewPeople);
  const profileKey = await adapterPublicKey(ctx, 'profile');
  const badgeKey = speaksFor === null ? null : await adapterPublicKey(ctx, 'badge');
  const admin = ctx.adminPublicKeys.slice(0, 1).map((pem) => ctx.readKey(pem));
  const claims = new Map<number, readonly StatementClaim[]>();
  const issuers = new Map<string, PublicKey>();
  for (const { index, statement, source, outcome, activity } of aligned) {
    const parties = partiesOf(statement, keys, countsAuthority);
    const [first] = parties?.actors ?? [];
    if (parties === null || first === undefined) continue;
    const { actors, agents } = parties;
    const subject = actors.length === 1 ? first : await people.groupKey(actors, statement.actor.name ?? null);
    const [agent = key.publicKey] = agents;
    const publication = publicationOf({ outcome, learner: statement.actor, agent }, speaksFor, badgeKey);
    if (publication.isPublished) issuers.set(agent.id, agent);
    const common = { statement, source, outcome, subject, agent, publication };
    const owners = distinct([key.publicKey, ...admin, ...agents]);
    const services = [profileKey, publication.isPublished ? badgeKey : null].filter((one) => one !== null);
    const readers = distinct([subject, ...actors, ...services]);
    claims.set(
      index,
      (alignments.get(activity.id)?.targets ?? []).map((target) => {
        return { ...common, target, id: assertionId(base, statement.id, target), owners, readers };
      }),
    );
  }
  if (badgeKey !== null) for (const issuer of issuers.values()) await people.publish(issuer, badgeKey);
  return claims;
}

type KeysOf = (actor: StatementActor) => readonly PublicKey[] | null;

/**
 * The people that a statement is about, and those who may be its agent, in order of precedence. Null if one is beyond the limit of
 * new people.
 */
function partiesOf({ actor, authority, context }: Statement, keys: KeysOf, countsAuthority: boolean) {
  const actors = keys(actor);
  const agents = joined([
    ...(context?.contextAgents ?? []).map(({ agent }) => keys(agent)),
    context?.instructor === undefined ? [] : keys(context.instructor),
    countsAuthority && authority !== undefined ? keys(authority) : [],
  ]);
  return actors === null || agents === null ? null : { actors, agents };
}

function distinct(keys: readonly PublicKey[]): readonly PublicKey[] {
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

/** The values, or null if any of them is null. */
function joined(lists: readonly (readonly PublicKey[] | null)[]): readonly PublicKey[] | null {
  const all = lists.filter((list) => list !== null);
  return all.length === lists.length ? all.flat() : null;
}

/** The keys of actors: all people of a batch are looked up together. Null for an actor with a person beyond the limit. */
async function resolver(
  people: People,
  aligned: readonly Prepared[],
  countsAuthority: boolean,
  maxNewPeople: number,
): Promise<KeysOf> {
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
