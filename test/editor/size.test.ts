import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEditor } from '../../scripts/editor-bundle.ts';

/** What the first view may load, as gzip. */
const MAX_FIRST_VIEW_BYTES = 200_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'editor-size-'));
  await buildEditor(fileURLToPath(new URL('../..', import.meta.url)), directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('the list of frameworks needs at most 200 kB, as gzip', async () => {
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  const files = await readdir(join(directory, 'assets'));
  const view = files.filter((file) => /^start-.*\.(?:js|css)$/.test(file));
  const pending = [...[...page.matchAll(/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file), ...view];
  const needed = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    const text = file.endsWith('.js') ? await readFile(join(directory, 'assets', file), 'utf8') : '';
    pending.push(...[...text.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)].map(([, imported = '']) => imported));
  }
  const sizes = await Promise.all(
    [...needed].map(async (file) => (await stat(join(directory, 'assets', `${file}.gz`))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(MAX_FIRST_VIEW_BYTES);
});
