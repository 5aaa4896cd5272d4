import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod/mini';
import { Problem } from '../../errors/problem.ts';
import type { SearchRequest } from '../object-store.ts';

/** Where a search goes on. Objects made after its first page, above `ceiling`, are not part of it. */
const POSITION = z.discriminatedUnion('order', [
  /** Newest first: below `doc`. */
  z.object({ order: z.literal('newest'), doc: z.number() }),
  /** By relevance among the documents from `floor` to `ceiling`: after this score and document; null: from the top. */
  z.object({
    order: z.literal('relevance'),
    floor: z.number(),
    ceiling: z.number(),
    after: z.nullable(z.object({ score: z.number(), doc: z.number() })),
  }),
  /** By values: after these and this document; null: from the top. */
  z.object({
    order: z.literal('values'),
    ceiling: z.number(),
    after: z.nullable(z.object({ values: z.array(z.nullable(z.union([z.number(), z.string()]))), doc: z.number() })),
  }),
]);

export type Position = z.infer<typeof POSITION>;

/** Makes and reads cursors. */
export type CursorCodec = {
  encode(position: Position, request: SearchRequest): string;
  /** @throws Problem `invalid-parameter` for anything but a cursor that this store gave for this same search */
  decode(cursor: string, request: SearchRequest): Position;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Cursors are sealed: they hold document numbers, which tell how many objects there are, hidden ones included.
 *
 * @param secret of the file, so that every process that opens it reads the others' cursors
 */
export function createCursorCodec(secret: string): CursorCodec {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'search cursor 1', 32));
  return {
    encode(position, request) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(fingerprint(request));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(position), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    decode(cursor, request) {
      try {
        const bytes = Buffer.from(cursor, 'base64url');
        if (bytes.toString('base64url') !== cursor) throw new RangeError('not as it was written');
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(fingerprint(request)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
        return z.parse(POSITION, JSON.parse(text));
      } catch {
        throw new Problem('invalid-parameter', 'The cursor does not belong to this search: start again without it.', {
          where: 'cursor',
        });
      }
    },
  };
}

/** What makes two requests the same search. */
function fingerprint({ query, types, sort }: SearchRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([query, types, sort]))
    .digest();
}
