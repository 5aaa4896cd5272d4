import * as z from 'zod/mini';
import { Problem } from '../../errors/problem.ts';
import { createSealer } from './sealed-text.ts';

/** A place among the changes: of the index with this UUID, the number of the last change that was read, shard by shard. */
const PLACE = z.object({ index: z.string(), shards: z.array(z.number()) });

export type ChangePlace = z.infer<typeof PLACE>;

/** Makes and reads cursors of changes. */
export type ChangeCursorCodec = {
  encode(place: ChangePlace): Promise<string>;
  /** @throws Problem `invalid-parameter` for anything but a cursor that `changes` of this cluster gave */
  decode(cursor: string): Promise<ChangePlace>;
};

const NO_CONTEXT = new Uint8Array();

/**
 * Cursors are sealed: they tell how much is written, of which their holder may see nothing.
 *
 * @param secret of the cluster, so that every process reads the others' cursors
 */
export async function createChangeCursorCodec(secret: string): Promise<ChangeCursorCodec> {
  const sealer = await createSealer(secret, 'change cursor 1');
  return {
    encode: (place) => sealer.seal(JSON.stringify(place), NO_CONTEXT),
    async decode(cursor) {
      try {
        return z.parse(PLACE, JSON.parse(await sealer.open(cursor, NO_CONTEXT)));
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
