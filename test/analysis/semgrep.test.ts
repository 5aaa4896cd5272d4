import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pythonEnvironment } from '../support/python.ts';
import { ACCEPTED } from './accepted.ts';

const run = promisify(execFile);

/** The analyser, and a package with rules for it. */
const ANALYSER = 'semgrep==1.172.0';
const RULES = 'njsscan==1.0.2';

const SOURCES = ['shared', 'functions', 'infra', 'events'];

type Finding = {
  readonly check_id: string;
  readonly path: string;
  readonly start: { readonly line: number };
  readonly extra: { readonly message: string };
};

/** The rules, which are written for JavaScript, as rules for TypeScript. */
async function rulesFor(bin: string, folder: string): Promise<string> {
  const library = join(bin, '..', 'lib');
  const [python = ''] = await readdir(library);
  await cp(join(library, python, 'site-packages/njsscan/rules/semantic_grep'), folder, { recursive: true });
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.yaml')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(/- javascript$/gm, '- typescript'));
  }
  return folder;
}

test('L8 the analyser reports no finding that has not been reviewed', async ({ skip }) => {
  const [analyser, rules] = await Promise.all([pythonEnvironment(ANALYSER), pythonEnvironment(RULES)]);
  for (const one of [analyser, rules]) {
    if ('bin' in one) continue;
    if (process.env['CI']) throw new Error(one.absent);
    skip(one.absent);
  }
  if (!('bin' in analyser) || !('bin' in rules)) return;
  const folder = await mkdtemp(join(tmpdir(), 'rules-'));
  try {
    const config = await rulesFor(rules.bin, folder);
    const { stdout } = await run(
      join(analyser.bin, 'semgrep'),
      ['scan', '--metrics=off', '--disable-version-check', '--jobs=1', '--json', '--config', config, ...SOURCES],
      { maxBuffer: 1 << 28, env: { ...process.env, PATH: `${analyser.bin}:${process.env['PATH']}` } },
    );
    const { results, paths } = JSON.parse(stdout) as { results: Finding[]; paths: { scanned: string[] } };
    const open = results.filter(
      ({ check_id: id, path }) => ACCEPTED[id.split('.').at(-1) ?? '']?.files.test(path) !== true,
    );
    expect(paths.scanned.length).toBeGreaterThan(500);
    expect(
      open.map(
        ({ check_id: id, path, start, extra }) => `${path}:${start.line} ${id.split('.').at(-1)}: ${extra.message}`,
      ),
    ).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
