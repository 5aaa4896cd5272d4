import { writeSync } from 'node:fs';
import { describeStored } from '../../../repository/store/contract/fixtures.ts';
import { openSqliteStore } from '../open.ts';

/** A process that rebuilds the index again and again, and prints a character for each part that is done. */
const { objects } = await openSqliteStore({ describe: describeStored, directory: process.argv[2] ?? '' });
for (;;) await objects.rebuild(() => writeSync(1, '.'));
