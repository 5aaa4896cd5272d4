import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEditor } from '../../tools/build/editor-bundle.ts';

/** Maximum size of the first view, compressed by gzip. */
const MAX_FIRST_VIEW_BYTES = 200_000;

/** Maximum size of what is loaded before the list of frameworks is shown, besides the frameworks. */
const MAX_LIST_BYTES = 18_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'editor-size-'));
  await buildEditor(fileURLToPath(new URL('../..', import.meta.url)), directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('the start view needs at most 200 kB, as gzip, and the list of frameworks, which is shown before it, at most 18 kB', async () => {
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  const files = await readdir(join(directory, 'assets'));
  const ofList = await neededBy([...page.matchAll(/assets\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file));
  const editor = files.filter((file) => /^main-.*\.js$/.test(file));
  const ofView = await neededBy([...ofList, ...editor]);
  const [list, view] = [await sizeOf(ofList), await sizeOf(ofView)];
  expect(list).toBeGreaterThan(5000);
  expect(list).toBeLessThanOrEqual(MAX_LIST_BYTES);
  expect(view).toBeGreaterThan(100_000);
  expect(view).toBeLessThanOrEqual(MAX_FIRST_VIEW_BYTES);
});

/** Files and their static imports. */
async function neededBy(files: readonly string[]): Promise<ReadonlySet<string>> {
  const needed = new Set(files);
  for (const file of needed) {
    const text = file.endsWith('.js') ? await readFile(join(directory, 'assets', file), 'utf8') : '';
    for (const [, imported = ''] of text.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) needed.add(imported);
  }
  return needed;
}

async function sizeOf(files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => (await stat(join(directory, 'assets', `${file}.gz`))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
