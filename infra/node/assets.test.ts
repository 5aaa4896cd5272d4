import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDescription } from './assets.ts';

const FILE = new URL('../../functions/system/openapi.json', import.meta.url);

describe('the API description at start', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'description-'));
    await copyFile(new URL('openapi.sha256', FILE), join(directory, 'openapi.sha256'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each<[string, (text: string) => string]>([
    ['of another version of OpenAPI', (text) => text.replace('"openapi": "3.0.3"', '"openapi": "9.9"')],
    ['cut off', (text) => text.slice(0, 1000)],
    ['empty', () => ''],
  ])('H3 is refused when it was changed since it was found valid: %s', async (_, change) => {
    const file = join(directory, 'openapi.json');
    await writeFile(file, change(await readFile(FILE, 'utf8')));
    await expect(apiDescription(pathToFileURL(file))).rejects.toThrow(/^The API description is not the one/);
  });

  it('is the committed one', async () => {
    expect(await apiDescription(FILE)).toBe(await readFile(FILE, 'utf8'));
  });
});
