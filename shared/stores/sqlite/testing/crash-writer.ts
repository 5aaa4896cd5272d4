import { writeSync } from 'node:fs';
import { describeStored } from '../../../repository/store/contract/fixtures.ts';
import { plannedWrites } from '../../../repository/store/contract/planned-writes.ts';
import { openSqliteStore } from '../open.ts';

/** A process that does the planned writes one after the other, and prints a character for each that is acknowledged. */
const [directory = '', journal] = process.argv.slice(2);
const { objects } = await openSqliteStore({
  directory,
  journal: journal === 'rollback' ? 'rollback' : 'wal',
  describe: describeStored,
});
for (const request of plannedWrites()) {
  const [head = null] = await objects.heads([request.shortId]);
  const [outcome] = await objects.write([{ ...request, expected: head?.writeId ?? null }]);
  if (outcome?.status !== 'stored') throw new Error(`A planned write ended with ${outcome?.status}.`);
  writeSync(1, '.');
}
