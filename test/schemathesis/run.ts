import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifests } from '../../functions/manifests.ts';
import { describeApi } from '../../tools/build/openapi/description.ts';
import { pythonEnvironment } from '../support/python.ts';
import { startServer } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';

/** The command, or one sentence that says why it is absent. */
export async function schemathesis(): Promise<{ readonly command: string } | { readonly absent: string }> {
  const python = await pythonEnvironment('schemathesis==4.32.5');
  return 'absent' in python ? python : { command: join(python.bin, 'schemathesis') };
}

/** The output of a run, and whether it had no finding. */
export type Outcome = { readonly clean: boolean; readonly output: string };

const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const HOOKS = fileURLToPath(new URL('hooks.py', import.meta.url));

/**
 * Runs schemathesis against a new server, which it starts and stops.
 *
 * @param command from {@link schemathesis}
 * @param options of `schemathesis run`
 * @param onOutput receives what it prints, as it arrives
 */
export async function runSchemathesis(
  command: string,
  options: readonly string[],
  onOutput: (text: string) => void = () => {},
): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  const server = await startServer({ SVC_RATE_LIMIT: 'false' });
  try {
    const samples = join(directory, 'samples.json');
    await writeFile(samples, JSON.stringify(await signedSamples(server.api)));
    const description = join(directory, 'openapi.json');
    await writeFile(description, JSON.stringify(describeApi(manifests, { ownFormats: true })));
    const args = [
      '--config-file',
      CONFIG,
      'run',
      description,
      '--url',
      server.url,
      '--checks',
      'all',
      '--no-color',
      ...options,
    ];
    const child = spawn(command, args, {
      cwd: directory,
      env: { ...process.env, SCHEMATHESIS_HOOKS: HOOKS, SCHEMATHESIS_SAMPLES: samples, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput(text);
      });
    }
    const [code] = await once(child, 'close');
    if (server.process.exitCode !== null) output += `\nThe server stopped: ${server.output()}`;
    return { clean: code === 0 && server.process.exitCode === null, output };
  } finally {
    await server.dispose();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Keys and valid signature sheets, which a generator cannot invent. */
async function signedSamples(api: string) {
  const people = await Promise.all([person(), person(), person()]);
  const lifetime = 7_000_000;
  const sheets = await Promise.all([...people.map((one) => [one]), people].map((some) => sheet(api, some, lifetime)));
  return { keys: people.map(({ pem }) => pem), sheets };
}
