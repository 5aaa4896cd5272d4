import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDrafting } from '../support/use-drafting.ts';

const run = promisify(execFile);
const signedInOnly = useDrafting();
const open = useDrafting({ LLM_PUBLIC: 'true' });

const PAGE = readFileSync(new URL('../../docs/use/drafting.md', import.meta.url), 'utf8');

/** The shell commands of the page, without the one that sets the address. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.startsWith('S=') ? [] : [block],
);

/** A copy of the folder that the page names, with a key in it. */
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drafting-'));
  await copyFile('examples/signature-sheet/sheet.sh', join(folder, 'sheet.sh'));
  const key = ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'key.pem'];
  await run('openssl', key, { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the commands of docs/use/drafting.md succeed as they are written', async () => {
  expect(BLOCKS).toHaveLength(3);
  expect(BLOCKS[0]).toContain('signatureSheet');
  for (const [index, block] of BLOCKS.entries()) {
    const { server } = index === 0 ? signedInOnly : open;
    // As in the page, but a status that is not 2xx fails.
    const script = `set -e\nS=${server.url.replace(/\/$/, '')}\ncurl() { command curl --fail-with-body "$@"; }\n${block}`;
    const { stdout } = await run('bash', ['-c', script], { cwd: folder });
    expect(stdout).toContain('stand-in:1b');
  }
});
