import { createHash, createHmac } from 'node:crypto';

/** A call to sign. */
export type SignedCall = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
};

/** The `Authorization` header of a call, computed as the standard defines (AWS: Signature Version 4 for API requests). */
export function expectedAuthorization(
  { url, method, headers, body }: SignedCall,
  { accessKeyId, secretAccessKey }: { readonly accessKeyId: string; readonly secretAccessKey: string },
  region: string,
  service = 'es',
): string {
  const date = headers.get('x-amz-date') ?? '';
  const covered = /SignedHeaders=([^,]*)/.exec(headers.get('authorization') ?? '')?.[1]?.split(';') ?? [];
  const mayBe = covered.includes('accept') ? ['content-type', 'accept'] : ['content-type'];
  const all = new Map([...headers].filter(([name]) => mayBe.includes(name) || name.startsWith('x-amz-')));
  all.set('host', url.host);
  if (body !== '') all.set('content-length', String(Buffer.byteLength(body)));
  const names = [...all.keys()].sort();
  const path = url.pathname.split('/').map(encoded).join('/');
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const fields = names.map((name) => `${name}:${all.get(name)}\n`).join('');
  const canonical = [method, path, query.join('&'), fields, names.join(';'), sha256(body)].join('\n');
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
