import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '1.51.0';

const run = promisify(execFile);

/** Checks a CloudFormation template; resolves with what is wrong, a line each. */
export type CfnLint = (template: string) => Promise<readonly string[]>;

/**
 * Finds cfn-lint, or installs it at first use in a virtual environment of its own below the user's cache directory.
 *
 * @returns null where it is not and cannot be had; the run says so in one line
 * @throws Error instead of that where `CI` is `true`
 */
export async function cfnLint(): Promise<CfnLint | null> {
  const command = (await works('cfn-lint')) ? 'cfn-lint' : await installed();
  if (command === null) {
    const sentence = `The template is not checked: cfn-lint is not here and cannot be installed with python3 and pip.`;
    if (process.env['CI'] === 'true') throw new Error(sentence);
    console.warn(sentence);
    return null;
  }
  return async (template) => {
    const args = ['--regions', 'eu-central-1', '--non-zero-exit-code', 'none', '--format', 'parseable'];
    const { stdout } = await run(command, [...args, '--template', template]);
    return stdout.split('\n').filter((line) => line !== '');
  };
}

async function installed(): Promise<string | null> {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const environment = join(cache, 'competency-service', `cfn-lint-${VERSION}`);
  const command = join(environment, 'bin', 'cfn-lint');
  if (await works(command)) return command;
  try {
    await mkdir(environment, { recursive: true });
    await run('python3', ['-m', 'venv', environment]);
    await run(join(environment, 'bin', 'pip'), ['install', '--quiet', `cfn-lint==${VERSION}`]);
    return command;
  } catch {
    return null;
  }
}

async function works(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}
