import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type PublicKey, parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { adminPublicKey } from '../../../shared/people/identity/admin-credentials.ts';
import { verifyLog } from '../log/verify.ts';
import { openSecrets } from '../secrets.ts';
import { readConfig } from './service.ts';
import { UsageError } from './usage.ts';

/** Checks that log files are unaltered: `audit verify <file>…`. @returns the exit code */
export async function auditCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { key: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const [action, ...files] = positionals;
  if (action !== 'verify' || files.length === 0) throw new UsageError('audit takes "verify" and the files to check.');
  const { lines, processes, fault } = await verifyLog(linesOf(files), await keysOf(values.key));
  if (fault === null) {
    process.stdout.write(`All lines are as they were written: ${lines}, of ${processes} process(es).\n`);
    return 0;
  }
  process.stdout.write(`${fault.place} does not fit: ${fault.reason}.\n`);
  return 1;
}

async function* linesOf(files: readonly string[]): AsyncGenerator<{ readonly text: string; readonly place: string }> {
  for (const file of files) {
    let number = 0;
    for await (const text of createInterface({ input: createReadStream(file) })) {
      number++;
      yield { text, place: `Line ${number} of ${file}` };
    }
  }
}

/** Keys from files, or the server's own keys if no files are named. */
async function keysOf(files: readonly string[]): Promise<readonly PublicKey[]> {
  if (files.length > 0) return Promise.all(files.map(async (file) => parsePublicKey(await readFile(file, 'utf8'))));
  return [parsePublicKey(await adminPublicKey(openSecrets(await readConfig(), process.env)))];
}
