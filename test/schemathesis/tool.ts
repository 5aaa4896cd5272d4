import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '4.32.5';

/** The command, or in a sentence why there is none. */
export type Tool = { readonly command: string } | { readonly absent: string };

/**
 * Finds schemathesis, and installs it at first use: in a virtual environment of its own below the user's cache directory,
 * nothing else on the machine changes.
 */
export async function schemathesisTool(): Promise<Tool> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const environment = join(cache, 'competency-service', `schemathesis-${VERSION}`);
  const command = join(environment, 'bin', 'schemathesis');
  if (await exists(command)) return { command };
  try {
    await mkdir(environment, { recursive: true });
    await run('python3', ['-m', 'venv', environment]);
    await run(join(environment, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
    return { command };
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error)
      .trim()
      .split('\n')
      .slice(-1);
    return { absent: `schemathesis ${VERSION} is not here and cannot be installed with python3 and pip: ${reason}` };
  }
}

const run = promisify(execFile);

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
