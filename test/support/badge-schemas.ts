import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';

/**
 * The forms of badges. Each is a part of what the published JSON schemas accept (Open Badges 3.0.3 and CLR 2.0, `schema/json/`), or
 * the standard where it publishes none (Open Badges 2.0, Bitstring Status List 1.0): it has their required members, their
 * vocabularies and formats, and of their optional members those that the service publishes. Objects inside a badge may have no others,
 * so that a misspelled member is found.
 */
type Schema = { readonly [keyword: string]: unknown };

const text: Schema = { type: 'string', minLength: 1 };
const address: Schema = { type: 'string', pattern: '^(https?://|did:|urn:|data:)\\S+$' };
const time: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
};
const exactly = (value: unknown): Schema => ({ const: value });
const list = (items: Schema, minItems = 0): Schema => ({ type: 'array', items, minItems });
const oneOf = (...schemas: readonly Schema[]): Schema => ({ oneOf: schemas });
/** A list of types with this one in it. */
const typed = (...names: readonly string[]): Schema => ({
  ...list(text, 1),
  allOf: names.map((name) => ({ contains: { const: name } })),
});

/** An object with these members. A name that ends in `?` may be absent. */
function object(members: Readonly<Record<string, Schema>>, { isOpen = false } = {}): Schema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: isOpen,
  };
}

/** A term of a vocabulary, or an extension of it. */
const term = (...names: readonly string[]): Schema => oneOf({ enum: names }, { type: 'string', pattern: '^ext:\\S+$' });

// Open Badges 3.0

const alignment = object({
  type: typed('Alignment'),
  targetName: text,
  targetUrl: address,
  'targetCode?': text,
  'targetFramework?': text,
  'targetDescription?': text,
  'targetType?': term('ceasn:Competency', 'ceterms:Credential', 'CFItem', 'CFRubric', 'CFRubricCriterion', 'CTDL'),
});
const profile = object({ id: address, type: typed('Profile'), 'name?': text, 'url?': address, 'email?': text });
const image = object({ id: address, type: exactly('Image'), 'caption?': text });
const identity = object({
  type: exactly('IdentityObject'),
  hashed: { type: 'boolean' },
  'salt?': text,
  identityHash: { type: 'string', pattern: '^(md5\\$[0-9a-f]{32}|sha256\\$[0-9a-f]{64})$' },
  identityType: term('name', 'sourcedId', 'systemId', 'userName', 'accountId', 'emailAddress', 'identifier'),
});
const achievement = object({
  id: address,
  type: typed('Achievement'),
  name: text,
  description: text,
  criteria: object({ 'id?': address, 'narrative?': text }),
  'achievementType?': term('Achievement', 'Badge', 'Competency', 'Course'),
  'image?': image,
  'alignment?': list(alignment),
  'humanCode?': text,
  'inLanguage?': text,
  'tag?': list(text),
});
const proof = object({
  type: exactly('DataIntegrityProof'),
  cryptosuite: text,
  created: time,
  verificationMethod: address,
  proofPurpose: exactly('assertionMethod'),
  proofValue: { type: 'string', pattern: '^z[1-9A-HJ-NP-Za-km-z]+$' },
});
const status = object({
  id: address,
  type: exactly('BitstringStatusListEntry'),
  statusPurpose: text,
  statusListCredential: address,
  statusListIndex: { type: 'string', pattern: '^\\d+$' },
});

/** Members of every credential (Verifiable Credentials 2.0). It may have others, such as the claims of a token. */
function credential(types: readonly string[], contexts: readonly string[], members: Readonly<Record<string, Schema>>) {
  const first = [exactly('https://www.w3.org/ns/credentials/v2'), ...contexts.map((pattern) => ({ pattern }))];
  return object(
    {
      '@context': { type: 'array', minItems: first.length, items: first, additionalItems: address },
      id: address,
      type: typed('VerifiableCredential', ...types),
      'name?': text,
      'description?': text,
      validFrom: time,
      'validUntil?': time,
      'awardedDate?': time,
      'proof?': proof,
      'credentialStatus?': status,
      'credentialSchema?': list(object({ id: address, type: text })),
      ...members,
    },
    { isOpen: true },
  );
}

const BADGE_CONTEXT = '^https://purl\\.imsglobal\\.org/spec/ob/v3p0/context(-3\\.\\d\\.\\d)*\\.json$';
const RECORD_CONTEXT = '^https://purl\\.imsglobal\\.org/spec/clr/v2p0/context(-2\\.\\d\\.\\d)*\\.json$';

const badge = credential(['OpenBadgeCredential'], [BADGE_CONTEXT], {
  issuer: profile,
  credentialSubject: object({
    type: typed('AchievementSubject'),
    achievement,
    identifier: list(identity, 1),
    'source?': profile,
    'id?': address,
    'narrative?': text,
  }),
  'evidence?': list(object({ type: typed('Evidence'), 'id?': address, 'name?': text, 'narrative?': text })),
});

/** Comprehensive Learner Record 2.0. */
const record = credential(['ClrCredential'], [RECORD_CONTEXT, BADGE_CONTEXT], {
  name: text,
  issuer: profile,
  credentialSubject: object({
    type: typed('ClrSubject'),
    verifiableCredential: list(badge, 1),
    'id?': address,
    'identifier?': list(identity),
  }),
});

/** Bitstring Status List 1.0. */
const statusList = credential(['BitstringStatusListCredential'], [], {
  issuer: oneOf(address, object({ id: address }, { isOpen: true })),
  credentialSubject: object({
    id: address,
    type: exactly('BitstringStatusList'),
    statusPurpose: { enum: ['revocation', 'suspension', 'refresh', 'message'] },
    'ttl?': { type: 'integer', minimum: 0 },
    encodedList: { type: 'string', pattern: '^u[\\w-]+$' },
  }),
});

// Open Badges 2.0

const inBadges2 = (type: string): Readonly<Record<string, Schema>> => ({
  '@context': exactly('https://w3id.org/openbadges/v2'),
  id: address,
  type: exactly(type),
});

const assertion2 = object({
  ...inBadges2('Assertion'),
  recipient: object({
    type: { enum: ['email', 'url', 'telephone'] },
    hashed: { type: 'boolean' },
    'salt?': text,
    identity: { type: 'string', pattern: '^(md5\\$[0-9a-f]{32}|sha256\\$[0-9a-f]{64})$' },
  }),
  badge: address,
  issuedOn: time,
  'expires?': time,
  'image?': address,
  'narrative?': text,
  verification: object({ type: { enum: ['HostedBadge', 'hosted'] } }),
  'evidence?': list(
    oneOf(address, object({ type: exactly('Evidence'), 'id?': address, 'name?': text, 'narrative?': text })),
  ),
});
const badgeClass2 = object({
  ...inBadges2('BadgeClass'),
  name: text,
  description: text,
  image: address,
  issuer: address,
  'tags?': list(text),
  criteria: oneOf(address, object({ 'type?': exactly('Criteria'), 'id?': address, 'narrative?': text })),
  'alignment?': list(
    object({
      'type?': exactly('AlignmentObject'),
      targetName: text,
      targetUrl: address,
      'targetFramework?': text,
      'targetCode?': text,
      'targetDescription?': text,
    }),
  ),
});
const issuer2 = object({
  ...inBadges2('Issuer'),
  name: text,
  url: address,
  email: { type: 'string', pattern: '^\\S+@\\S+$' },
  'telephone?': text,
  'description?': text,
  'image?': address,
  'publicKey?': address,
  verification: object({ type: exactly('VerificationObject'), 'startsWith?': address }),
});
const key2 = object({
  ...inBadges2('CryptographicKey'),
  owner: address,
  publicKeyPem: { type: 'string', pattern: '^-----BEGIN PUBLIC KEY-----' },
});
const revoked2 = object({ ...inBadges2('Assertion'), revoked: exactly(true), 'revocationReason?': text });

const FORMS = {
  badge,
  record,
  'status list': statusList,
  'assertion of 2.0': assertion2,
  'class of 2.0': badgeClass2,
  'issuer of 2.0': issuer2,
  'key of 2.0': key2,
  'revoked assertion of 2.0': revoked2,
};

const ajv = new Ajv2019({ strict: false, allErrors: true });
const validators = new Map<string, ValidateFunction>(
  Object.entries(FORMS).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** The deviations of a published document from its standard; empty: none. */
export function formErrorsOf(form: keyof typeof FORMS, published: unknown): readonly string[] {
  const validate = validators.get(form);
  if (validate === undefined) throw new Error(`There is no form "${form}".`);
  validate(published);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}
