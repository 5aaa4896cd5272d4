import { mapInSlices } from '../../shared/base/concurrency/slices.ts';
import type { Framework } from '../../shared/exchange/frameworks/model.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { type CaseVersion, identityOf, isPartAddress } from './addresses.ts';
import { definitionsOf, writeDefinition } from './definitions.ts';
import { read } from './read.ts';
import { writeAssociations, writeDocument, writeItem } from './write.ts';

/**
 * Writes a stored framework as a package and reads it again: an import changes only what differs from the result.
 *
 * @param base public address, ending in `/api/`
 */
export function echoIn(version: CaseVersion, base: string): (stored: Framework) => Promise<Framework | null> {
  return async (stored) => {
    const { root, members } = stored;
    const options = { base, version, losses: [] };
    const document = writeDocument(stored, options);
    const items = new Map(
      await mapInSlices(members, (node) => [node.id, writeItem(node, root, null, options)] as const),
    );
    const { definitions, rubrics } = definitionsOf(stored, base, null);
    const parts = {
      document,
      definitions: copied(definitions),
      rubrics,
      others: [],
      items: items.values(),
      associations: writeAssociations(stored, document, items, false, options),
    };
    const { frameworks } = await read(parts, resolverOf(stored, version, base));
    return frameworks[0] ?? null;
  };
}

function copied(definitions: Readonly<Record<string, readonly JsonObject[]>>): JsonObject {
  return Object.fromEntries(Object.entries(definitions).map(([name, all]) => [name, [...all]]));
}

/** Resolves the addresses of the parts of one framework. */
export function resolverOf(stored: Framework, version: CaseVersion, base: string): (uri: string) => string | null {
  const { root, members, relations, definitions } = stored;
  const ids = new Map<string, string>([[identityOf(base, version, 'CFDocuments', root).uri, root.id]]);
  for (const node of members) ids.set(identityOf(base, version, 'CFItems', node).uri, node.id);
  for (const { id, properties } of relations) {
    if (id !== null) ids.set(identityOf(base, version, 'CFAssociations', { id, properties }).uri, id);
  }
  for (const definition of definitions) ids.set(String(writeDefinition(definition, base).uri), definition.id);
  return (uri) => ids.get(uri) ?? (isPartAddress(uri) ? null : uri);
}
