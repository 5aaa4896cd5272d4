import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDescription } from './assets.ts';

const FILE = new URL('../../functions/system/openapi.json', import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: a document to be broken
type Document = any;

describe('the API description at start', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'description-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each<[string, (document: Document) => void]>([
    ['of another version of OpenAPI', (document) => (document.openapi = '9.9')],
    ['without a title', (document) => delete document.info.title],
    ['with an operation without answers', (document) => delete document.paths['/api/ping'].get.responses],
    ['with a parameter that is nowhere', (document) => (document.paths['/api/ping'].get.parameters[0].in = 'nowhere')],
    ['with a reference to nothing', (document) => delete document.components.schemas.JsonLd],
  ])('H3 is refused when it is one %s', async (_, spoil) => {
    const document: Document = JSON.parse(await apiDescription(FILE));
    spoil(document);
    const file = join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    await expect(apiDescription(pathToFileURL(file))).rejects.toThrow(/^The API description is not valid OpenAPI/);
  });

  it('H3 is refused when it is not JSON', async () => {
    const file = join(directory, 'cut-off.json');
    await writeFile(file, '{"openapi": "3.0.3", "info": {');
    await expect(apiDescription(pathToFileURL(file))).rejects.toThrow(/^The API description is not valid OpenAPI/);
  });
});
