import { looksLikePem } from '../../base/crypto/pem.ts';
import { type PublicKey, parsePublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';
import { notFound } from '../../repository/objects/read.ts';
import { namesOf } from '../../repository/objects/reference.ts';
import { BY_ID } from '../../repository/objects/search.ts';
import { anyOf, phrase } from '../../repository/search/phrase-queries.ts';
import type { LoadContext } from '../load/context.ts';
import { PERSONS, personIds } from './find-people.ts';
import { isPerson, ownerKeys } from './person.ts';

/** The subject of a profile: the key that assertions contain, and the person object if the request named one. */
export type Subject = { readonly key: PublicKey; readonly person: ReadObject | null };

/** SSH-style MD5 of a key as hex, with or without colons. */
const FINGERPRINT = /^(?:md5:)?((?:[0-9a-f]{2}:){15}[0-9a-f]{2}|[0-9a-f]{32})$/i;

/** Members by which a person is found. */
const NAME_MEMBERS = ['email', 'username'];

const MAX_SUBJECT_LENGTH = 2048;

const PAGE_SIZE = 100;

/** Maximum number of persons read to find one whose name is exactly the text. */
const MAX_HITS = 1000;

/**
 * Finds the subject that a request names (specification: Profile, `subject`): by a public key in any layout, the fingerprint of a
 * key, an id of a person object, versioned or not, or an e-mail address or user name, compared exactly. A person's key is the key of
 * the first owner. Among several persons the one with the smallest id is used. Persons that the caller may not read are not found.
 *
 * @throws Problem `not-found` (404) or `malformed-key` (400), both with `where` subject
 */
export async function resolveSubject(ctx: LoadContext, text: string): Promise<Subject> {
  const asked = text.trim();
  const key = subjectKey(asked);
  if (key !== null) return { key, person: null };
  const print = FINGERPRINT.exec(asked)?.[1]?.replaceAll(':', '').toLowerCase();
  const found =
    asked === '' || asked.length > MAX_SUBJECT_LENGTH
      ? null
      : ((print === undefined ? null : await byFingerprint(ctx, print)) ??
        (await byId(ctx, asked)) ??
        (await byName(ctx, asked)));
  if (found !== null) return found;
  const { code, message, extras } = notFound(ctx.rights.caller);
  throw code === 'not-found'
    ? new Problem(code, 'There is no person by this "subject", or it may not be seen.', { where: 'subject' })
    : new Problem(code, message, extras);
}

/** The person whose id has the fingerprint; without one, a key of the caller or of the service. */
async function byFingerprint(ctx: LoadContext, print: string): Promise<Subject | null> {
  const names = [...personIds(print, ctx.config.bases), print];
  const read = await ctx.reader.readMany(names);
  for (const person of names.flatMap((name) => read.get(name) ?? [])) {
    const key =
      isPerson(person.object) && ownerKeys(person.object, ctx.readKey).find((one) => one.fingerprint === print);
    if (key) return { key, person };
  }
  const proved = ctx.rights.caller.proofs.filter(({ everywhere }) => everywhere).map((proof) => proof.key);
  const key = [...proved, ...ctx.rights.acting.map(({ publicKey }) => publicKey)].find(
    (one) => one.fingerprint === print,
  );
  return key === undefined ? null : { key, person: null };
}

async function byId(ctx: LoadContext, id: string): Promise<Subject | null> {
  const names = namesOf(id, ctx.config.bases);
  const read = await ctx.reader.readMany(names);
  for (const name of names) {
    const subject = subjectOf(ctx, read.get(name));
    if (subject !== null) return subject;
  }
  return null;
}

async function byName(ctx: LoadContext, name: string): Promise<Subject | null> {
  const query = anyOf(NAME_MEMBERS.map((path) => phrase(`${path}.keyword`, name)));
  let best: Subject | null = null;
  let hitCount = 0;
  for await (const hits of ctx.reader.search({ query, types: PERSONS, sort: BY_ID, page: PAGE_SIZE })) {
    for await (const person of ctx.reader.readVersions(hits)) {
      const subject = hasName(person.object, name) ? subjectOf(ctx, person) : null;
      if (subject !== null && (best?.person == null || person.shortId < best.person.shortId)) best = subject;
    }
    hitCount += hits.length;
    if (hitCount >= MAX_HITS) break;
  }
  return best;
}

function subjectOf(ctx: LoadContext, person: ReadObject | null | undefined): Subject | null {
  if (!person || !isPerson(person.object)) return null;
  const [key] = ownerKeys(person.object, ctx.readKey);
  return key === undefined ? null : { key, person };
}

function hasName(object: JsonObject, name: string): boolean {
  return NAME_MEMBERS.some((path) => items(member(object, path)).some((value: Json) => value === name));
}

const MARKER = /-----(BEGIN|END)[ +]+((?:RSA[ +]+)?PUBLIC)[ +]+KEY-----/g;

/**
 * Parses a subject that looks like a public key, in any layout. Decoding a query turns each `+` that was not percent-encoded into a
 * space, and encoding one twice leaves `+` for spaces: both are repaired where only one key is possible.
 *
 * @returns null when the text does not look like a key
 * @throws Problem `malformed-key` (400)
 */
function subjectKey(text: string): PublicKey | null {
  const pem = text.replace(
    MARKER,
    (_, end: string, name: string) => `-----${end} ${name.replace(/[ +]+/, ' ')} KEY-----`,
  );
  if (!looksLikePem(pem)) return null;
  for (const candidate of [pem, withPlusSigns(pem)]) {
    try {
      return parsePublicKey(candidate);
    } catch {
      // the next layout may be the right one
    }
  }
  throw new Problem(
    'malformed-key',
    'The subject looks like a public key and cannot be read as one: percent-encode it, each + as %2B.',
    { where: 'subject' },
  );
}

/** The key with `+` for spaces. */
function withPlusSigns(pem: string): string {
  const [, begin, body, end] = /^\s*(-----BEGIN [A-Z ]+-----)([^-]*)(-----END [A-Z ]+-----)\s*$/.exec(pem) ?? [];
  return `${begin}${body?.replace(/[\r\n\t]/g, '').replaceAll(' ', '+')}${end}`;
}
