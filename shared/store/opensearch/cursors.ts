import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod/mini';
import type { Bytes } from '../../crypto/base64.ts';
import { utf8 } from '../../crypto/text-encoding.ts';
import { Problem } from '../../errors/problem.ts';
import type { SearchRequest } from '../object-store.ts';
import { createSealer } from './sealed-text.ts';

/** What an object is sorted by: the values asked for, then when it was made. None of that changes because it is saved again. */
const PLACE = z.array(z.nullable(z.union([z.number(), z.string()])));

/**
 * Where a search goes on: from this place in its order, without those that were shown there. Objects above `ceiling` were
 * made after the second page was asked for and are not part of it, so that a search ends however many are made meanwhile. Null
 * until then: most searches are never continued, and to ask for it costs the engine a fifth of a page.
 */
const POSITION = z.object({ ceiling: z.nullable(z.number()), place: PLACE, shown: z.array(z.string()) });

export type Position = z.infer<typeof POSITION>;

/** Makes and reads cursors. */
export type CursorCodec = {
  encode(position: Position, request: SearchRequest): Promise<string>;
  /** @throws Problem `invalid-parameter` for anything but a cursor that this store gave for this same search */
  decode(cursor: string, request: SearchRequest): Promise<Position>;
};

/**
 * Cursors are sealed: they hold sort values and times of objects, some of which their holder may not see.
 *
 * @param secret of the cluster, so that every process reads the others' cursors
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
