import { DataIntegrityProof } from '@digitalcredentials/data-integrity';
import { cryptosuite } from '@digitalcredentials/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalcredentials/vc';
import { type PublicKey, parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { loadBundled } from '../../shared/exchange/json-ld/document-loader.ts';
import { createSealer } from '../../shared/repository/access/encrypt-value.ts';
import type { Client } from './client.ts';
import { type Person, person, sheet } from './signer.ts';
import { newThing } from './things.ts';

const SERVICE = 'https://schema.cassproject.org/0.4';

/** The contents of an assertion besides its competency. */
export type Claim = {
  readonly negative?: boolean;
  /** UTC milliseconds. */
  readonly expires?: number;
  readonly evidence?: readonly string[];
};

/** A teacher who publishes badges, and a learner who earns them, at a service. */
export async function createBadgeKit(server: { readonly api: string }, client: Client) {
  async function register(members: object): Promise<Person> {
    const key = await person();
    const id = `${server.api}data/schema.org.Person/${parsePublicKey(key.pem).fingerprint}/1000`;
    const object = { '@context': 'http://schema.org/', '@type': 'Person', '@id': id, owner: [key.pem], ...members };
    await client.save(object, await sheet(server.api, [key]));
    return key;
  }
  const teacher = await register({
    name: 'Ada Teacher',
    email: 'ada@school.example',
    url: 'https://school.example/ada',
  });
  const learner = await register({ name: 'Bob Learner', email: 'bob@example.org' });
  /** The teacher's signature sheet. */
  const own = await sheet(server.api, [teacher]);
  const badgeKey = async () => parsePublicKey((await client.call('/api/badge/pk')).text);

  async function newCompetency(members: object = {}) {
    const competency = newThing(server, { '@context': SERVICE, '@type': 'Competency', name: 'Welding', ...members });
    await client.save(competency, own);
    return competency;
  }

  /** An assertion by the teacher about the learner, as the client library writes it. */
  async function assertionOf(
    competency: string,
    claim: Claim = {},
    readers: readonly PublicKey[] = [parsePublicKey(teacher.pem)],
  ) {
    const thing = { ...newThing(server, { '@context': SERVICE, '@type': 'Assertion' }), competency };
    const { seal } = await createSealer({ owners: [parsePublicKey(teacher.pem)], readers });
    const sealed = (text: string) => seal(text, thing['@id']);
    return {
      ...thing,
      subject: await sealed(learner.pem),
      agent: await sealed(teacher.pem),
      assertionDate: await sealed(String(Date.parse('2026-01-31T12:00:00Z'))),
      negative: await sealed(String(claim.negative ?? false)),
      ...(claim.expires !== undefined && { expirationDate: await sealed(String(claim.expires)) }),
      evidence: await Promise.all((claim.evidence ?? []).map(sealed)),
      owner: [teacher.pem],
      reader: readers.map(({ pem }) => pem),
    };
  }

  /** Saves an assertion that is shared with the key of badges. */
  async function publish(competency: string, claim: Claim = {}) {
    const assertion = await assertionOf(competency, claim, [await badgeKey()]);
    await client.save(assertion, own);
    return assertion;
  }

  return { teacher, learner, own, badgeKey, register, newCompetency, assertionOf, publish };
}

/** Verifies a proof with an independent implementation, which resolves the DID from the service. */
export async function verifyProofOf(client: Client, credential: object) {
  const didDocument = (await client.call('/.well-known/did.json')).json();
  const documentLoader = async (url: string) => {
    const method = didDocument.verificationMethod.find(({ id }: { id: string }) => id === url);
    if (method !== undefined || url === didDocument.id) {
      const document =
        method === undefined ? didDocument : { '@context': 'https://w3id.org/security/multikey/v1', ...method };
      return { contextUrl: null, documentUrl: url, document };
    }
    return loadBundled(url);
  };
  const suite = new DataIntegrityProof({ cryptosuite });
  const checkStatus = async () => ({ verified: true }); // not part of this test
  return vc.verifyCredential({ credential, suite, documentLoader, checkStatus });
}
