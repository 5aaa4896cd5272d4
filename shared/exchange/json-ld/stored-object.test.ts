import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { loadBundled } from './document-loader.ts';
import { loadProcessor } from './processor.ts';
import { toJsonLd } from './stored-object.ts';

const ID = 'https://example.org/c';
const NAME = 'http://schema.org/name';

/** What a JSON-LD processor makes of a stored object. */
async function expanded(members: JsonObject, id = ID): Promise<unknown> {
  const { expand } = await loadProcessor({ documentLoader: loadBundled });
  const object = { '@context': 'https://schema.cassproject.org/0.4', '@id': id, ...members };
  return (Object.values(await expand(toJsonLd(object, ID))) as unknown[])[0];
}

describe('a stored object as JSON-LD', () => {
  test.each<[string, JsonObject['name'], object[]]>([
    ['a text', 'x', [{ '@value': 'x' }]],
    [
      'a language map',
      { en: 'x', de: ['y', 'z'] },
      [
        { '@language': 'en', '@value': 'x' },
        { '@language': 'de', '@value': 'y' },
        { '@language': 'de', '@value': 'z' },
      ],
    ],
    ['a value', { '@language': 'en', '@value': 'x' }, [{ '@language': 'en', '@value': 'x' }]],
    ['values', [{ '@language': 'en', '@value': 'x' }, 'y'], [{ '@language': 'en', '@value': 'x' }, { '@value': 'y' }]],
  ] as never)('has a name that is %s', async (_what, name, values) => {
    expect(await expanded({ name })).toMatchObject({ [NAME]: values });
  });

  test('has language maps in members that no context declares', async () => {
    expect(await expanded({ motto: { 'en-us': 'x' } })).toMatchObject({
      'https://schema.cassproject.org/0.4/motto': [{ '@language': 'en-us', '@value': 'x' }],
    });
  });

  test('has owners and readers with and without @', async () => {
    const owner = 'https://schema.cassproject.org/kbac/0.4/owner';
    expect(await expanded({ '@owner': ['a'] })).toMatchObject({ [owner]: [{ '@value': 'a' }] });
    expect(await expanded({ owner: ['a'] })).toMatchObject({ [owner]: [{ '@value': 'a' }] });
  });

  test('refers to other objects, and a version to its object', async () => {
    const object = await expanded({ competency: ['https://example.org/d'] }, `${ID}/17`);
    expect(object).toMatchObject({
      '@id': `${ID}/17`,
      'https://schema.cassproject.org/0.4/competency': [{ '@id': 'https://example.org/d' }],
      'http://purl.org/dc/terms/isVersionOf': [{ '@id': ID }],
    });
  });
});
