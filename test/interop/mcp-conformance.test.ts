import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeEnvironment } from '../support/node-environment.ts';
import { useServer } from '../support/use-server.ts';

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'completion-complete',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

const { server } = useServer();

test.each(APPLICABLE)('H9 the official conformance suite passes: %s', async (scenario) => {
  const output = await runSuite('server', '--url', `http://127.0.0.1:${server.port}/api/mcp`, '--scenario', scenario);
  expect(output).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
});

test('H9 the documentation says why each other scenario of the suite does not apply', async () => {
  const scenarios = [...(await runSuite('list', '--server')).matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  const page = await readFile(new URL('../../docs/use/agents.md', import.meta.url), 'utf8');
  const [, table = ''] = /Why it does not apply \|\n(.*?)\n\n/s.exec(page) ?? [];
  const inapplicable = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect([...APPLICABLE, ...inapplicable].toSorted()).toEqual(scenarios.toSorted());
});

/** @returns what it prints, also when a scenario fails */
async function runSuite(...args: readonly string[]): Promise<string> {
  const options = { env: { ...nodeEnvironment(), NO_COLOR: '1' } };
  const { stdout } = await promisify(execFile)(process.execPath, [SUITE, ...args], options).catch((error) => error);
  return stdout;
}
