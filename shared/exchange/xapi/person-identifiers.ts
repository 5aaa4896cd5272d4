import type { StatementActor } from './statement.ts';

/** An inverse functional identifier (xAPI 1.0.3, Data, 2.4.2.3), normalized. */
export type PersonIdentifier = {
  readonly kind: 'mbox' | 'mbox_sha1sum' | 'openid' | 'account';
  /** The address without `mailto:`, in lower case; for an account its home page and name as JSON. */
  readonly value: string;
  /** The name that the statement gives. */
  readonly name: string | null;
};

/** The people of an actor: itself, or the members of a group; a group without members is one by itself. */
export function identifiersOf(actor: StatementActor): readonly PersonIdentifier[] {
  const members = 'member' in actor && Array.isArray(actor.member) ? actor.member : [];
  const people: readonly StatementActor[] = members.length > 0 ? (members as readonly StatementActor[]) : [actor];
  const found = new Map<string, PersonIdentifier>();
  for (const person of people) {
    const identifier = identifierOf(person);
    if (identifier !== null) found.set(`${identifier.kind} ${identifier.value}`, identifier);
  }
  return [...found.values()];
}

function identifierOf(person: StatementActor): PersonIdentifier | null {
  const { mbox, mbox_sha1sum, openid, account } = person;
  const name = person.name ?? null;
  if (mbox !== undefined) return { kind: 'mbox', value: mbox.slice('mailto:'.length).toLowerCase(), name };
  if (mbox_sha1sum !== undefined) return { kind: 'mbox_sha1sum', value: mbox_sha1sum.toLowerCase(), name };
  if (openid !== undefined) return { kind: 'openid', value: openid, name };
  if (account === undefined) return null;
  return { kind: 'account', value: JSON.stringify([account.homePage, account.name]), name };
}
