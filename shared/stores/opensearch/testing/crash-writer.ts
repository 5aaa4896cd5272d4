import { plannedWrites } from '../../../repository/store/contract/planned-writes.ts';
import { createFetchTransport } from '../engine/transport.ts';
import { openTestStore } from './open-test-store.ts';

/** A process that makes the planned writes in sequence, and prints a character for each acknowledged one, which a pipe takes at once. */
const [, , endpoint = '', prefix = ''] = process.argv;
const { objects } = await openTestStore(createFetchTransport({ endpoint, authorization: null }), prefix);
for (const request of plannedWrites()) {
  const [head = null] = await objects.heads([request.shortId]);
  const [outcome] = await objects.write([{ ...request, expected: head?.writeId ?? null }]);
  if (outcome?.status !== 'stored') throw new Error(`A planned write ended with ${outcome?.status}.`);
  process.stdout.write('.');
}
