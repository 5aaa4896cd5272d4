import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MAX_PAYLOAD_BYTES } from './limits.ts';

/** Room for status, headers and the names of members. */
const OVERHEAD_BYTES = 32_768;

/** Texts up to this size fit whatever is in them: JSON writes a control character in six bytes. */
const ALWAYS_FITS_BYTES = (MAX_PAYLOAD_BYTES - OVERHEAD_BYTES) / 6;

const FAST = 3;
const gzip = promisify(compress);

/**
 * Converts a response to a result (API Gateway: payload format version 2.0): text as it is, other bytes in base64. A response that
 * would be too large is compressed for clients that accept that.
 *
 * @returns null when the response is larger than a function may send
 */
export async function toResult(
  request: Request,
  response: Response,
): Promise<APIGatewayProxyStructuredResultV2 | null> {
  const bytes = Buffer.from(request.method === 'HEAD' ? new ArrayBuffer() : await response.arrayBuffer());
  const head = headOf(response);
  const plain = encoded(head, bytes);
  if (plain !== null) return plain;
  // An entity tag identifies the bytes that are sent, so they must not change.
  if (!takesGzip(request) || response.headers.has('etag') || response.headers.has('content-encoding')) return null;
  const vary = [response.headers.get('vary'), 'Accept-Encoding'].filter((name) => name !== null).join(', ');
  return encoded(
    { ...head, headers: { ...head.headers, 'content-encoding': 'gzip', vary } },
    await gzip(bytes, { level: FAST }),
  );
}

function headOf(response: Response): Pick<APIGatewayProxyStructuredResultV2, 'statusCode' | 'cookies'> & {
  readonly headers: Record<string, string>;
} {
  const { 'set-cookie': _cookies, ...headers } = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return { statusCode: response.status, headers, ...(cookies.length > 0 && { cookies }) };
}

function encoded(head: ReturnType<typeof headOf>, bytes: Buffer): APIGatewayProxyStructuredResultV2 | null {
  const text = textOf(bytes);
  if (text !== null && fits(text, bytes.length)) return { ...head, body: text, isBase64Encoded: false };
  if (4 * Math.ceil(bytes.length / 3) > MAX_PAYLOAD_BYTES - OVERHEAD_BYTES) return null;
  return { ...head, body: bytes.toString('base64'), isBase64Encoded: true };
}

function fits(text: string, length: number): boolean {
  if (length <= ALWAYS_FITS_BYTES) return true;
  return length <= MAX_PAYLOAD_BYTES && Buffer.byteLength(JSON.stringify(text)) <= MAX_PAYLOAD_BYTES - OVERHEAD_BYTES;
}

/** Null for bytes that are not UTF-8. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function takesGzip(request: Request): boolean {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((one) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
}
