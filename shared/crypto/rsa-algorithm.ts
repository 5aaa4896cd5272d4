import { DerError, type DerReader, derElement, TAG } from './der.ts';

/** rsaEncryption, 1.2.840.113549.1.1.1 (RFC 8017 appendix C). */
const RSA_ENCRYPTION = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01);

/** AlgorithmIdentifier of RSA keys, whose parameters are NULL (RFC 3279 section 2.3.1), in DER. */
export const RSA_ALGORITHM = derElement(TAG.sequence, derElement(TAG.oid, RSA_ENCRYPTION), derElement(TAG.null));

/** Reads the contents of an AlgorithmIdentifier; throws {@link DerError} unless it is {@link RSA_ALGORITHM}. */
export function readRsaAlgorithm(reader: DerReader): void {
  const oid = reader.read(TAG.oid);
  if (oid.length !== RSA_ENCRYPTION.length || oid.some((byte, i) => byte !== RSA_ENCRYPTION[i])) {
    throw new DerError('not an RSA key');
  }
  if (reader.read(TAG.null).length !== 0) throw new DerError('NULL with contents');
  reader.end();
}
