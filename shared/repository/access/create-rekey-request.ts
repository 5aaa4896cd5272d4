import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { sign } from '../../base/crypto/rsa.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { signableObjectText } from './canonical-text.ts';

/** The context of the RekeyRequests that the client library makes. */
const CONTEXT = 'https://schema.cassproject.org/0.4/kbac';

/**
 * A RekeyRequest: what a key owns and may read belongs to another one from then on. Both keys sign it.
 *
 * @param base own address, ending in `/api/`
 * @param time its version, UTC milliseconds
 */
export async function createRekeyRequest(
  from: PrivateKey,
  to: PrivateKey,
  base: string,
  time: number,
): Promise<JsonObject> {
  const request: JsonObject = {
    '@context': CONTEXT,
    '@type': 'RekeyRequest',
    '@id': `${base}data/schema.cassproject.org.0.4.kbac.RekeyRequest/rekey_${from.publicKey.fingerprint}/${time}`,
    owner: [to.publicKey.pem],
    rekeyPk: from.publicKey.pem,
  };
  request.rekeySignature = await sign(from, signableObjectText(request), 'SHA-256');
  request.signatureSha256 = [await sign(to, signableObjectText(request), 'SHA-256')];
  return request;
}
