import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runtimePackages } from './installed.ts';

const ROOT = new URL('../../', import.meta.url);

const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

type PackageFile = { readonly dependencies: Readonly<Record<string, string>>; readonly files: readonly string[] };

const packageFile = async () => JSON.parse(await read('package.json')) as PackageFile;

/** Number of direct dependencies of the existing server. */
const MAX_DEPENDENCIES = 33;

/** Licences under which everybody may use, change and pass on what comes with the service. */
const LICENSES = new Set([
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  '(MIT OR CC0-1.0)',
]);

/** Packages that state their licences in a file. */
const READ = new Map([
  ['node_modules/@digitalbazaar/credentials-context', 'BSD-3-Clause; the contexts: W3C Software and Document License'],
]);

/** Forms of secrets: private keys in PEM and their DER in base64, access keys of AWS, tokens of GitHub, npm and Slack. */
const SECRETS = [
  '-----BEGIN [A-Z ]*PRIVATE KEY-----[\\\\nr]*[A-Za-z0-9+/]{40}',
  'MII(Ev|Eo|Ep|JK|JQ|Jn)[A-Za-z0-9+/]{40}',
  'AKIA[0-9A-Z]{16}',
  'gh[pousr]_[A-Za-z0-9]{36}',
  'npm_[A-Za-z0-9]{36}',
  'xox[abp]-[A-Za-z0-9-]{20}',
];

it('L5 the service has few direct dependencies, and the documentation states the purpose of each', async () => {
  const names = Object.keys((await packageFile()).dependencies);
  expect(names.length).toBeLessThan(MAX_DEPENDENCIES);
  const page = await read('docs/develop/dependencies.md');
  const missing = names.filter((name) => !page.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

it('L6 the licenses of all runtime dependencies permit use, change and redistribution', async () => {
  const others = (await runtimePackages()).filter(({ license, path }) => !LICENSES.has(license) && !READ.has(path));
  expect(others).toEqual([]);
});

it('L7 no runtime dependency has a known vulnerability of severity high or critical', ({ skip }) => {
  const { status, stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
  });
  const report: { readonly statusCode?: number; readonly vulnerabilities?: object } = JSON.parse(stdout);
  if (report.vulnerabilities === undefined) {
    console.warn(`Skipped: the package registry serves no advisories (${report.statusCode ?? 'unreachable'}).`);
    return skip();
  }
  expect(status, stdout).toBe(0);
});

it('L9 the repository contains no secrets', ({ skip }) => {
  const patterns = SECRETS.flatMap((pattern) => ['-e', pattern]);
  const root = fileURLToPath(ROOT);
  const grep = (...options: readonly string[]) =>
    execFileSync('sh', ['-c', 'git grep "$@" || [ $? -eq 1 ]', 'sh', ...options], { cwd: root, encoding: 'utf8' });
  try {
    execFileSync('git', ['rev-parse', '--git-dir'], { cwd: root, stdio: 'ignore' });
  } catch {
    return skip(); // not a checkout
  }
  expect(grep('-IlE', ...patterns)).toBe('');
});

it('L12 the package says how to report a vulnerability privately', async () => {
  expect((await packageFile()).files).toContain('SECURITY.md');
  const page = await read('SECURITY.md');
  expect(page).toMatch(/^## Report a vulnerability$/m);
  expect(page).toMatch(/report it privately/);
  expect(page).toMatch(/^## Supported versions$/m);
});
