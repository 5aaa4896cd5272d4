import { execFile } from 'node:child_process';

/** How a command ended: its exit code (null: it could not be started, or timed out), and its output. */
export type Ended = { readonly code: number | null; readonly output: string };

/** Runs a command to its end. Does not throw: for a command that does not exist, the code is null. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  options: { readonly timeout?: number; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, [...parameters], { maxBuffer: 2 ** 24, ...options }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
    });
  });
}

/** The last line that a command wrote, which usually says what went wrong. */
export function lastLine({ output }: Ended): string {
  return output.split('\n').at(-1)?.trim() ?? '';
}
