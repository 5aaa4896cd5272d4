import type { PublicKey } from '../../../shared/base/crypto/public-key.ts';
import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { readObjectKeys } from '../../../shared/repository/access/key-lists.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { parseTime } from '../../../shared/repository/linked-data/time.ts';
import { personId } from '../identity/people.ts';
import { idOf } from '../outline/draft.ts';

/** A stored comment (schema.org Comment, as the client library writes it). */
export type Comment = {
  /** Its short id. */
  readonly id: string;
  /** Decrypted. */
  readonly object: JsonObject;
  /** As it is stored. */
  readonly stored: JsonObject;
  /** Short id of what it is about: the framework, a competency, or the comment that it replies to. */
  readonly about: string;
  readonly text: string;
  /** UTC milliseconds; null: not known. */
  readonly time: number | null;
  readonly isEdited: boolean;
  /** Fingerprints of its owners, who alone may change it, the writer first. */
  readonly owners: readonly string[];
  /** What it says about the comment that it replies to; null: nothing. */
  readonly resolves: boolean | null;
};

/** What a comment is written with. */
export type NewComment = {
  readonly frameworkId: string;
  readonly about: string;
  readonly text: string;
  readonly writer: PublicKey;
  /** UTC milliseconds. */
  readonly now: number;
  /** Whether it says that what it replies to is resolved, or that it is open again. */
  readonly resolves?: boolean;
};

/** The member of a reply that resolves a comment, or opens it again, and its values. */
const STATUS = 'creativeWorkStatus';
const RESOLVED = 'Resolved';
const OPEN = 'Open';

/** A comment that is not stored yet, public, owned by its writer. @param base of the service, ending in `/api/` */
export function newComment(base: string, { frameworkId, about, text, writer, now, resolves }: NewComment): JsonObject {
  return {
    '@context': 'https://schema.org/',
    '@type': 'Comment',
    '@id': `${base}data/schema.org.Comment/${crypto.randomUUID()}`,
    isBasedOn: frameworkId,
    about,
    text,
    creator: personId(base, writer.fingerprint),
    dateCreated: String(now), // milliseconds as text, as the client library writes and reads them
    ...(resolves !== undefined && { [STATUS]: resolves ? RESOLVED : OPEN }),
    '@owner': [writer.pem],
  };
}

/** A comment with another text. @param now UTC milliseconds */
export function withText(comment: JsonObject, text: string, now: number): JsonObject {
  return { ...comment, text, lastEditDate: String(now) };
}

const readKey = createKeyRing();

/** The comment in an object; null for anything else. */
export function readComment(object: JsonObject, stored: JsonObject): Comment | null {
  const [about] = idsIn(member(object, 'about'));
  const text = member(object, 'text');
  if (about === undefined || typeof text !== 'string') return null;
  const keys = readObjectKeys(object, readKey).owners.map(({ fingerprint }) => fingerprint);
  const [creator = ''] = idsIn(member(object, 'creator'));
  const status = member(object, STATUS);
  return {
    id: idOf(object),
    object,
    stored,
    about: shortIdOf(about, []),
    text,
    time: timeIn(member(object, 'dateCreated')),
    isEdited: member(object, 'lastEditDate') !== undefined,
    owners: keys.toSorted((a, b) => Number(creator.includes(b)) - Number(creator.includes(a))),
    resolves: status === RESOLVED ? true : status === OPEN ? false : null,
  };
}

/** A time as milliseconds in a text, or as a date-time. */
function timeIn(value: unknown): number | null {
  const text = String(value ?? '');
  return /^\d{12,14}$/.test(text) ? Number(text) : parseTime(text);
}
