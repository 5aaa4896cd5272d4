import { compactVerify, decodeProtectedHeader, errors, importSPKI } from 'jose';
import * as z from 'zod/mini';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import type { JsonObject } from '../../../repository/linked-data/json.ts';
import { items } from '../../../repository/linked-data/references.ts';
import { parseTime } from '../../../repository/linked-data/time.ts';
import { alignments, targetsOf } from './alignment.ts';
import { fetchObject, parsedObject } from './badge-fetch.ts';
import { type BadgeContent, CheckFailed, type Checks } from './checks.ts';
import { type GivenCredential, requireCurrent, type VerifyTools } from './given-credential.ts';
import { timesOfToken } from './token-claims.ts';

const reference = z.union([z.string(), z.looseObject({ id: z.optional(z.string()) })]);

const assertion = z.looseObject({
  id: z.string(),
  type: z.union([z.literal('Assertion'), z.array(z.string())]),
  badge: reference,
  issuedOn: z.string(),
  expires: z.optional(z.string()),
  recipient: z.looseObject({ type: z.string(), identity: z.string() }),
  verification: z.looseObject({ type: z.union([z.string(), z.array(z.string())]), creator: z.optional(z.string()) }),
});
type Assertion = z.output<typeof assertion>;

const badgeClass = z.looseObject({
  name: z.string(),
  issuer: reference,
  alignment: alignments,
});

const profile = z.looseObject({
  id: z.string(),
  name: z.string(),
  publicKey: z.optional(z.union([z.string(), z.looseObject({ id: z.string() }), z.array(z.unknown())])),
  revocationList: z.optional(z.string()),
  verification: z.optional(
    z.looseObject({
      startsWith: z.optional(z.union([z.string(), z.array(z.string())])),
      allowedOrigins: z.optional(z.union([z.string(), z.array(z.string())])),
    }),
  ),
});
type Profile = z.output<typeof profile>;

const revocations = z.looseObject({
  revokedAssertions: z._default(z.array(z.union([z.string(), z.looseObject({ id: z.optional(z.string()) })])), []),
});

const ALGORITHMS = ['RS256', 'RS384', 'RS512'];

/** Checks a badge of Open Badges 2.0, hosted or signed (Open Badges 2.0, Verification). */
export async function verifyOpenBadge2(
  given: GivenCredential,
  checks: Checks,
  tools: VerifyTools,
): Promise<BadgeContent | null> {
  const found = await checks.run('format', async () => {
    const parsed = parseForeign(assertion, given.document);
    if (parsed.success) return [parsed.data, 'An assertion of Open Badges 2.0.'];
    throw new CheckFailed(`It is not an assertion: ${parsed.error.issues[0]?.path.join('/')} is missing or wrong.`);
  });
  if (found === null) return null;
  const authentic =
    given.token === null
      ? await checks.run('hosted', () => hosted(found.id, tools))
      : { badge: found, document: given.document };
  if (authentic === null) return null;
  const { badge, document } = authentic;
  await checks.run('validity', async () => {
    requireCurrent(timesOfToken(given.token), tools.now);
    return [null, validity(badge, tools.now)];
  });
  const of = await checks.run('class', async () => {
    const parsed = parseForeign(badgeClass, await resolved(badge.badge, tools));
    if (parsed.success) return [parsed.data, `The badge is "${parsed.data.name}".`];
    throw new CheckFailed('The badge class is malformed.');
  });
  if (of === null) return null;
  const issuer = await checks.run('issuer', async () => {
    const parsed = parseForeign(profile, await issuerAt(of.issuer, tools));
    if (!parsed.success) throw new CheckFailed('The issuer is malformed.');
    requireIssuersBadge(badge, parsed.data, given.token !== null);
    return [parsed.data, `Issued by ${parsed.data.name}.`];
  });
  const { token } = given;
  if (issuer !== null && token !== null) {
    await checks.run('signature', () => signature(token.text, badge, issuer, tools));
    await checks.run('revocation', () => revocation(badge, issuer, tools));
  }
  return {
    document,
    id: badge.id,
    targets: targetsOf(of.alignment),
    issued: parseTime(badge.issuedOn),
    expires: badge.expires === undefined ? null : parseTime(badge.expires),
  };
}

/** The document at the address of a badge is valid, not the one that was sent. */
async function hosted(
  id: string,
  { fetch }: VerifyTools,
): Promise<[{ readonly badge: Assertion; readonly document: JsonObject }, string]> {
  const { status, bytes } = await fetch(id, 'application/ld+json, application/json;q=0.9');
  if (status === 410) throw new CheckFailed('The issuer has revoked it.');
  if (status !== 200) throw new CheckFailed(`Its address is answered with ${status}.`);
  const object = parsedObject(fromUtf8(bytes) ?? '', 'What is at its address');
  if (object['revoked'] === true) throw new CheckFailed('The issuer has revoked it.');
  const parsed = parseForeign(assertion, object);
  if (parsed.success && parsed.data.id === id)
    return [{ badge: parsed.data, document: object }, `It is at its address ${id}.`];
  throw new CheckFailed('Its address returns another document.');
}

function validity({ issuedOn, expires }: Assertion, now: number): string {
  const issued = parseTime(issuedOn);
  const until = expires === undefined ? Number.POSITIVE_INFINITY : parseTime(expires);
  if (issued === null || until === null) throw new CheckFailed('Its dates cannot be read.');
  if (issued > now) throw new CheckFailed(`It is issued on ${issuedOn}.`);
  if (until < now) throw new CheckFailed(`It expired on ${expires}.`);
  return expires === undefined ? 'It does not expire.' : `It is valid until ${expires}.`;
}

function resolved(value: z.output<typeof reference>, { fetch }: VerifyTools): Promise<object> {
  if (typeof value === 'string') return fetchObject(fetch, value);
  return Promise.resolve(value);
}

/** An issuer inside the badge class is what the publisher of the badge claims: the document at the issuer's address is valid. */
async function issuerAt(issuer: z.output<typeof reference>, { fetch }: VerifyTools): Promise<object> {
  const id = typeof issuer === 'string' ? issuer : issuer.id;
  if (id === undefined) throw new CheckFailed('The issuer has no address.');
  const found = await fetchObject(fetch, id);
  if (found['id'] === id) return found;
  throw new CheckFailed('The address of the issuer returns another document.');
}

/** A hosted badge must be at an address that its issuer allows: of the issuer's own origin, unless it names others. */
function requireIssuersBadge({ id }: Assertion, { id: issuerId, verification }: Profile, isSigned: boolean): void {
  if (isSigned) return;
  const url = URL.parse(id);
  const beginnings = items(verification?.startsWith);
  const hosts = items(verification?.allowedOrigins ?? URL.parse(issuerId)?.host);
  const isAllowed =
    url !== null &&
    hosts.includes(url.host) &&
    (beginnings.length === 0 || beginnings.some((one) => id.startsWith(one)));
  if (!isAllowed) throw new CheckFailed('The issuer does not publish badges at this address.');
}

/** The token must be signed with a key that the issuer lists as its own, and that names the issuer as its owner. */
async function signature(
  token: string,
  badge: Assertion,
  issuer: Profile,
  { fetch }: VerifyTools,
): Promise<[null, string]> {
  const { creator } = badge.verification;
  const keys = items(issuer.publicKey).map((key) => (isNamed(key) ? key.id : key));
  if (creator === undefined || !keys.includes(creator)) throw new CheckFailed('The key is not one of the issuer.');
  const key = await fetchObject(fetch, creator);
  const { owner, publicKeyPem } = key;
  if (owner !== issuer.id || typeof publicKeyPem !== 'string')
    throw new CheckFailed('The key belongs to another issuer.');
  const { alg = 'none' } = decodeProtectedHeader(token);
  if (!ALGORITHMS.includes(alg)) throw new CheckFailed(`Badges signed with ${alg} are not accepted.`);
  try {
    await compactVerify(token, await importSPKI(publicKeyPem, alg), { algorithms: [alg] });
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) {
      throw new CheckFailed('The signature is wrong.');
    }
    throw error;
  }
  return [null, `Signed with ${alg} by ${creator}.`];
}

function isNamed(value: unknown): value is { readonly id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value;
}

async function revocation(
  { id }: Assertion,
  { revocationList }: Profile,
  { fetch }: VerifyTools,
): Promise<[null, string]> {
  if (revocationList === undefined) return [null, 'The issuer has no list of revoked badges.'];
  const parsed = parseForeign(revocations, await fetchObject(fetch, revocationList));
  if (!parsed.success) throw new CheckFailed('The list of revoked badges is malformed.');
  const revoked = parsed.data.revokedAssertions.map((one) => (typeof one === 'string' ? one : one.id));
  if (revoked.includes(id)) throw new CheckFailed('The issuer has revoked it.');
  return [null, 'It is not among the revoked ones.'];
}

/** Whether a document is of Open Badges 2.0. */
export function isOpenBadge2(document: JsonObject): boolean {
  return items(document['@context']).some((context) => context === 'https://w3id.org/openbadges/v2');
}
