import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useServer } from '../support/use-server.ts';

const run = promisify(execFile);
const { server } = useServer();

const PAGE = readFileSync(new URL('../../docs/use/exchange.md', import.meta.url), 'utf8');

/** The shell commands of the page, without the one that sets the address. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, block = '']) => block)
  .filter((block) => !block.startsWith('S='));

test('the commands of docs/use/exchange.md succeed as they are written, one after the other', async () => {
  expect(BLOCKS.length).toBeGreaterThan(2);
  for (const block of BLOCKS) {
    // As in the page, but a status that is not 2xx fails.
    const script = `set -e\nS=${server.url.replace(/\/$/, '')}\ncurl() { command curl --fail-with-body "$@"; }\n${block}`;
    const { stdout } = await run('bash', ['-c', script]);
    expect([block, stdout]).not.toEqual([block, '']);
  }
});

test('the batch of docs/use/integrate.md changes an object that nothing else has changed, as it is written', async () => {
  const page = readFileSync(new URL('../../docs/use/integrate.md', import.meta.url), 'utf8');
  const block = /```sh\n(S=[^`]*ifMatch[^`]*)```/.exec(page)?.[1] ?? '';
  const { stdout } = await run('bash', ['-c', block.replace('http://localhost:8080/', server.url)]);
  expect(stdout.trim()).toBe('{"stored":1,"failed":[]}{"stored":1,"failed":[]}');
  const read = await fetch(`${server.api}data/schema.org.Thing/batch`);
  expect(await read.json()).toMatchObject({ name: 'after' });
});
