import { type Text, textValue } from '../../exchange/frameworks/values.ts';
import type { Named } from '../../exchange/surroundings/described.ts';
import type { Surroundings } from '../../exchange/surroundings/surroundings.ts';
import { isRoot } from '../../repository/frameworks/kinds.ts';
import type { Json, JsonObject } from '../../repository/linked-data/json.ts';
import { webAddress } from '../html.ts';
import { type AddressConfig, canonicalOf } from './addresses.ts';

/**
 * What search engines read: a competency or concept as a `DefinedTerm` of its framework, a framework as a `DefinedTermSet` with the terms
 * of the part that is shown (schema.org). Null for other objects.
 */
export function structuredData({ described, place, outline }: Surroundings, config: AddressConfig): JsonObject | null {
  const { id, kind, statement, license, languages, notation } = described;
  if (kind === null) return null;
  const common = { ...termOf(described, config), ...textsAs('description', statement) };
  if (!isRoot(kind)) {
    return {
      '@context': 'https://schema.org',
      '@type': 'DefinedTerm',
      ...common,
      ...(notation !== null && { termCode: notation }),
      ...(place.root !== null && { inDefinedTermSet: { '@type': 'DefinedTermSet', ...termOf(place.root, config) } }),
    };
  }
  const licenseAddress = license === null ? null : webAddress(license);
  return {
    '@context': 'https://schema.org',
    '@type': 'DefinedTermSet',
    ...common,
    ...(licenseAddress !== null && { license: licenseAddress }),
    ...(languages.length > 0 && { inLanguage: [...languages] }),
    ...(webAddress(id) !== null && id !== canonicalOf(id, config) && { sameAs: id }),
    hasDefinedTerm: (outline?.rows ?? []).flatMap((row): JsonObject[] =>
      row.isRepeated
        ? []
        : [
            {
              '@type': 'DefinedTerm',
              ...termOf(row, config),
              ...(row.notation !== null && { termCode: row.notation }),
            },
          ],
    ),
  };
}

function termOf({ id, name }: Pick<Named, 'id' | 'name'>, config: AddressConfig): JsonObject {
  const address = canonicalOf(id, config);
  return { '@id': address, url: address, ...textsAs('name', name) };
}

function textsAs(member: string, texts: readonly Text[]): JsonObject {
  const values = texts.map(textValue);
  const [first] = values;
  if (first === undefined) return {};
  const value: Json = values.length === 1 ? first : values;
  return { [member]: value };
}
