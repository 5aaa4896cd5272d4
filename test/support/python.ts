import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The programs of a virtual environment of Python, or one sentence with the reason why there is none. */
export type PythonEnvironment = { readonly bin: string } | { readonly absent: string };

/**
 * A virtual environment with one package, such as `cfn-lint==1.51.0`. It is created at first use below the user's cache directory,
 * without other changes of the machine.
 */
export async function pythonEnvironment(requirement: string): Promise<PythonEnvironment> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const environment = join(cache, 'competency-service', requirement.replace('==', '-'));
  const bin = join(environment, 'bin');
  const complete = join(environment, 'complete');
  if (existsSync(complete)) return { bin };
  try {
    await mkdir(environment, { recursive: true });
    await run('python3', ['-m', 'venv', environment]);
    await run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', requirement]);
    await writeFile(complete, '');
    return { bin };
  } catch (error) {
    const [reason = ''] = String(error).trim().split('\n').slice(-1);
    return { absent: `${requirement} is not here and cannot be installed with python3 and pip: ${reason}` };
  }
}
