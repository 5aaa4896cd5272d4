import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/server.ts';
import { type Installed, installPackage, NoRegistry, runtimePackages, serveWith } from './installed.ts';

const BIN = 'node_modules/competency-service/infra/node/bin.cjs';

let installed: Installed | null = null;

beforeAll(async () => {
  try {
    installed = await installPackage();
  } catch (error) {
    if (!(error instanceof NoRegistry) || process.env.CI) throw error;
    console.warn(`Skipped: ${error.message}`);
  }
}, 240_000);

afterAll(() => installed?.remove());

it('L4 no package that comes with the service runs a script when it is installed', async () => {
  const packages = await runtimePackages();
  expect(packages.length).toBeGreaterThan(5);
  expect(packages.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
});

describe('the package, installed in an empty folder', () => {
  it('contains code and documentation, no tests and no TypeScript', ({ skip }) => {
    if (installed === null) return skip();
    const { files } = installed;
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'package.json',
        'infra/node/bin.cjs',
        'dist/infra/node/main.js',
        'dist/shared/stores/sqlite/query/reader.js',
        'dist/infra/node/profile-worker.js',
        'functions/system/openapi.json',
        'dist/api-page/swagger-ui-bundle.js',
        'dist/api-page/LICENSE',
      ]),
    );
    const unwanted =
      /\.ts$|\.map$|(?:^|\/)(?:test|testing|contract|bench)\/|^tools\/|\.(?:test|contract)\.|\.tsbuildinfo$/;
    const types = /^dist\/types\/.*\.d\.ts$/;
    expect(files.filter((file) => unwanted.test(file) && !types.test(file))).toEqual([]);
  });

  it('has types for profile stages written in TypeScript', async ({ skip }) => {
    if (installed === null) return skip();
    const { folder } = installed;
    const check = (body: string) => {
      const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
      writeFileSync(join(folder, 'stage.mts'), body);
      return spawnSync(process.execPath, [compiler, ...flags, 'stage.mts'], { cwd: folder, encoding: 'utf8' }).stdout;
    };
    const stage = (hooks: string): string =>
      `import type { ProfileStage } from 'competency-service/profile-stage';
      export const stage: ProfileStage = { name: 'own', order: 70, ${hooks} };`;
    expect(check(stage('assertions: (given) => given.filter(({ agent }) => agent?.key !== "x")'))).toBe('');
    expect(check(stage('node: (node) => { node.state.isGoal = 1; }'))).toContain("'number' is not assignable");
  });

  it('has no development dependency', ({ skip }) => {
    if (installed === null) return skip();
    const present = (name: string): boolean => existsSync(join(installed?.folder ?? '', 'node_modules', name));
    expect(present('hono')).toBe(true);
    expect(['vitest', 'typescript', 'cassproject', 'swagger-ui-dist', 'node'].filter(present)).toEqual([]);
  });

  it('serves with npx: pings, saves, finds, and shows the API page without external files', async ({ skip }) => {
    if (installed === null) return skip();
    const { folder } = installed;
    const port = await freePort();
    const serving = await serveWith('npx', ['--no-install', 'competency-service'], folder, { PORT: String(port) });
    try {
      const api = `http://localhost:${port}/api/`;
      expect(await (await fetch(`${api}ping`)).json()).toMatchObject({ ping: 'pong' });
      const object = {
        '@context': 'https://schema.org',
        '@type': 'Thing',
        '@id': 'https://example.org/1',
        name: 'Oak',
      };
      const saved = await fetch(`${api}data/thing/oak`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(object),
      });
      expect([saved.status, await saved.json()]).toEqual([200, object]);
      expect(await (await fetch(`${api}sky/repo/search?q=name:oak`)).json()).toEqual([object]);
      const page = await (await fetch(`${api}openapi/`)).text();
      const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, name = '']) => new URL(name, `${api}openapi/`),
      );
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        expect(file.origin).toBe(new URL(api).origin);
        expect((await fetch(file)).status).toBe(200);
      }
      expect(existsSync(join(folder, 'data'))).toBe(true);
    } finally {
      await serving.stop();
    }
    expect(serving.output()).not.toMatch(/warning|error/i);
    await expect(fetch(`http://localhost:${port}/livez`)).rejects.toThrow();
  });

  it('calculates profiles in a thread, with the example stage', async ({ skip }) => {
    if (installed === null) return skip();
    const { folder } = installed;
    const port = await freePort();
    const stages = 'node_modules/competency-service/examples/profile-stages';
    const environment = { PORT: String(port), PROFILE_STAGES_DIRECTORY: stages };
    const serving = await serveWith('npx', ['--no-install', 'competency-service'], folder, environment);
    try {
      const api = `http://localhost:${port}/api/`;
      const frameworkId = `${api}data/schema.cassproject.org.0.4.Framework/example`;
      const framework = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Framework', name: 'Example' };
      const saved = await fetch(frameworkId, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...framework, '@id': `${frameworkId}/1` }),
      });
      expect(saved.status).toBe(200);
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const subject = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const profile = await fetch(`${api}profile/latest?${new URLSearchParams({ frameworkId, subject })}`);
      expect(await profile.json()).toMatchObject({ name: 'Example', summary: { competencies: 0 } });
    } finally {
      await serving.stop();
    }
  });

  it('reports in one sentence that the version of Node is too old', ({ skip }) => {
    const old = olderNode();
    if (installed === null || old === null) return skip('there is no Node on this machine that is too old');
    const { status, stdout, stderr } = spawnSync(old, [BIN], { cwd: installed.folder, encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^competency-service needs Node\.js [^\n]+; this is \d+\.\d+\.\d+\.\n$/);
  });

  it('H3 does not start with an invalid API description', async ({ skip }) => {
    if (installed === null) return skip();
    const file = join(installed.folder, 'node_modules/competency-service/functions/system/openapi.json');
    const document = await readFile(file, 'utf8');
    await writeFile(file, document.replace('"openapi": "3.0.3"', '"openapi": "9.9"'));
    try {
      const env = { PORT: String(await freePort()), SVC_DATA_DIR: join(installed.folder, 'unused') };
      const options = { cwd: installed.folder, encoding: 'utf8', env, timeout: 30_000 } as const;
      const { status, stderr } = spawnSync(process.execPath, [BIN], options);
      expect(status).toBe(1);
      expect(stderr).toContain('The API description is not the one that was validated');
    } finally {
      await writeFile(file, document);
    }
  });
});

it('npm start serves from the sources, prints the address, without warnings', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const data = await mkdtemp(join(tmpdir(), 'npm-start-'));
  const port = await freePort();
  const serving = await serveWith('npm', ['start'], root, { PORT: String(port), SVC_DATA_DIR: data });
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  await serving.stop();
  await rm(data, { recursive: true });
  expect(serving.output()).toContain(`http://127.0.0.1:${port}/`);
  expect(serving.output()).not.toMatch(/ExperimentalWarning|DeprecationWarning/);
});

/** A Node on this machine that is too old for the service, or null. */
function olderNode(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
  for (const node of folders.map((folder) => join(folder, 'node')).filter(existsSync)) {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (Number(/^v(\d+)/.exec(stdout)?.[1] ?? 99) < 22) return node;
  }
  return null;
}
