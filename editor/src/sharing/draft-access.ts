import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import type { Access } from './access.ts';

/** What a person may do with a framework. */
export type Role = 'owner' | 'reader';

/** A person with access: the public key as PEM. */
export type Holder = { readonly id: string; readonly publicPem: string; readonly role: Role };

/** Access that is being edited: one entry for each person. */
export type DraftAccess = { readonly isPrivate: boolean; readonly holders: readonly Holder[] };

export function draftOf({ isPrivate, owners, readers }: Access): DraftAccess {
  const of = (keys: Access['owners'], role: Role): readonly Holder[] =>
    keys.map(({ fingerprint, pem }) => ({ id: fingerprint, publicPem: pem, role }));
  const known = new Map([...of(readers, 'reader'), ...of(owners, 'owner')].map((holder) => [holder.id, holder]));
  return {
    isPrivate,
    holders: [...known.values()].sort((a, b) => Number(a.role === 'reader') - Number(b.role === 'reader')),
  };
}

/** Readers of a public framework are left out: anyone may read it. */
export function accessFrom({ isPrivate, holders }: DraftAccess): Access {
  const of = (role: Role): Access['owners'] =>
    holders.filter((holder) => holder.role === role).map(({ publicPem }) => parsePublicKey(publicPem));
  return { isPrivate, owners: of('owner'), readers: isPrivate ? of('reader') : [] };
}

/** Adds a person. If the person has access already, the role changes. */
export function withHolder(draft: DraftAccess, holder: Holder): DraftAccess {
  const isThere = draft.holders.some(({ id }) => id === holder.id);
  const holders = isThere
    ? draft.holders.map((one) => (one.id === holder.id ? holder : one))
    : [...draft.holders, holder];
  return { ...draft, holders };
}

export function withoutHolder(draft: DraftAccess, id: string): DraftAccess {
  return { ...draft, holders: draft.holders.filter((one) => one.id !== id) };
}
