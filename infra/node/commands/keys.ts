import type { Config } from '../../../shared/base/config/config.ts';
import { loadMasterKeys, resealSecrets } from '../../../shared/repository/secrets/sealed-secrets.ts';
import { openSecrets } from '../secrets.ts';
import { backupKeys, restoreKeys, showKeys } from './key-files.ts';
import { logKeyCommand } from './log-command.ts';
import { isRotatedKey, rotateKey } from './rotate-key.ts';
import { readConfig, withContext } from './service.ts';
import { UsageError } from './usage.ts';

/** Runs an action on the keys of the server. @returns the exit code */
export async function keysCommand([action = '', argument, ...others]: readonly string[]): Promise<number> {
  const work = others.length > 0 ? null : workOf(action, argument);
  if (work === null) throw new UsageError(WRONG);
  const config = await readConfig();
  return action === 'show' ? work(config) : logKeyCommand(config, action, () => work(config));
}

/** The work of an action; null for an unknown action or wrong arguments. */
function workOf(action: string, argument: string | undefined): ((config: Config) => Promise<number>) | null {
  if (action === 'rotate') {
    const key = argument ?? 'admin';
    return isRotatedKey(key) ? async (config) => rotateKey(directoryOf(config), key) : null;
  }
  if (argument === undefined) {
    if (action === 'show') return async (config) => showKeys(directoryOf(config));
    return action === 'reseal' ? reseal : null;
  }
  if (action === 'backup') return async (config) => backupKeys(directoryOf(config), argument);
  return action === 'restore' ? async (config) => restoreKeys(directoryOf(config), argument) : null;
}

/** @throws Error when the keys are not files */
function directoryOf({ secrets, keyDirectory }: Config): string {
  if (secrets.kind !== 'directory') throw new Error('SECRETS is set: the keys are not in a directory of this machine.');
  return keyDirectory;
}

const WRONG = 'keys takes "show", "rotate [admin|profile]", "backup <file>", "restore <file>" or "reseal".';

async function reseal(config: Config): Promise<number> {
  const masterKeys = await loadMasterKeys(openSecrets(config, process.env));
  const { resealed, total } = await withContext(({ keyValues }) => resealSecrets(keyValues, masterKeys));
  process.stdout.write(`Encrypted ${resealed} of ${total} keys again.\n`);
  return 0;
}
