import { access } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../shared/base/config/config.ts';
import { createJsonLines } from '../../../shared/base/telemetry/json-lines.ts';
import { ADMIN_KEY } from '../../../shared/repository/secrets/secret-names.ts';
import { createChain } from '../log/chain.ts';
import { createLogFile } from '../log/log-file.ts';
import { openLogSigner } from '../log/signer.ts';
import { openSecrets } from '../secrets.ts';

/**
 * Runs a command on the keys of the server, and writes to the log file, if there is one, which user of which machine ran it and how it
 * ended. Standard output belongs to the command.
 *
 * @param work returns the exit code
 */
export async function logKeyCommand(config: Config, command: string, work: () => Promise<number>): Promise<number> {
  try {
    const code = await work();
    await writeLine(config, 'A key command has ended', { command, code });
    return code;
  } catch (error) {
    await writeLine(config, 'A key command has failed', { command, error: String(error) });
    throw error;
  }
}

async function writeLine(config: Config, message: string, facts: Record<string, string | number>): Promise<void> {
  if (config.logFile === null || !(await canSign(config))) return;
  const chain = createChain(await openLogSigner(openSecrets(config, process.env)));
  const file = createLogFile(config.logFile, (error) => {
    process.stderr.write(`The log file ${config.logFile} cannot be written: ${String(error)}\n`);
  });
  if (!file.ready()) return;
  file.write(chain.begin());
  const logger = createJsonLines('info', (line) => file.write(chain.append(line)));
  logger.warn('AUTH', message, { ...facts, user: userName(), machine: hostname() });
}

/** Whether the log can be signed: opening the signer creates a missing admin key, which would prevent restoring a backup. */
function canSign({ secrets, keyDirectory }: Config): Promise<boolean> | boolean {
  if (secrets.kind !== 'directory') return true;
  return access(join(keyDirectory, ADMIN_KEY)).then(
    () => true,
    () => false,
  );
}

/** The name of the user, or the user id if there is no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
