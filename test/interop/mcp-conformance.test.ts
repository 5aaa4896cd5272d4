import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeEnvironment } from '../support/node-environment.ts';
import { useServer } from '../support/use-server.ts';

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

const { server } = useServer();

test.each([
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
  ...['completion-complete', 'server-sse-multiple-streams', 'dns-rebinding-protection'],
])('H9 the official conformance suite passes: %s', async (scenario) => {
  const args = [SUITE, 'server', '--url', `http://127.0.0.1:${server.port}/api/mcp`, '--scenario', scenario];
  const options = { env: { ...nodeEnvironment(), NO_COLOR: '1' } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  expect(stdout).toMatch(/Passed: \d+\/\d+, 0 failed/);
});
