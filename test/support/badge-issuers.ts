import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import { cryptosuite as ecdsa } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { DataIntegrityProof } from '@digitalcredentials/data-integrity';
import { cryptosuite as eddsa } from '@digitalcredentials/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalcredentials/vc';
import { expect } from 'vitest';
import { encodeUtf8 } from '../../shared/base/crypto/text-encoding.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { createIssuerKeys } from '../../shared/exchange/badges/verify/issuer-keys.ts';
import { verifyBadge } from '../../shared/exchange/badges/verify/verify.ts';
import { type DocumentLoader, loadBundled } from '../../shared/exchange/json-ld/document-loader.ts';
import type { Json } from '../../shared/repository/linked-data/json.ts';

/** The part of the context of learner records that tests need; it does not ship with the service. */
export const CLR_CONTEXT = 'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json';
const clrTerms = {
  '@context': {
    ClrCredential: 'https://example.org/clr#ClrCredential',
    ClrSubject: {
      '@id': 'https://example.org/clr#ClrSubject',
      '@context': {
        identifier: 'https://example.org/clr#identifier',
        verifiableCredential: {
          '@id': 'https://example.org/clr#verifiableCredential',
          '@type': '@id',
          '@container': '@graph',
          '@context': null,
        },
      },
    },
  },
};

const loadContext: DocumentLoader = async (url) =>
  url === CLR_CONTEXT ? { contextUrl: null, documentUrl: url, document: clrTerms } : loadBundled(url);

const NOW = Date.parse('2026-11-01T00:00:00Z');
/** An issuer. */
export const SCHOOL = 'https://school.example';

/** Pages by address: JSON, text, or another status. */
export type Pages = Readonly<Record<string, object | string | number>>;

/** Tools that fetch from these pages. */
export function toolsWith(pages: Pages) {
  const fetch = async (url: string) => {
    const page = pages[url];
    if (page === undefined) throw new Problem('fetch-failed', `${url} does not answer.`);
    const text = typeof page === 'string' ? page : JSON.stringify(page);
    const bytes = new Uint8Array(encodeUtf8(text));
    return { status: typeof page === 'number' ? page : 200, mediaType: 'application/json', bytes };
  };
  return { fetch, keys: createIssuerKeys(fetch, { id: 'did:web:own.example' }), loadContext, now: NOW };
}

/** The verdict on a badge. */
export const verifyAmong = async (value: unknown, pages: Pages = {}) =>
  (await verifyBadge({ value: value as Json }, null, toolsWith(pages))).verdict;

/** The one check that failed. */
export async function failed(value: unknown, pages: Pages = {}) {
  const { verified, checks } = await verifyAmong(value, pages);
  expect(verified).toBe(false);
  return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
}

/** An issuer with a key that another implementation made, identified by a did:key, or by another DID, whose document has it as `#key`. */
export async function keyIssuer(curve: 'Ed25519' | 'P-256' | 'P-384' = 'Ed25519', other: string | null = null) {
  const pair =
    curve === 'Ed25519'
      ? await Ed25519Multikey.generate({
          seed: crypto.getRandomValues(new Uint8Array(32)),
          id: '',
          controller: '',
        })
      : await EcdsaMultikey.generate({ curve });
  const cryptosuite = curve === 'Ed25519' ? eddsa : ecdsa;
  const { publicKeyMultibase } = await pair.export({ publicKey: true });
  const did = `did:key:${publicKeyMultibase}`;
  const id = other === null ? `${did}#${publicKeyMultibase}` : `${other}#key`;
  const signer = Object.assign(Object(pair.signer()), { id });
  const issue = async (members: object = {}): Promise<object> =>
    vc.issue({
      credential: withoutUndefined({
        '@context': [
          'https://www.w3.org/ns/credentials/v2',
          'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
          'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
        ],
        id: 'urn:uuid:4c5ec4ba-6d3b-4ae3-9f6f-9f1dbb0ecf6b',
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        issuer: { id: other ?? did, type: ['Profile'], name: 'School' },
        validFrom: '2026-01-01T00:00:00Z',
        credentialSubject: {
          type: ['AchievementSubject'],
          achievement: {
            id: `${SCHOOL}/a`,
            type: ['Achievement'],
            name: 'Welding',
            description: 'W',
            criteria: { narrative: 'W' },
          },
        },
        ...members,
      }),
      suite: new DataIntegrityProof({ signer, cryptosuite, date: '2026-01-01T00:00:00Z' }),
      documentLoader: loadContext,
    });
  return { did, issue };
}

function withoutUndefined(object: object): object {
  return JSON.parse(JSON.stringify(object));
}
