import { expect, it } from 'vitest';
import type { JsonObject } from './json.ts';
import { typeKey } from './type-key.ts';

it.each<[string, JsonObject, string]>([
  ['context and type', { '@context': 'https://schema.org', '@type': 'Thing' }, 'schema.org.thing'],
  [
    'a context that ends in a slash',
    { '@context': 'https://schema.cassproject.org/0.4/', '@type': 'Competency' },
    'schema.cassproject.org.0.4.competency',
  ],
  [
    'a type that is an address',
    { '@context': 'https://schema.org', '@type': 'https://purl.org/ctdl/terms/Credential' },
    'purl.org.ctdl.terms.credential',
  ],
  [
    'a prefixed type',
    { '@context': 'https://credreg.net/ctdlasn/schema/context/json', '@type': 'ceasn:Competency' },
    'credreg.net.ctdlasn.schema.context.json.ceasn.competency',
  ],
  [
    'an encrypted type without its context, as the client writes it',
    { '@context': 'https://schema.cassproject.org/kbac/0.4', '@type': 'EncryptedValue', encryptedType: 'Framework' },
    'schema.cassproject.org.kbac.0.4.framework',
  ],
  [
    'an encrypted type and context',
    {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@type': 'EncryptedValue',
      '@encryptedType': 'Framework',
      '@encryptedContext': 'https://schema.cassproject.org/0.4',
    },
    'schema.cassproject.org.0.4.framework',
  ],
  [
    'an array of contexts',
    { '@context': [{ a: 'b' }, 'https://schema.org'], '@type': ['Person', 'Thing'] },
    'schema.org.person',
  ],
  ['a context without a name', { '@context': { a: 'b' }, '@type': 'Thing' }, 'thing'],
])('the type key of %s is derived', (_what, object, key) => {
  expect(typeKey(object)).toBe(key);
});

it('the type key of a context of a million slashes takes no minutes, as an expression would', () => {
  const context = `https:${'/'.repeat(1_000_000)}x`;
  expect(typeKey({ '@context': `${context}//`, '@type': 'Thing' })).toMatch(/\.x\.thing$/);
});
