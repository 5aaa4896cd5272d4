import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
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

/**
 * Cursors are sealed: they hold document numbers, which tell how many objects there are, hidden ones included.
 *
 * @param secret of the file, so that every process that opens it reads the others' cursors
 */
export function createCursorCodec(secret: string): CursorCodec {
  const sealer = createSealer(secret, 'search cursor 1');
  return {
    encode: (position, request) => sealer.seal(JSON.stringify(position), fingerprint(request)),
    decode(cursor, request) {
      try {
        return z.parse(POSITION, JSON.parse(sealer.open(cursor, fingerprint(request))));
      } catch {
        throw new Problem('invalid-parameter', 'The cursor does not belong to this search: start again without it.', {
          where: 'cursor',
        });
      }
    },
  };
}

/** Makes and reads cursors that are one number: of the last document, or the last change, that was read. */
export type PlaceCodec = {
  encode(place: number): string;
  /** @throws Problem `invalid-parameter` for anything but a cursor that was made for the same purpose */
  decode(cursor: string): number;
};

const NO_CONTEXT = new Uint8Array();

/**
 * @param secret of the file, as for {@link createCursorCodec}
 * @param purpose cursors of one purpose are none for another
 * @param list what the cursor is a place in, in words
 */
export function createPlaceCodec(secret: string, purpose: string, list: string): PlaceCodec {
  const sealer = createSealer(secret, purpose);
  return {
    encode: (place) => sealer.seal(String(place), NO_CONTEXT),
    decode(cursor) {
      try {
        return Number(sealer.open(cursor, NO_CONTEXT));
      } catch {
        throw new Problem(
          'invalid-parameter',
          `The cursor does not belong to ${list} of this store: start again without it.`,
          {
            where: 'cursor',
          },
        );
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

/** Seals text (AES-GCM): a holder of the sealed text can neither read nor change it. */
export type Sealer = {
  /** @param context must be the same when it is opened */
  seal(text: string, context: Uint8Array): string;
  /** @throws Error for anything but what `seal` gave for this context, under this secret and purpose */
  open(sealed: string, context: Uint8Array): string;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param purpose what is sealed for one purpose cannot be opened for another */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(context);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.toString('base64url') !== sealed) throw new RangeError('The text is not as it was written.');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(context).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
    },
  };
}
