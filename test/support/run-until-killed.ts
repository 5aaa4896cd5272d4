import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a process that prints one character per completed step, and kills it in the middle.
 *
 * @param enough number of steps after which it is killed
 * @returns the number of completed steps
 */
export function runUntilKilled(enough: number, script: URL, ...given: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let done = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    done += chunk.length;
    if (done > enough) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', () => resolve(done)));
}
