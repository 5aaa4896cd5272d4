import { loadMasterKeys, resealSecrets } from '../../../shared/store/sealed-secrets.ts';
import { openSecrets } from '../secrets.ts';
import { backupKeys, restoreKeys, showKeys } from './key-files.ts';
import { logKeyCommand } from './log-command.ts';
import { rotateAdminKey } from './rotate-admin-key.ts';
import { readConfig, withContext } from './service.ts';
import { UsageError } from './usage.ts';

/** Works on the keys of the server. @returns the exit code */
export async function keysCommand([action, ...args]: readonly string[]): Promise<number> {
  const [file, ...others] = args;
  const takesFile = action === 'backup' || action === 'restore';
  if (others.length > 0 || takesFile !== (file !== undefined)) throw new UsageError(WRONG);
  const config = await readConfig();
  if (action === 'reseal') return logKeyCommand(config, 'reseal', () => reseal(config));
  if (action !== 'show' && action !== 'rotate' && !takesFile) throw new UsageError(WRONG);
  if (config.secrets.kind !== 'directory') {
    throw new Error('SECRETS is set: the keys are not in a directory of this machine.');
  }
  if (action === 'show') return showKeys(config.keyDirectory);
  return logKeyCommand(config, action, () => {
    if (action === 'rotate') return rotateAdminKey(config);
    return action === 'backup'
      ? backupKeys(config.keyDirectory, file ?? '')
      : restoreKeys(config.keyDirectory, file ?? '');
  });
}

const WRONG = 'keys takes "show", "rotate", "backup <file>", "restore <file>" or "reseal".';

async function reseal(config: Parameters<typeof openSecrets>[0]): Promise<number> {
  const masterKeys = await loadMasterKeys(openSecrets(config, process.env));
  const { resealed, total } = await withContext(({ keyValues }) => resealSecrets(keyValues, masterKeys));
  process.stdout.write(`Encrypted ${resealed} of ${total} keys again.\n`);
  return 0;
}
