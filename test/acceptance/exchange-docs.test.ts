import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useServer } from '../support/use-server.ts';

const run = promisify(execFile);
const { server } = useServer();

const PAGE = readFileSync(new URL('../../docs/exchange.md', import.meta.url), 'utf8');

/** The shell commands of the page, without the one that sets the address. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, block = '']) => block)
  .filter((block) => !block.startsWith('S='));

test('the commands of docs/exchange.md succeed as they are written, one after the other', async () => {
  expect(BLOCKS.length).toBeGreaterThan(2);
  for (const block of BLOCKS) {
    // As in the page, but a status that is not 2xx fails.
    const script = `set -e\nS=${server.url.replace(/\/$/, '')}\ncurl() { command curl --fail-with-body "$@"; }\n${block}`;
    const { stdout } = await run('bash', ['-c', script]);
    expect([block, stdout]).not.toEqual([block, '']);
  }
});
