import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The path of the system's Chromium, for `describe.skipIf(path === null)`.
 *
 * @returns null if there is none; the run prints one line about it
 * @throws Error instead of that if `CI` is `true`
 */
export async function chromiumPath(): Promise<string | null> {
  for (const command of COMMANDS) {
    const path = await run('which', [command]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    if (path !== '') return path;
  }
  const sentence = 'Tests in a browser are skipped: Chromium is not installed (apt-get install chromium).';
  if (process.env['CI'] === 'true') throw new Error(sentence);
  console.warn(sentence);
  return null;
}

/** Starts the browser, with its back/forward cache as for users. */
export function startChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'], // the tests may run as root, in a container
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}
