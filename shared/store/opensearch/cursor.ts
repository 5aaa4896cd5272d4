import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod/mini';
import { type Bytes, decodeBase64, encodeBase64 } from '../../crypto/base64.ts';
import { fromUtf8, utf8 } from '../../crypto/text-encoding.ts';
import { Problem } from '../../errors/problem.ts';
import type { SearchRequest } from '../object-store.ts';

/**
 * Where a search goes on: after these sort values. Objects above `ceiling` were made after the second page was asked for and
 * are not part of it, so that a search ends however many are made meanwhile. Null until then: most searches are never
 * continued, and to ask for it costs the engine a fifth of a page.
 */
const POSITION = z.object({
  ceiling: z.nullable(z.number()),
  after: z.array(z.nullable(z.union([z.number(), z.string()]))),
});

export type Position = z.infer<typeof POSITION>;

/** Makes and reads cursors. */
export type CursorCodec = {
  encode(position: Position, request: SearchRequest): Promise<string>;
  /** @throws Problem `invalid-parameter` for anything but a cursor that this store gave for this same search */
  decode(cursor: string, request: SearchRequest): Promise<Position>;
};

const IV_BYTES = 12;
const LONGEST_CURSOR = 16_384;

/**
 * Cursors are sealed with AES-GCM: they hold sort values and times of objects, some of which their holder may not see.
 *
 * @param secret of the cluster, so that every process reads the others' cursors
 */
export async function createCursorCodec(secret: string): Promise<CursorCodec> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`search cursor 2 ${secret}`));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    async encode(position, request) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const cipher = { name: 'AES-GCM', iv, additionalData: fingerprint(request) };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher, key, utf8(JSON.stringify(position))));
      const bytes = new Uint8Array(IV_BYTES + sealed.length);
      bytes.set(iv);
      bytes.set(sealed, IV_BYTES);
      return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    },
    async decode(cursor, request) {
      const bytes = bytesOf(cursor);
      try {
        if (bytes === null) throw new RangeError('not as it was written');
        const cipher = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: fingerprint(request) };
        const open = await crypto.subtle.decrypt(cipher, key, bytes.subarray(IV_BYTES));
        return z.parse(POSITION, JSON.parse(fromUtf8(new Uint8Array(open)) ?? ''));
      } catch {
        throw new Problem('invalid-parameter', 'The cursor does not belong to this search: start again without it.', {
          where: 'cursor',
        });
      }
    },
  };
}

function bytesOf(cursor: string): Bytes | null {
  if (cursor.length > LONGEST_CURSOR || !/^[\w-]+$/.test(cursor)) return null;
  const padding = '='.repeat((4 - (cursor.length % 4)) % 4);
  return decodeBase64(cursor.replaceAll('-', '+').replaceAll('_', '/') + padding);
}

/** What makes two requests the same search. */
function fingerprint({ query, types, sort }: SearchRequest): Bytes {
  return new Uint8Array(sha256(utf8(JSON.stringify([query, types, sort]))));
}
