import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The package, packed and installed without development dependencies in an empty folder. */
export type Installed = {
  /** Paths in the tarball. */
  readonly files: readonly string[];
  readonly folder: string;
  readonly remove: () => Promise<void>;
};

/** The registry of the dependencies cannot be reached. */
export class NoRegistry extends Error {}

/** @throws NoRegistry */
export async function installPackage(): Promise<Installed> {
  const place = await mkdtemp(join(tmpdir(), 'package-'));
  const remove = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    const packed = await run('npm', ['pack', '--json', '--pack-destination', place], { cwd: ROOT });
    // The build also writes to standard output: the result is the JSON array at the end.
    const [tarball] = JSON.parse(packed.stdout.slice(packed.stdout.search(/^\[/m)));
    const folder = join(place, 'folder');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{"private": true}');
    await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', join(place, tarball.filename)], {
      cwd: folder,
    });
    return { files: tarball.files.map(({ path }: { path: string }) => path), folder, remove };
  } catch (error) {
    await remove();
    const message = String(error instanceof Error ? error.message : error);
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(message)) {
      throw new NoRegistry('The package cannot be installed: no registry can be reached.');
    }
    throw error;
  }
}

/** A running command that serves. */
export type Serving = {
  /** Everything that the command has written so far. */
  readonly output: () => string;
  /** Stops the command and its child processes as Ctrl-C does. */
  readonly stop: () => Promise<void>;
};

/**
 * Runs a command until it prints its address.
 *
 * @param environment variables besides PATH and HOME
 * @throws Error with its output if it ends before
 */
export async function serveWith(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<Serving> {
  const { PATH = '', HOME = '' } = process.env;
  // A separate process group, as in a terminal: npm and npx are in between.
  const child = spawn(command, args, { cwd, env: { PATH, HOME, ...environment }, detached: true });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (/"msg":"Listening"/.test(output)) resolve();
      });
    }
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`It ended: ${output}`)));
  });
  return { output: () => output, stop: () => stopGroup(child) };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close');
  process.kill(-child.pid, 'SIGINT');
  await gone;
}

/** The packages of the lock file that the service needs at run time. */
export async function runtimePackages(): Promise<
  readonly { readonly path: string; readonly hasInstallScript: boolean; readonly license: string }[]
> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean; license?: string }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { hasInstallScript = false, license = 'none' }]) => ({ path, hasInstallScript, license }));
}
