import { loadMasterKeys, resealSecrets } from '../../../shared/store/sealed-secrets.ts';
import { openSecrets } from '../secrets.ts';
import { readConfig, withContext } from './service.ts';
import { UsageError } from './usage.ts';

/** Works on the keys that the server holds: `keys reseal`. @returns the exit code */
export async function keysCommand(args: readonly string[]): Promise<number> {
  const [what, ...rest] = args;
  if (what !== 'reseal' || rest.length > 0) throw new UsageError('keys takes "reseal", and nothing else.');
  const masterKeys = await loadMasterKeys(openSecrets(await readConfig(), process.env));
  const { resealed, total } = await withContext(({ keyValues }) => resealSecrets(keyValues, masterKeys));
  process.stdout.write(`Encrypted ${resealed} of ${total} keys again.\n`);
  return 0;
}
