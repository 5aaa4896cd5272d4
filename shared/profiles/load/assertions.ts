import { chunks } from '../../base/concurrency/chunks.ts';
import { nextTask } from '../../base/concurrency/slices.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { type EncryptedValue, parseDecrypted } from '../../repository/access/encrypted-value.ts';
import { BY_ID, searchAllStates } from '../../repository/objects/search.ts';
import { phrase } from '../../repository/search/phrase-queries.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';
import { checkLimit } from '../engine/limits.ts';
import type { ProfileAssertion, ProfileLimits } from '../engine/model.ts';
import { exclusionOf } from '../engine/stages/built-in.ts';
import {
  type AssertionParts,
  assertionParts,
  evidenceTextOf,
  keyOf,
  type ParsedAssertion,
  type Part,
  polarityOf,
  timeOf,
} from './assertion.ts';
import type { LoadContext, LoadOptions } from './context.ts';
import type { DecryptedTexts } from './decryptor.ts';
import { readAssertions } from './read-assertions.ts';
import { type EvidenceRights, evidenceRights, type MayDecrypt } from './rights.ts';

/** An assertion about the subject whose agent has no name yet. */
export type LoadedAssertion = { readonly assertion: ProfileAssertion; readonly agent: PublicKey | null };

/** Which assertions to load. */
export type AssertionFilter = {
  readonly subject: PublicKey;
  /** The short id of the competency of the graph with this id; null when there is none. */
  readonly competency: (id: string) => string | null;
};

/** An assertion that may be about the subject. */
type Candidate = {
  readonly id: string;
  /** Short id. */
  readonly competency: string;
  readonly parts: AssertionParts;
  readonly rights: EvidenceRights;
};

/** Large, since the engine sorts all hits for every page. */
const SEARCH_PAGE_SIZE = 2000;

/** Number of items mapped before other tasks of this thread run. */
const CHUNK_SIZE = 1000;

/** Maximum number of hits per assertion that counts: an assessor's key is in all assertions that the assessor made. */
const MAX_HITS_PER_ASSERTION = 5;

/**
 * The decrypted assertions about the subject that count for the caller (specification: Assertion, profile rule 3). The subject is
 * decrypted first, the other parts only for assertions about the subject, and evidence only if the assertion can count.
 *
 * @throws Problem `profile-too-large` (422)
 */
export async function loadAssertions(
  ctx: LoadContext,
  filter: AssertionFilter,
  { now, targetDateTime, limits }: LoadOptions & { readonly limits: ProfileLimits },
): Promise<readonly LoadedAssertion[]> {
  const { subject } = filter;
  const candidates = await findCandidates(ctx, filter, limits);
  const ofSubject = await decryptAndMap(ctx, candidates, {
    encrypted: ({ parts, rights: { mayDecrypt } }) => encryptedIn([parts.subject], mayDecrypt),
    map: (candidate, texts) => {
      return keyOf(candidate.parts.subject, texts, ctx.readKey)?.id === subject.id ? candidate : null;
    },
  });
  const loaded = await decryptAndMap(ctx, ofSubject, {
    encrypted: ({ parts, rights: { mayDecryptAbout } }) =>
      encryptedIn(
        [parts.negative, parts.agent, parts.assertionDate, parts.expirationDate],
        mayDecryptAbout(subject.id),
      ),
    map: (candidate, texts) => {
      const agent = keyOf(candidate.parts.agent, texts, ctx.readKey);
      const assertion = assertionOf(candidate, agent, texts);
      const counts = exclusionOf(assertion, targetDateTime ?? now, targetDateTime !== undefined) === null;
      const evidence = counts ? candidate.parts.evidence : undefined;
      return { assertion, agent, evidence, mayDecrypt: candidate.rights.mayDecrypt };
    },
  });
  return decryptAndMap(ctx, loaded, {
    encrypted: ({ evidence, mayDecrypt }) => (evidence === undefined ? [] : encryptedIn(evidence, mayDecrypt)),
    map: ({ assertion, agent, evidence }, texts) => {
      if (evidence === undefined) return { assertion, agent };
      return { agent, assertion: { ...assertion, evidence: evidence.map((item) => evidenceTextOf(item, texts)) } };
    },
  });
}

function assertionOf(
  { id, competency, parts }: Candidate,
  agent: PublicKey | null,
  texts: DecryptedTexts,
): ProfileAssertion {
  return {
    id,
    competency,
    negative: polarityOf(parts.negative, texts),
    agent: agent === null ? null : { key: agent.id },
    assertionDate: timeOf(parts.assertionDate, texts),
    expirationDate: timeOf(parts.expirationDate, texts),
    grade: parts.grade,
    registration: parts.registration,
    condition: parts.condition,
  };
}

/**
 * The assertions that contain the subject's key anywhere, that are on competencies of the graph, and of which the caller may see a
 * part (specification: profile rule 3). The service searches with its own rights; this function checks the rights to each assertion.
 */
async function findCandidates(
  ctx: LoadContext,
  filter: AssertionFilter,
  limits: ProfileLimits,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  let hitCount = 0;
  const search = {
    query: phrase(null, filter.subject.pem),
    types: parseIndexHint('*assertion'),
    sort: BY_ID,
    caller: { admin: true, keys: [] },
    page: SEARCH_PAGE_SIZE,
  };
  for await (const hits of searchAllStates(ctx, search)) {
    hitCount += hits.length;
    checkLimit(limits, 'assertions', Math.ceil(hitCount / MAX_HITS_PER_ASSERTION));
    const readable = (await readAssertions(ctx, hits)).flatMap(({ state, parsed }) => {
      const granted = evidenceRights(ctx, state, ctx.rights);
      return granted === null || parsed === null ? [] : [{ id: state.shortId, parsed, rights: granted }];
    });
    const candidates = await decryptAndMap(ctx, readable, {
      encrypted: ({ parsed }) => (parsed.kind === 'encrypted' ? [parsed.value] : []),
      map: ({ id, parsed, rights: granted }, texts) => {
        const parts = partsOf(ctx, parsed, texts);
        const competency = parts === null ? null : filter.competency(parts.competency);
        return parts === null || competency === null ? null : { id, competency, parts, rights: granted };
      },
    });
    for (const candidate of candidates) found.push(candidate);
    checkLimit(limits, 'assertions', found.length);
  }
  return found;
}

function partsOf(
  { readKey }: LoadContext,
  parsed: NonNullable<ParsedAssertion>,
  texts: DecryptedTexts,
): AssertionParts | null {
  if (parsed.kind === 'parts') return parsed.parts;
  const object = parseDecrypted(texts.get(parsed.value) ?? null);
  return object === null ? null : assertionParts(object, readKey);
}

/** How items are mapped after the values that they need are decrypted. */
type DecryptAndMap<Item, Result> = {
  readonly encrypted: (item: Item) => readonly EncryptedValue[];
  /** Returns null to leave the item out. */
  readonly map: (item: Item, texts: DecryptedTexts) => Result | null;
};

async function decryptAndMap<Item, Result>(
  { decryptor, rights: { acting } }: LoadContext,
  all: readonly Item[],
  { encrypted, map }: DecryptAndMap<Item, Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [index, chunk] of chunks(all, CHUNK_SIZE).entries()) {
    if (index > 0) await nextTask();
    const texts = await decryptor.decryptAll(chunk.flatMap(encrypted), acting);
    for (const item of chunk) {
      const result = map(item, texts);
      if (result !== null) results.push(result);
    }
  }
  return results;
}

function encryptedIn(parts: readonly (Part | null)[], mayDecrypt: MayDecrypt): readonly EncryptedValue[] {
  return parts.flatMap((part) => (part?.kind === 'encrypted' && mayDecrypt(part.value.holders) ? [part.value] : []));
}
