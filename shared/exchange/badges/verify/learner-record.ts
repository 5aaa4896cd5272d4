import { isObject, type Json, member } from '../../../repository/linked-data/json.ts';
import { items } from '../../../repository/linked-data/references.ts';
import { type BadgeContent, CheckFailed } from './checks.ts';
import { credentialIn, type GivenCredential } from './given-credential.ts';

/** Maximum number of credentials in one learner record, including those in nested records. */
export const MAX_INNER_CREDENTIALS = 500;

/** A token in a document (Verifiable Credentials Data Model 2.0, 4.13 EnvelopedVerifiableCredential). */
const ENVELOPE = /^data:application\/(?:vc\+)?jwt,/;

/** The credentials in a learner record (Comprehensive Learner Record 2.0, ClrSubject) as they are there; null for credentials that are not one. */
export function innerCredentials({ document }: Pick<BadgeContent, 'document'>): readonly Json[] | null {
  const lists = items(member(document, 'credentialSubject')).flatMap((subject) => {
    const list = isObject(subject) ? member(subject, 'verifiableCredential') : undefined;
    return list === undefined ? [] : [items(list)];
  });
  return lists.length === 0 ? null : lists.flat();
}

/** A credential in a learner record: with a proof inside, as a token, or as a token in an envelope. @throws CheckFailed for anything else */
export function innerCredential(value: Json): GivenCredential {
  if (typeof value === 'string') return credentialIn(value.replace(ENVELOPE, ''));
  if (!isObject(value)) throw new CheckFailed('It is neither a document nor a token.');
  const id = member(value, 'id');
  if (typeof id === 'string' && ENVELOPE.test(id)) return credentialIn(id.replace(ENVELOPE, ''));
  return { document: value, token: null };
}
