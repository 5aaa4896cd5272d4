import * as z from 'zod/mini';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { parseForeign } from '../../../repository/linked-data/foreign-values.ts';
import { items } from '../../../repository/linked-data/references.ts';
import { decodeBits } from '../credential/bitstring.ts';
import { LIST_LENGTH } from '../credential/status-list.ts';
import { fetchObject } from './badge-fetch.ts';
import { CheckFailed } from './checks.ts';
import {
  credential,
  credentialIn,
  issuerOf,
  type ParsedCredential,
  type VerifyTools,
  validity,
} from './given-credential.ts';
import { checkProof } from './proof.ts';

/** An entry in a list of bits (Bitstring Status List, 2.1). */
const bitEntry = z.looseObject({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.string(),
  statusListIndex: z.union([z.string(), z.number()]),
  statusSize: z.optional(z.number()),
  statusListCredential: z.string(),
});

const bitsSubject = z.looseObject({
  type: z.literal('BitstringStatusList'),
  statusPurpose: z.union([z.string(), z.array(z.string())]),
  encodedList: z.string(),
});

/** A reference to a list of ids (1EdTech Revocation List Status Method). */
const idsEntry = z.looseObject({ type: z.literal('1EdTechRevocationList'), id: z.string() });

const revokedIds = z._default(
  z.array(z.union([z.string(), z.looseObject({ id: z.string(), revoked: z.optional(z.boolean()) })])),
  [],
);

/** Issuers write its member in the plural, as the examples of the standard do, or in the singular. */
const idsList = z.looseObject({
  issuer: z.union([z.string(), z.looseObject({ id: z.string() })]),
  revokedCredentials: revokedIds,
  revokedCredential: revokedIds,
});

/** Whether a credential is revoked, by each status that it has. */
export async function checkStatus(
  parsed: ParsedCredential,
  issuer: string,
  tools: VerifyTools,
): Promise<[null, string]> {
  const entries = items(parsed.credentialStatus);
  for (const entry of entries) {
    const ofBits = parseForeign(bitEntry, entry);
    const ofIds = parseForeign(idsEntry, entry);
    if (ofBits.success) await checkBit(ofBits.data, issuer, tools);
    else if (ofIds.success) await checkIds(ofIds.data.id, parsed.id, issuer, tools);
    else throw new CheckFailed('Its status is of a kind that is not supported.');
  }
  return [null, entries.length === 0 ? 'It has no status.' : 'It is not revoked.'];
}

async function checkBit(entry: z.output<typeof bitEntry>, issuer: string, tools: VerifyTools): Promise<void> {
  const { statusPurpose, statusListIndex, statusListCredential, statusSize = 1 } = entry;
  if (statusSize > 1) throw new CheckFailed('Its status has more than one bit, which is not supported.');
  const list = await statusList(statusListCredential, issuer, tools);
  const bits = await decodeBits(list.encodedList);
  if (bits !== null && bits.length * 8 < LIST_LENGTH)
    throw new CheckFailed(`The status list has fewer than ${LIST_LENGTH} entries (STATUS_LIST_LENGTH_ERROR).`);
  const place = /^\d{1,15}$/.test(String(statusListIndex)) ? Number(statusListIndex) : null;
  const byte = place === null ? undefined : bits?.[Math.floor(place / 8)];
  if (place === null || byte === undefined)
    throw new CheckFailed('The status list is malformed, or has no place for the credential.');
  if (!items(list.statusPurpose).includes(statusPurpose)) throw new CheckFailed('The status list has another purpose.');
  const isSet = (byte & (0x80 >> (place % 8))) !== 0;
  if (isSet && statusPurpose !== 'message') throw new CheckFailed(`Its status: ${statusPurpose}.`);
}

/** The list is not signed: it is trusted because the signed credential names its address. */
async function checkIds(url: string, id: string | undefined, issuer: string, { fetch }: VerifyTools): Promise<void> {
  if (id === undefined) throw new CheckFailed('It has no id, by which a list of revoked ones could name it.');
  const parsed = parseForeign(idsList, await fetchObject(fetch, url));
  if (!parsed.success) throw new CheckFailed('The list of revoked credentials is malformed.');
  const { revokedCredentials, revokedCredential } = parsed.data;
  if (issuerOf(parsed.data) !== issuer) throw new CheckFailed('The list of revoked credentials is of another issuer.');
  const isRevoked = [...revokedCredentials, ...revokedCredential].some((one) =>
    typeof one === 'string' ? one === id : one.id === id && one.revoked !== false,
  );
  if (isRevoked) throw new CheckFailed('Its status: revocation.');
}

async function statusList(url: string, issuer: string, tools: VerifyTools): Promise<z.output<typeof bitsSubject>> {
  const { status, bytes } = await tools.fetch(url, 'application/vc, application/vc+jwt, application/json;q=0.5');
  if (status !== 200) throw new CheckFailed(`The status list is answered with ${status}.`);
  const given = credentialIn(fromUtf8(bytes) ?? '');
  const parsed = parseForeign(credential, given.document);
  const subject = parsed.success ? parseForeign(bitsSubject, items(parsed.data.credentialSubject)[0]) : null;
  if (!parsed.success || !subject?.success) throw new CheckFailed('The status list is malformed.');
  if (issuerOf(parsed.data) !== issuer) throw new CheckFailed('The status list is of another issuer.');
  await checkProof(given, parsed.data, tools);
  validity(parsed.data, given.token, tools.now);
  return subject.data;
}
