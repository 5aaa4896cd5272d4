import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod/mini';
import { type Bytes, decodeBase64Url, encodeBase64Url } from '../../base/crypto/base64.ts';
import { encodeUtf8, fromUtf8 } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { SearchRequest } from '../../repository/store/object-store.ts';

/** The sort values of an object: the requested ones, then its creation time. A save of the object changes neither. */
const PLACE = z.array(z.nullable(z.union([z.number(), z.string()])));

/**
 * A search continues after this place in its order, without the objects of that place that were shown. Objects above
 * `ceiling` were created after the second page was requested and are not part of it, so that a search ends however many
 * objects are created at the same time. Null until then: most searches are never continued, and the ceiling costs the engine
 * a fifth of a page.
 */
const POSITION = z.object({ ceiling: z.nullable(z.number()), place: PLACE, shown: z.array(z.string()) });

export type Position = z.infer<typeof POSITION>;

/** Encodes and decodes the cursors of searches. */
export type CursorCodec = {
  encode(position: Position, request: SearchRequest): Promise<string>;
  /** @throws Problem `invalid-parameter` for anything but a cursor that this store returned for the same search */
  decode(cursor: string, request: SearchRequest): Promise<Position>;
};

/**
 * Cursors are sealed: they hold sort values and times of objects that the caller may not be allowed to see.
 *
 * @param secret of the cluster, so that every process reads the cursors of the others
 */
export async function createCursorCodec(secret: string): Promise<CursorCodec> {
  const sealer = await createSealer(secret, 'search cursor 3');
  return {
    encode: (position, request) => sealer.seal(JSON.stringify(position), fingerprint(request)),
    async decode(cursor, request) {
      try {
        return z.parse(POSITION, JSON.parse(await sealer.open(cursor, fingerprint(request))));
      } catch {
        throw new Problem('invalid-parameter', 'The cursor does not belong to this search: start again without it.', {
          where: 'cursor',
        });
      }
    },
  };
}

/** A digest that identifies a search across requests. */
function fingerprint({ query, types, sort }: SearchRequest): Bytes {
  return new Uint8Array(sha256(encodeUtf8(JSON.stringify([query, types, sort]))));
}

/** A position in the changes: for the index with this UUID, the number of the last change read from each shard. */
const CHANGE_POSITION = z.object({ index: z.string(), shards: z.array(z.number()) });

export type ChangePosition = z.infer<typeof CHANGE_POSITION>;

/** Encodes and decodes the cursors of changes. */
export type ChangeCursorCodec = {
  encode(position: ChangePosition): Promise<string>;
  /** @throws Problem `invalid-parameter` for anything but a cursor that `changes` of this cluster returned */
  decode(cursor: string): Promise<ChangePosition>;
};

const NO_CONTEXT = new Uint8Array();

/**
 * Cursors are sealed: they reveal how much is written, including objects that the caller may not be allowed to see.
 *
 * @param secret of the cluster, so that every process reads the cursors of the others
 */
export async function createChangeCursorCodec(secret: string): Promise<ChangeCursorCodec> {
  const sealer = await createSealer(secret, 'change cursor 1');
  return {
    encode: (position) => sealer.seal(JSON.stringify(position), NO_CONTEXT),
    async decode(cursor) {
      try {
        return z.parse(CHANGE_POSITION, JSON.parse(await sealer.open(cursor, NO_CONTEXT)));
      } catch {
        throw new Problem(
          'invalid-parameter',
          'The cursor does not belong to the changes of this store: start again without it.',
          { where: 'cursor' },
        );
      }
    },
  };
}

/** Seals text (AES-GCM): a holder of the sealed text can neither read nor change it. */
type Sealer = {
  /** @param context must be the same when it is opened */
  seal(text: string, context: Bytes): Promise<string>;
  /** @throws Error unless `seal` returned this text for the same context, secret and purpose */
  open(sealed: string, context: Bytes): Promise<string>;
};

const IV_BYTES = 12;
const MAX_SEALED_LENGTH = 16_384;

/** @param purpose a text that was sealed for one purpose cannot be opened for another */
async function createSealer(secret: string, purpose: string): Promise<Sealer> {
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(`${purpose} ${secret}`));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    async seal(text, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const cipher = { name: 'AES-GCM', iv, additionalData: context };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher, key, encodeUtf8(text)));
      const bytes = new Uint8Array(IV_BYTES + sealed.length);
      bytes.set(iv);
      bytes.set(sealed, IV_BYTES);
      return encodeBase64Url(bytes);
    },
    async open(sealed, context) {
      const bytes = bytesOf(sealed);
      const cipher = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: context };
      const text = fromUtf8(new Uint8Array(await crypto.subtle.decrypt(cipher, key, bytes.subarray(IV_BYTES))));
      if (text === null) throw new RangeError('The sealed bytes are not UTF-8.');
      return text;
    },
  };
}

function bytesOf(sealed: string): Bytes {
  const bytes = sealed.length <= MAX_SEALED_LENGTH ? decodeBase64Url(sealed) : null;
  if (bytes === null || bytes.length === 0) throw new RangeError('The sealed text is malformed.');
  return bytes;
}
