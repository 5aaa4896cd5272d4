import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOpenSearch } from './start.ts';

let home: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'fake-docker-'));
  await symlink(fileURLToPath(new URL('testing/fake-docker.mjs', import.meta.url)), join(home, 'docker'));
  await symlink(process.execPath, join(home, 'node'));
  environment = { PATH: home, FAKE_DOCKER: home, XDG_CACHE_HOME: home };
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function calls(verb: string): Promise<string[][]> {
  const lines = (await readFile(join(home, 'calls'), 'utf8')).trim().split('\n');
  return lines.map((line): string[] => JSON.parse(line)).filter(([first]) => first === verb);
}

test('a running container engine starts the pinned official image, published on loopback only', async () => {
  const cluster = await startOpenSearch({ environment });
  expect(cluster).toMatchObject({ runsIn: 'docker', version: '3.8.0' });
  expect(await calls('pull')).toEqual([['pull', '--quiet', 'docker.io/opensearchproject/opensearch:3.8.0']]);
  const [created = []] = await calls('create');
  expect(created.at(-1)).toBe('docker.io/opensearchproject/opensearch:3.8.0');
  expect(created).toContain(`127.0.0.1:${new URL(cluster.endpoint).port}:9200`);
  expect(created).toContain('discovery.type=single-node');
  await cluster.stop();
  expect(await calls('rm')).toEqual([['rm', '--force', '--volumes', created[created.indexOf('--name') + 1]]]);
  await expect(fetch(cluster.endpoint)).rejects.toThrow();
});

test('an existing image is not fetched again, and another major version has another image', async () => {
  await writeFile(join(home, 'image'), '');
  const cluster = await startOpenSearch({ version: 2, environment });
  await cluster.stop();
  expect(await calls('pull')).toEqual([]);
  expect((await calls('create'))[0]?.at(-1)).toBe('docker.io/opensearchproject/opensearch:2.19.1');
});

test('several nodes find each other in a separate network; a killed one is restarted; nothing is left', async () => {
  const cluster = await startOpenSearch({ nodes: 3, javaOptions: ['-Xss1m'], environment });
  expect(new Set(cluster.endpoints).size).toBe(3);
  const created = await calls('create');
  const names = created.map((call) => call[call.indexOf('--name') + 1]);
  const [[, , , , network = ''] = []] = await calls('network');
  for (const call of created) {
    expect(call).toContain('OPENSEARCH_JAVA_OPTS=-Xms512m -Xmx512m -Xss1m');
    expect(call).toContain(`discovery.seed_hosts=${names.join(',')}`);
    expect(call[call.indexOf('--network') + 1]).toBe(network);
  }
  await cluster.killNode(1);
  await expect(fetch(cluster.endpoints[1] ?? '')).rejects.toThrow();
  await cluster.startNode(1);
  expect((await fetch(cluster.endpoints[1] ?? '')).ok).toBe(true);
  await cluster.stop();
  expect(await calls('network')).toContainEqual(['network', 'rm', network]);
  expect(names.filter((name) => existsSync(join(home, name ?? '')))).toEqual([]);
});

test('an engine that cannot fetch the image is named with its reason', async () => {
  await writeFile(join(home, 'offline'), '');
  await expect(startOpenSearch({ environment })).rejects.toThrow(
    /^No OpenSearch can be started here: .*docker does not get the image .*opensearch:3\.8\.0: no such host; .*\.$/,
  );
});
