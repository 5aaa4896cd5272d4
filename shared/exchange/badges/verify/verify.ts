import * as z from 'zod/mini';
import type { Bytes } from '../../../base/crypto/base64.ts';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { oneOrMany, parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import { isObject, type Json, member } from '../../../repository/linked-data/json.ts';
import { items } from '../../../repository/linked-data/references.ts';
import { unbake } from '../image/unbake.ts';
import { isHashOf } from '../recipient.ts';
import {
  type BadgeContent,
  type BadgeVerdict,
  CheckFailed,
  type Checks,
  createChecks,
  type InnerVerdict,
} from './checks.ts';
import { verifyCredential } from './credential.ts';
import { credentialIn, type GivenCredential, type VerifyTools } from './given-credential.ts';
import { innerCredential, innerCredentials, MAX_INNER_CREDENTIALS } from './learner-record.ts';
import { isOpenBadge2, verifyOpenBadge2 } from './open-badge-2.ts';

/** A badge as it was submitted: an object, a token, an address, or an image. */
export type GivenBadge = { readonly value: Json } | { readonly image: Bytes };

/**
 * Checks a badge of Open Badges 2.0 or 3.0, or a learner record with each credential in it: when a check fails, those that depend
 * on it are left out. Documents of others are fetched by the rules of FETCH_ALLOW_LIST; contexts are those that ship with the
 * service, or are at addresses that the setting names.
 *
 * @param recipients emails, or other identities, of the person who shows the badge; null: the recipient is not checked
 * @returns also the badges, those in a learner record too: none unless all is right
 */
export async function verifyBadge(
  given: GivenBadge,
  recipients: readonly string[] | null,
  tools: VerifyTools,
): Promise<{ readonly verdict: BadgeVerdict; readonly badges: readonly VerifiedBadge[] }> {
  const badges: VerifiedBadge[] = [];
  let inner = 0;

  async function verify(found: GivenCredential, kind: typeof verifyCredential, own: Checks): Promise<Inside> {
    const content = await kind(found, own, tools);
    if (content === null) return {};
    if (recipients !== null) await own.run('recipient', async () => [null, recipientOf(content, recipients)]);
    badges.push({ ...content, text: found.token?.text ?? JSON.stringify(content.document) });
    const values = innerCredentials(content);
    if (values === null) return {};
    inner += values.length;
    const credentials: InnerVerdict[] = [];
    if (inner <= MAX_INNER_CREDENTIALS) for (const value of values) credentials.push(await verifyInner(value));
    await own.run('credentials', async () => [null, summaryOf(values, credentials)]);
    return { credentials };
  }

  async function verifyInner(value: Json): Promise<InnerVerdict> {
    const own = createChecks();
    const found = await own.run('source', async () => [innerCredential(value), 'It is in the record.']);
    const inside = found === null ? {} : await verify(found, verifyCredential, own);
    return { id: idOf(found), ...own.verdict(), ...inside };
  }

  const checks = createChecks();
  const found = await checks.run('source', () => credentialOf(given, tools));
  const kind = found !== null && isOpenBadge2(found.document) ? verifyOpenBadge2 : verifyCredential;
  const inside = found === null ? {} : await verify(found, kind, checks);
  const verdict = { ...checks.verdict(), ...inside };
  return { verdict, badges: verdict.verified ? badges : [] };
}

type Inside = Pick<BadgeVerdict, 'credentials'>;

/** @throws CheckFailed unless each is verified */
function summaryOf(values: readonly Json[], verdicts: readonly InnerVerdict[]): string {
  if (verdicts.length < values.length) throw new CheckFailed(`There are more than ${MAX_INNER_CREDENTIALS}.`);
  const bad = verdicts.filter(({ verified }) => !verified).length;
  if (bad > 0) throw new CheckFailed(`${bad} of its ${values.length} credentials are not verified.`);
  return `All of its ${values.length} credentials are verified.`;
}

function idOf(found: GivenCredential | null): string | null {
  const id = found === null ? undefined : member(found.document, 'id');
  return typeof id === 'string' ? id : null;
}

/** A badge whose checks have all passed. */
export type VerifiedBadge = BadgeContent & {
  /** JSON, or a token. */
  readonly text: string;
};

async function credentialOf(given: GivenBadge, tools: VerifyTools): Promise<[GivenCredential, string]> {
  if ('image' in given) return [await inImage(given.image, tools), 'It is in the image.'];
  const { value } = given;
  if (isObject(value)) return [{ document: value, token: null }, 'It was sent as a document.'];
  if (typeof value !== 'string') throw new CheckFailed('A badge is an object, a token, an address or an image.');
  if (!isAddress(value)) return [credentialIn(value), 'It was sent as text.'];
  return [await atAddress(value.trim(), tools), `It is at ${value.trim().slice(0, 200)}.`];
}

async function inImage(image: Bytes, tools: VerifyTools): Promise<GivenCredential> {
  const text = await unbake(image);
  if (text === null) throw new CheckFailed('There is no badge in the image.');
  return isAddress(text) ? atAddress(text.trim(), tools) : credentialIn(text);
}

async function atAddress(url: string, tools: VerifyTools): Promise<GivenCredential> {
  const { status, mediaType, bytes } = await tools.fetch(
    url,
    'application/vc, application/vc+jwt, application/ld+json, application/json;q=0.9, image/png;q=0.5, image/svg+xml;q=0.5',
  );
  if (status === 410) throw new CheckFailed('The issuer has revoked it.');
  if (status !== 200) throw new CheckFailed(`Its address is answered with ${status}.`);
  const text = mediaType.startsWith('image/') ? await unbake(bytes) : fromUtf8(bytes);
  if (text === null) throw new CheckFailed('There is no badge at its address.');
  return credentialIn(text);
}

function isAddress(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/.test(text);
}

const identity = z.looseObject({
  hashed: z.optional(z.boolean()),
  salt: z.optional(z.string()),
  identity: z.optional(z.string()),
  identityHash: z.optional(z.string()),
});
const subject = z.looseObject({ identifier: oneOrMany(identity) });
const holders = z.looseObject({
  recipient: z.optional(identity),
  credentialSubject: oneOrMany(subject),
});

function recipientOf({ document }: BadgeContent, recipients: readonly string[]): string {
  const parsed = parseForeign(holders, document);
  const subjects = parsed.data?.credentialSubject ?? [];
  const identities = [
    ...items<z.output<typeof identity>>(parsed.data?.recipient),
    ...subjects.flatMap(({ identifier }) => identifier),
  ];
  const found = identities.flatMap(({ hashed, salt = '', ...named }) => {
    const text = named.identity ?? named.identityHash ?? '';
    return recipients.map((one) => (hashed === true ? isHashOf(text, one, salt) : text === one));
  });
  if (found.includes(true)) return 'It is of the given recipient.';
  if (found.length > 0 && found.every((one) => one === null))
    throw new CheckFailed('Its recipient is hashed in a way that is not supported: md5 and sha256 are.');
  throw new CheckFailed('Its recipient is another than the given one, or is written in another way.');
}
