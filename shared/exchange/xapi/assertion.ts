import { md5Hex } from '../../base/crypto/md5.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import type { Sealer } from '../../repository/access/encrypt-value.ts';
import type { Json, JsonObject } from '../../repository/linked-data/json.ts';
import { parseTime } from '../../repository/linked-data/time.ts';
import type { Outcome } from './outcome.ts';
import type { Publication } from './publication.ts';
import type { Statement } from './statement.ts';
import type { ClaimTarget } from './targets.ts';

/** What a statement says about a competency. */
export type StatementClaim = {
  readonly statement: Statement & { readonly id: string };
  /** The statement as it was sent. */
  readonly source: Json;
  readonly outcome: Outcome;
  readonly target: ClaimTarget;
  /** The id of the assertion, without its version. */
  readonly id: string;
  readonly subject: PublicKey;
  readonly agent: PublicKey;
  readonly owners: readonly PublicKey[];
  readonly readers: readonly PublicKey[];
  readonly publication: Publication;
};

/** The id of the assertion of a statement on a competency, without its version. */
export function assertionId(base: string, statementId: string, { competency }: ClaimTarget): string {
  return `${base}data/schema.cassproject.org.0.4.Assertion/${md5Hex(statementId + competency)}`;
}

/**
 * The assertion of a claim (specification: Assertion): its subject, agent, evidence, date and polarity are encrypted for its owners and
 * readers. `identifier` is the id of the statement, by which voiding finds it.
 *
 * @param now UTC milliseconds, for the version, and the date of a statement without one
 */
export async function assertionOf(claim: StatementClaim, { seal }: Sealer, now: number): Promise<JsonObject> {
  const { statement, source, outcome, target, id, subject, agent, owners, readers } = claim;
  const versioned = `${id}/${now}`;
  const date = parseTime(statement.timestamp ?? statement.stored ?? '');
  const registration = statement.context?.registration;
  const [sealedSubject, sealedAgent, evidence, assertionDate, negative] = await Promise.all([
    seal(subject.pem, versioned),
    seal(agent.pem, versioned),
    seal(JSON.stringify(source), versioned),
    seal(String(date ?? now), versioned),
    seal(String(!outcome.positive), versioned),
  ]);
  return {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Assertion',
    '@id': versioned,
    competency: target.competency,
    ...(target.framework !== null && { framework: target.framework }),
    confidence: outcome.confidence,
    identifier: statement.id,
    ...(registration !== undefined && { registration }),
    subject: sealedSubject,
    agent: sealedAgent,
    evidence: [evidence],
    assertionDate,
    negative,
    owner: owners.map(({ pem }) => pem),
    reader: readers.map(({ pem }) => pem),
  };
}
