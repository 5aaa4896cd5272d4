import { Buffer } from 'node:buffer';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { gzip } from './gzip.ts';
import { MAX_PAYLOAD } from './limits.ts';

/** Room for status, headers and the names of members. */
const BESIDES = 32_768;

/** Texts up to this many bytes fit whatever is in them: a control character becomes six. */
const SURE = (MAX_PAYLOAD - BESIDES) / 6;

/**
 * The result that stands for a response (API Gateway: payload format version 2.0): texts as they are, other bytes in base64. An
 * answer that would be too large goes compressed to clients that take that.
 *
 * @returns null when the answer is larger than a function may give
 */
export async function toResult(
  request: Request,
  response: Response,
): Promise<APIGatewayProxyStructuredResultV2 | null> {
  const bytes = Buffer.from(request.method === 'HEAD' ? new ArrayBuffer() : await response.arrayBuffer());
  const head = headOf(response);
  const plain = encoded(head, bytes);
  if (plain !== null) return plain;
  // A tag stands for the bytes that are sent: what has one is not changed on the way.
  if (!takesGzip(request) || response.headers.has('etag') || response.headers.has('content-encoding')) return null;
  const vary = [response.headers.get('vary'), 'Accept-Encoding'].filter((name) => name !== null).join(', ');
  return encoded({ ...head, headers: { ...head.headers, 'content-encoding': 'gzip', vary } }, await gzip(bytes));
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
  if (4 * Math.ceil(bytes.length / 3) > MAX_PAYLOAD - BESIDES) return null;
  return { ...head, body: bytes.toString('base64'), isBase64Encoded: true };
}

function fits(text: string, length: number): boolean {
  if (length <= SURE) return true;
  return length <= MAX_PAYLOAD && Buffer.byteLength(JSON.stringify(text)) <= MAX_PAYLOAD - BESIDES;
}

/** Null for bytes that are no text. */
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
