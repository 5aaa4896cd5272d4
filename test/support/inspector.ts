import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeEnvironment } from './node-environment.ts';

const run = promisify(execFile);

/** Too large for a dependency: it includes a web application. */
const VERSION = '2.12.0';

/** Maximum output of a command, in characters. */
const MAX_OUTPUT = 20_000_000;

/**
 * Runs the Inspector of MCP in its mode for the command line; resolves with the result of the method.
 *
 * @throws Error when it ends with another code than 0
 */
export type Inspector = (...args: readonly string[]) => Promise<unknown>;

/**
 * The Inspector, installed at first use below the user's cache directory.
 *
 * @param home folder for its files
 * @returns null if it is not available; the run prints one line about it
 * @throws Error instead of that if `CI` is `true`
 */
export async function mcpInspector(home: string): Promise<Inspector | null> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const directory = join(cache, 'competency-service', `mcp-inspector-${VERSION}`);
  const absent = await install(directory);
  if (absent !== null) {
    const sentence = `The server is not tested with the MCP Inspector, which cannot be installed with npm: ${absent}`;
    if (process.env['CI'] === 'true') throw new Error(sentence);
    console.warn(sentence);
    return null;
  }
  const main = join(directory, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  return async (...args) => {
    const options = { env: { ...nodeEnvironment(), HOME: home }, maxBuffer: MAX_OUTPUT };
    const { stdout } = await run(process.execPath, [main, '--cli', ...args, '--format', 'json', '--quiet'], options);
    return JSON.parse(stdout).result;
  };
}

/** @returns why it cannot be installed; null when it is */
async function install(directory: string): Promise<string | null> {
  const complete = join(directory, 'complete');
  if (existsSync(complete)) return null;
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{"private":true}');
    const exact = `@modelcontextprotocol/inspector@${VERSION}`;
    const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'];
    await run('npm', ['install', '--prefix', directory, ...options, exact]);
    await writeFile(complete, '');
    return null;
  } catch (error) {
    return String(error).trim().split('\n').at(-1) ?? '';
  }
}
