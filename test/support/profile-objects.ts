import { randomUUID } from 'node:crypto';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { sealText } from '../../shared/repository/access/testing/encrypted-value.ts';
import type { Thing } from './client.ts';
import type { TestServer } from './server.ts';
import { shortId } from './things.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';

/** A new object of a type of the service's own vocabulary, as the client library writes it. */
export function newOwnType(
  server: Pick<TestServer, 'api'>,
  type: string,
  members: Record<string, unknown> = {},
): Thing {
  const id = `${server.api}data/schema.cassproject.org.0.4.${type}/${randomUUID()}/1000`;
  return { '@context': CONTEXT, '@type': type, '@id': id, ...members };
}

/** A relation between two such objects. */
export function newRelation(
  server: Pick<TestServer, 'api'>,
  source: Thing,
  relationType: string,
  target: Thing,
): Thing {
  return newOwnType(server, 'Relation', { source: shortId(source), relationType, target: shortId(target) });
}

/** A framework of such objects. */
export function newFramework(
  server: Pick<TestServer, 'api'>,
  competencies: readonly Thing[],
  relations: readonly Thing[] = [],
  members: Record<string, unknown> = {},
): Thing {
  const listed = { competency: competencies.map(shortId), relation: relations.map(shortId) };
  return newOwnType(server, 'Framework', { name: 'Framework', ...listed, ...members });
}

/** The holder of a public key. */
type Holder = { readonly pem: string };

/** The contents of an assertion, and its readers. Times are UTC milliseconds. */
export type Claim = {
  readonly competency: Thing;
  readonly subject: Holder;
  /** Owner of the assertion and, by default, its agent. */
  readonly owner: Holder;
  readonly agent?: Holder;
  /** The readers of its encrypted parts other than owner and subject; the service's key should be among them. */
  readonly readers?: readonly Holder[];
  /** Only owner, subject and readers may see the assertion at all. */
  readonly hidden?: boolean;
  readonly negative?: boolean;
  readonly assertionDate?: number;
  readonly expirationDate?: number;
  readonly evidence?: readonly string[];
};

/** A new assertion with its parts encrypted, as the client library writes it. */
export async function newAssertion(server: Pick<TestServer, 'api'>, claim: Claim): Promise<Thing> {
  const { competency, subject, owner, agent = owner, readers = [], hidden = false } = claim;
  const assertion = newOwnType(server, 'Assertion', { competency: shortId(competency) });
  const owners = [parsePublicKey(owner.pem)];
  const all = [subject, ...readers];
  const seal = (text: string) =>
    sealText(text, { id: assertion['@id'], owners, readers: all.map(({ pem }) => parsePublicKey(pem)) });
  return {
    ...assertion,
    '@owner': [owner.pem],
    ...(hidden && { '@reader': all.map(({ pem }) => pem) }),
    subject: await seal(subject.pem),
    agent: await seal(agent.pem),
    assertionDate: await seal(String(claim.assertionDate ?? 1000)),
    ...(claim.expirationDate !== undefined && { expirationDate: await seal(String(claim.expirationDate)) }),
    ...(claim.negative !== undefined && { negative: await seal(String(claim.negative)) }),
    ...(claim.evidence !== undefined && { evidence: await Promise.all(claim.evidence.map(seal)) }),
  };
}
