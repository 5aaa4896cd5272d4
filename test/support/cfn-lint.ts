import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from './python.ts';

const run = promisify(execFile);

/** Checks a CloudFormation template; resolves with the findings, a line each. */
export type CfnLint = (template: string) => Promise<readonly string[]>;

/**
 * @returns null if cfn-lint is not available; the run prints one line about it
 * @throws Error instead of that if `CI` is `true`
 */
export async function cfnLint(): Promise<CfnLint | null> {
  const found = await findCommand();
  if ('absent' in found) {
    const sentence = `The template is not checked: ${found.absent}`;
    if (process.env['CI'] === 'true') throw new Error(sentence);
    console.warn(sentence);
    return null;
  }
  return async (template) => {
    const args = ['--regions', 'eu-central-1', '--non-zero-exit-code', 'none', '--format', 'parseable'];
    const { stdout } = await run(found.command, [...args, '--template', template]);
    return stdout.split('\n').filter((line) => line !== '');
  };
}

/** The command on the path, else in a virtual environment. */
async function findCommand(): Promise<{ readonly command: string } | { readonly absent: string }> {
  try {
    await run('cfn-lint', ['--version']);
    return { command: 'cfn-lint' };
  } catch {
    const python = await pythonEnvironment('cfn-lint==1.51.0');
    return 'absent' in python ? python : { command: join(python.bin, 'cfn-lint') };
  }
}
