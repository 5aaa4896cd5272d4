import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod/mini';
import type { Bytes } from '../../crypto/base64.ts';
import { utf8 } from '../../crypto/text-encoding.ts';
import { Problem } from '../../errors/problem.ts';
import type { SearchRequest } from '../object-store.ts';
import { createSealer } from './sealed-text.ts';

/** What an object is sorted by: the values asked for, then its creation time. A save of the object changes neither. */
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
  /** @throws Problem `invalid-parameter` for anything but a cursor that this store gave for this same search */
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

/** What makes two requests the same search. */
function fingerprint({ query, types, sort }: SearchRequest): Bytes {
  return new Uint8Array(sha256(utf8(JSON.stringify([query, types, sort]))));
}

/** A position in the changes: for the index with this UUID, the number of the last change read from each shard. */
const CHANGE_POSITION = z.object({ index: z.string(), shards: z.array(z.number()) });

export type ChangePosition = z.infer<typeof CHANGE_POSITION>;

/** Encodes and decodes the cursors of changes. */
export type ChangeCursorCodec = {
  encode(position: ChangePosition): Promise<string>;
  /** @throws Problem `invalid-parameter` for anything but a cursor that `changes` of this cluster gave */
  decode(cursor: string): Promise<ChangePosition>;
};

const NO_CONTEXT = new Uint8Array();

/**
 * Cursors are sealed: they tell how much is written, also of objects that the caller may not be allowed to see.
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
