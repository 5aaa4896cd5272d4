import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useDrafting } from '../support/use-drafting.ts';

const run = promisify(execFile);
const { server } = useDrafting({ LLM_PUBLIC: 'true' });

const PAGE = readFileSync(new URL('../../docs/drafting.md', import.meta.url), 'utf8');

/** The shell commands of the page, without the one that sets the address. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.startsWith('S=') ? [] : [block],
);

test('the commands of docs/drafting.md succeed as they are written', async () => {
  expect(BLOCKS).toHaveLength(2);
  for (const block of BLOCKS) {
    // As in the page, but a status that is not 2xx fails.
    const script = `set -e\nS=${server.url.replace(/\/$/, '')}\ncurl() { command curl --fail-with-body "$@"; }\n${block}`;
    const { stdout } = await run('bash', ['-c', script]);
    expect(stdout).toContain('stand-in:1b');
  }
});
