import type { Recipient } from '../recipient.ts';
import { BADGE_CONTEXTS, CREDENTIALS_CONTEXT, type IssuerProfile, identityObject } from './credential.ts';
import type { Credential } from './issuer.ts';

const CLR_CONTEXT = 'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json';
const SCHEMA = 'https://purl.imsglobal.org/spec/clr/v2p0/schema/json/clr_v2p0_clrcredential_schema.json';

/** The contents of a learner record. */
export type LearnerRecord = {
  /** Address of the record. */
  readonly id: string;
  readonly name: string;
  readonly recipient: Recipient;
  /** UTC milliseconds. */
  readonly issued: number;
  /** Credentials with their proofs. */
  readonly credentials: readonly object[];
};

/** The badges of a person as one credential (Comprehensive Learner Record 2.0, ClrCredential). */
export function learnerRecord(record: LearnerRecord, { did, name }: IssuerProfile): Credential {
  return {
    '@context': [CREDENTIALS_CONTEXT, CLR_CONTEXT, ...BADGE_CONTEXTS],
    id: record.id,
    type: ['VerifiableCredential', 'ClrCredential'],
    name: record.name,
    issuer: { id: did, type: ['Profile'], name },
    validFrom: new Date(record.issued).toISOString(),
    credentialSubject: {
      type: ['ClrSubject'],
      identifier: [identityObject(record.recipient)],
      verifiableCredential: [...record.credentials],
    },
    credentialSchema: [{ id: SCHEMA, type: '1EdTechJsonSchemaValidator2019' }],
  };
}
