import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { SearchRequest } from '../../repository/store/object-store.ts';

/** Where a page of a search begins. Objects above `ceiling` were created after the first page and are skipped. */
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

/** Encodes cursors of searches. */
export type CursorCodec = {
  encode(position: Position, request: SearchRequest): string;
  /** @throws Problem `invalid-parameter` for a cursor of another search or store */
  decode(cursor: string, request: SearchRequest): Position;
};

/**
 * Cursors are encrypted, since document numbers disclose how many objects there are, including hidden ones.
 *
 * @param secret of the file, so that all its processes accept the same cursors
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

/** Encodes cursors that are one number: of the last document or change read. */
export type NumberCodec = {
  encode(last: number): string;
  /** @throws Problem `invalid-parameter` for a cursor made for another purpose or store */
  decode(cursor: string): number;
  /** The problem of a cursor that is none of this store. */
  refused(): Problem;
};

const NO_CONTEXT = new Uint8Array();

/**
 * @param secret of the file, as for {@link createCursorCodec}
 * @param purpose cursors are only accepted for the purpose they were made for
 * @param list names the list in errors
 */
export function createNumberCodec(secret: string, purpose: string, list: string): NumberCodec {
  const sealer = createSealer(secret, purpose);
  function refused(): Problem {
    const detail = `The cursor does not belong to ${list} of this store: start again without it.`;
    return new Problem('invalid-parameter', detail, { where: 'cursor' });
  }
  return {
    encode: (last) => sealer.seal(String(last), NO_CONTEXT),
    refused,
    decode(cursor) {
      try {
        return Number(sealer.open(cursor, NO_CONTEXT));
      } catch {
        throw refused();
      }
    },
  };
}

/** Equal for requests of the same search. */
function fingerprint({ query, types, sort }: SearchRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([query, types, sort]))
    .digest();
}

/** Encrypts and authenticates text (AES-GCM). */
type Sealer = {
  /** @param context the same is needed to open the text */
  seal(text: string, context: Uint8Array): string;
  /** @throws Error unless `seal` returned the text for the same context, secret and purpose */
  open(sealed: string, context: Uint8Array): string;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param purpose derives the key: text sealed for one purpose cannot be opened for another */
function createSealer(secret: string, purpose: string): Sealer {
  const key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))); // bytes would be imported each time
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(context);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.toString('base64url') !== sealed) throw new RangeError('The text is not in canonical base64url.');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(context).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
    },
  };
}
