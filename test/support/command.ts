import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment } from './node-environment.ts';

/** The result of a command. */
export type CommandResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** A running command. */
export type RunningCommand = {
  readonly process: ChildProcessWithoutNullStreams;
  readonly ended: Promise<CommandResult>;
};

/**
 * Runs `competency-service` with these arguments.
 *
 * @param environment settings besides PATH
 * @param input standard input
 */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): RunningCommand {
  const main = fileURLToPath(new URL('../../tools/build/start.cjs', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { env: { ...nodeEnvironment(), ...environment } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined).end(input);
  const ended = once(child, 'close').then(([code]): CommandResult => ({ code, stdout, stderr }));
  return { process: child, ended };
}

/** Runs {@link startCommand} to its end. */
export function runCommand(...given: Parameters<typeof startCommand>): Promise<CommandResult> {
  return startCommand(...given).ended;
}
