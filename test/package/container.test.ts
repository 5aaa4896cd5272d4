import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEWEST, RELEASES } from '../../tools/engines/opensearch/releases.ts';
import { readDockerfile, type Stage, steps } from '../support/dockerfile.ts';
import { buildStages } from '../support/dockerfile-build.ts';
import { freePort } from '../support/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'infra/docker');
const run = promisify(execFile);

const stages = readDockerfile(await readFile(join(FOLDER, 'Dockerfile'), 'utf8'));
const final = stages.at(-1) as Stage; // the file has stages

/** Steps that the base image, or the folders that the test creates, make unnecessary here. */
const OF_THE_IMAGE = /^rm -rf \/usr\/local\/lib\/node_modules .*&& install --directory --owner=1000 .*\/data$/;

describe('the container image', () => {
  let place = '';
  let root: string | null = null;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'image-'));
    await chmod(place, 0o755);
    try {
      root = await buildStages({
        stages,
        context: ROOT,
        place,
        ignoreFile: join(FOLDER, 'Dockerfile.dockerignore'),
        isOfTheImage: (command) => OF_THE_IMAGE.test(command),
      });
    } catch (error) {
      const noRegistry = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(String(error));
      if (!noRegistry || process.env.CI) throw error;
    }
  }, 240_000);
  afterAll(() => rm(place, { recursive: true, force: true }));

  it('uses one pinned version of Node, the tested one', async () => {
    const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
    for (const { image } of stages) expect(image).toBe(`node:${packages['node_modules/node'].version}-bookworm-slim`);
  });

  it('runs as another user than root, with one volume, and stops in order', () => {
    expect(steps(final, 'USER')).toEqual(['1000:1000']);
    expect(steps(final, 'VOLUME')).toEqual(['/data']);
    expect(steps(final, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(final.steps.findIndex(({ word }) => word === 'USER')).toBeGreaterThan(
      final.steps.findLastIndex(({ word }) => word === 'RUN' || word === 'COPY'),
    );
  });

  it('contains no sources, tests or development dependencies', async ({ skip }) => {
    if (root === null) return skip();
    const app = join(root, 'app');
    const files = (await readdir(app, { recursive: true })).filter((path) => !path.startsWith('node_modules/'));
    expect(files).toEqual(expect.arrayContaining(['dist/infra/node/main.js', 'infra/node/bin.cjs', 'LICENSE']));
    expect(files.filter((path) => /(?<!\.d)\.ts$|\.map$|\.test\.|(?:^|\/)testing\//.test(path))).toEqual([]);
    const packages = await readdir(join(app, 'node_modules'));
    expect(packages).toContain('hono');
    expect(packages.filter((name) => ['vitest', 'typescript', 'esbuild', 'node', 'miniflare'].includes(name))).toEqual(
      [],
    );
  });

  it('starts with a read-only file system except for the volume, is healthy, saves, and exits with 0', async ({
    skip,
  }) => {
    if (root === null) return skip();
    const data = join(place, 'data');
    await mkdir(data, { mode: 0o700 });
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? { uid: 1000, gid: 1000 } : {};
    if (isRoot) await chown(data, 1000, 1000);
    const port = String(await freePort());
    const image = Object.fromEntries(
      steps(final, 'ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('='))),
    );
    const env = {
      PATH: process.env.PATH ?? '',
      ...image,
      HOST: '127.0.0.1',
      PORT: port,
      SVC_DATA_DIR: data,
      SQLITE_TMPDIR: data,
    };
    const [command = '', ...args] = JSON.parse(steps(final, 'ENTRYPOINT')[0] ?? '[]');
    const cwd = join(root, 'app');
    const child = spawn(process.execPath, args, { cwd, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    expect(command).toBe('node');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const api = `http://127.0.0.1:${port}/api/`;
    await expect
      .poll(
        () =>
          fetch(`${api}ping`).then(
            ({ status }) => status,
            () => output,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
    const [, ...probe] = JSON.parse((steps(final, 'HEALTHCHECK')[0] ?? '').replace(/^.*?CMD /, ''));
    await run(process.execPath, probe, { env, cwd });
    const saved = await fetch(`${api}data/schema.org.Thing/oak`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Thing',
        '@id': 'https://example.org/1',
        name: 'Oak',
      }),
    });
    expect(saved.status).toBe(200);
    expect((await fetch(`${api}openapi/`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expect(run(process.execPath, probe, { env, cwd })).rejects.toThrow();
  });

  it('has compose files with the tested OpenSearch, which publish ports on loopback only', async () => {
    const alone = await readFile(join(FOLDER, 'compose.yaml'), 'utf8');
    const beside = await readFile(join(FOLDER, 'compose.opensearch.yaml'), 'utf8');
    expect(beside).toContain(`image: ${RELEASES[NEWEST].image}\n`);
    expect(beside).not.toMatch(/^\s*ports:/m);
    expect(alone.match(/ports:.*/g)).toEqual(['ports: ["127.0.0.1:8080:8080"]']);
    expect(alone).toContain('read_only: true');
  });
});
