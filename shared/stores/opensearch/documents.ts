import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import * as z from 'zod/mini';
import type { KeyId } from '../../base/crypto/public-key.ts';
import type {
  Alias,
  Head,
  HeadState,
  ObjectKey,
  StoredVersion,
  VersionTrail,
} from '../../repository/store/object-store.ts';
import type { EngineDocument, Revision } from './engine/engine.ts';

/*
 * The documents of the `objects` index. An object has one document for its newest state, whose id is its key, and one for
 * each superseded version, `<key>.<version>`; both are routed by the key. An alias has one document, whose id is the
 * SHA-256 of the name. A key is the SHA-256 of a short id: so a short id and an alias of the same text meet in one
 * document, and only one of them can be created.
 */

/** Created at first use, since creating it takes a tenth of the start-up time of a function. */
const ENTRY = z.lazy(() => {
  const ACCESS = z.object({
    owners: z.array(z.string()),
    readers: z.array(z.string()),
    hidden: z.boolean(),
    mixed: z.boolean(),
  });
  const VERSION_MEMBERS = {
    key: z.string(),
    shortId: z.string(),
    id: z.string(),
    version: z.number(),
    time: z.number(),
    text: z.string(),
    /** Length of the text, for reads without the text; absent in documents of earlier versions of the service. */
    size: z.optional(z.number()),
    access: ACCESS,
    /** See `StoredVersion`. */
    digest: z.optional(z.string()),
    /** See `VersionTrail`. */
    written: z.optional(z.string()),
    /**
     * See `VersionTrail`. Moved to `revived` of the next version: a concurrent write may have put this version into history before it
     * was deleted.
     */
    removed: z.optional(z.string()),
    /** The deleted version that this one follows. */
    revived: z.optional(z.object({ version: z.number(), removed: z.string() })),
    /** Versions before this one, the newest first, at most {@link EARLIER}. */
    earlier: z.array(z.number()),
  };
  const VERSION = z.object({
    kind: z.literal('version'),
    ...VERSION_MEMBERS,
    /** The write id of the former head; absent for an imported version. */
    writeId: z.optional(z.string()),
  });
  const HEAD = z.object({
    kind: z.literal('head'),
    ...VERSION_MEMBERS,
    deleted: z.boolean(),
    writeId: z.string(),
    /**
     * The version of its search copy: one more with every write and delete. It begins with `born`, above all generations of a
     * purged object of the same id.
     */
    generation: z.number(),
    /** When the object was created, see `clocks.ts`: breaks ties in searches. */
    born: z.number(),
    /** When this state was written, UTC milliseconds. Repair searches by it. */
    stamp: z.number(),
    /** Strong aliases that this object is known to have. */
    names: z.array(z.string()),
    /** Weak aliases that this object claimed, including those that it did not get. */
    asked: z.array(z.string()),
    /** The aliases were claimed in the same bulk as this state, so the object may not have all of them. */
    fresh: z.boolean(),
  });
  const ALIAS = z.object({
    kind: z.literal('alias'),
    name: z.string(),
    key: z.string(),
    strong: z.boolean(),
    /** When the alias was claimed, UTC milliseconds. */
    stamp: z.number(),
  });
  return z.discriminatedUnion('kind', [HEAD, VERSION, ALIAS]);
});

type EntryBody = z.infer<typeof ENTRY>;
export type HeadBody = Extract<EntryBody, { kind: 'head' }>;
export type VersionBody = Extract<EntryBody, { kind: 'version' }>;
export type AliasBody = Extract<EntryBody, { kind: 'alias' }>;

/** A document with the state that it was read in. */
export type Entry<Body> = { readonly body: Body; readonly revision: Revision };

/** Maximum number of superseded versions that a document lists: one call reads as many from history. */
export const EARLIER = 32;

/** The id of the document that a name, or a short id, leads to. */
export function idOfName(name: string): string {
  return bytesToHex(sha256(utf8ToBytes(name)));
}

export function idOfVersion(key: string, version: number): string {
  return `${key}.${version}`;
}

/** The validated body of a document. @throws Error for a document that this store did not write */
export function toEntry(document: EngineDocument): Entry<EntryBody> {
  const { source, revision } = document;
  return { body: isHead(source) ? source : z.parse(ENTRY, source), revision };
}

/** Makes the checks of the schema of heads in a twentieth of the time: most documents that are read are heads. */
function isHead(source: unknown): source is HeadBody {
  if (typeof source !== 'object' || source === null) return false;
  const head: Partial<Record<keyof HeadBody, unknown>> = source;
  return (
    head.kind === 'head' &&
    HEAD_TEXTS.every((name) => typeof head[name] === 'string') &&
    HEAD_NUMBERS.every((name) => typeof head[name] === 'number') &&
    isOptionalText(head.digest) &&
    isOptionalText(head.written) &&
    isOptionalText(head.removed) &&
    head.revived === undefined &&
    typeof head.deleted === 'boolean' &&
    typeof head.fresh === 'boolean' &&
    isListOf('string', head.names) &&
    isListOf('string', head.asked) &&
    isListOf('number', head.earlier) &&
    isAccess(head.access)
  );
}

const HEAD_TEXTS = ['key', 'shortId', 'id', 'text', 'writeId'] as const;
const HEAD_NUMBERS = ['version', 'time', 'generation', 'born', 'stamp'] as const;

function isAccess(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const access: Partial<Record<keyof HeadBody['access'], unknown>> = value;
  return (
    isListOf('string', access.owners) &&
    isListOf('string', access.readers) &&
    typeof access.hidden === 'boolean' &&
    typeof access.mixed === 'boolean'
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isListOf(type: 'string' | 'number', value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === type);
}

/** The head, or null when the document is something else. */
export function asHead(document: EngineDocument | null | undefined): Entry<HeadBody> | null {
  const entry = document ? toEntry(document) : null;
  return entry?.body.kind === 'head' ? { body: entry.body, revision: entry.revision } : null;
}

/** The alias, or null when the document is something else. */
export function asAlias(document: EngineDocument | null | undefined): Entry<AliasBody> | null {
  const entry = document ? toEntry(document) : null;
  return entry?.body.kind === 'alias' ? { body: entry.body, revision: entry.revision } : null;
}

export function toStoredVersion(body: HeadBody | VersionBody): StoredVersion {
  const { key, shortId, id, version, time, text, access, digest } = body;
  const { owners, readers, hidden, mixed } = access;
  return {
    key: key as ObjectKey, // written as one
    shortId,
    id,
    version,
    time,
    text,
    access: { owners: owners as KeyId[], readers: readers as KeyId[], hidden, mixed }, // written as such
    ...(digest !== undefined && { digest }),
  };
}

export function toHead(body: HeadBody): Head {
  return { ...toStoredVersion(body), deleted: body.deleted, writeId: body.writeId };
}

/** A head with the length of its text instead of the text. */
export function withoutText(body: HeadBody): HeadState {
  return { ...toHead(body), text: null, size: body.text.length };
}

/** The trails of all versions of an object, or of the newest ones. @param bodies newest first */
export function toTrail(bodies: readonly (HeadBody | VersionBody)[]): VersionTrail[] {
  const revived = new Map(
    bodies.flatMap((body) => (body.revived ? [[body.revived.version, body.revived.removed]] : [])),
  );
  return bodies.map(({ version, time, written, removed = revived.get(version) }) => {
    return { version, time, ...(written !== undefined && { written }), ...(removed !== undefined && { removed }) };
  });
}

/** The names of an object, except its short id. */
export function aliasesOf({ names, asked }: HeadBody): Alias[] {
  const strong = new Set(names);
  return [
    ...names.map((name): Alias => ({ name, strength: 'strong' })),
    ...asked.filter((name) => !strong.has(name)).map((name): Alias => ({ name, strength: 'weak' })),
  ];
}

/** The document of a superseded head. */
export function toVersionBody(head: HeadBody): VersionBody {
  const { key, shortId, id, version, time, text, access, digest, written, revived, earlier, writeId } = head;
  const own = { key, shortId, id, version, time, text, size: text.length, access, digest };
  return { kind: 'version', ...own, written, revived, earlier, writeId };
}
