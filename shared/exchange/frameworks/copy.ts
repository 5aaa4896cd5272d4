import type { NodeKind } from '../../repository/frameworks/kinds.ts';
import { isObject, type Json, type JsonObject, setMember } from '../../repository/linked-data/json.ts';
import { typeKey } from '../../repository/linked-data/type-key.ts';
import type { Framework, FrameworkNode, FrameworkRelation, Properties } from './model.ts';

/** The paths, below `data/`, of new objects. */
const PATHS: Readonly<Record<NodeKind, string>> = {
  framework: 'schema.cassproject.org.0.4.Framework',
  collection: 'schema.cassproject.org.0.4.Framework',
  conceptScheme: 'schema.cassproject.org.0.4.skos.ConceptScheme',
  progressionModel: 'schema.cassproject.org.0.4.skos.ConceptScheme',
  competency: 'schema.cassproject.org.0.4.Competency',
  concept: 'schema.cassproject.org.0.4.skos.Concept',
  progressionLevel: 'schema.cassproject.org.0.4.skos.Concept',
};

/** Properties by which formats know an object, whatever its id is. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['schema:identifier', 'identifier', 'ceterms:ctid']);

/**
 * Frameworks of a document under new ids, without their identifiers and CTIDs: an import of them changes nothing that is stored. What
 * refers to a part of the document refers to its copy; references to others stay.
 *
 * @param base public address of the service, ending in `/api/`
 */
export function copyOf(frameworks: readonly Framework[], base: string): readonly Framework[] {
  const ids = new Map<string, string>();
  const add = (id: string, path: string): void => {
    if (!ids.has(id)) ids.set(id, `${base}data/${path}/${crypto.randomUUID()}`);
  };
  for (const { root, members, definitions } of frameworks) {
    for (const { id, kind } of [root, ...members]) add(id, PATHS[kind]);
    for (const { id, object } of definitions) add(id, typeKey(object));
  }
  const idOf = (id: string): string => ids.get(id) ?? id;
  const node = (one: FrameworkNode): FrameworkNode => ({
    ...one,
    id: idOf(one.id),
    properties: copiedProperties(one.properties, idOf),
  });
  const relation = (one: FrameworkRelation): FrameworkRelation => ({
    ...one,
    id: null,
    source: idOf(one.source),
    target: idOf(one.target),
    properties: copiedProperties(one.properties, idOf),
  });
  return frameworks.map(({ root, memberIds, members, relations, definitions }) => ({
    root: node(root),
    memberIds: memberIds.map(idOf),
    members: members.map(node),
    relations: relations.map(relation),
    definitions: definitions.map((one) => ({ ...one, id: idOf(one.id), object: copiedObject(one.object, idOf) })),
  }));
}

type IdOf = (id: string) => string;

function copiedProperties(properties: Properties, idOf: IdOf): Properties {
  const kept = [...properties].filter(([name]) => !IDENTIFIERS.has(name));
  return new Map(kept.map(([name, values]) => [name, values.map((value) => copied(value, idOf))]));
}

function copiedObject(object: JsonObject, idOf: IdOf): JsonObject {
  const copy: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (!IDENTIFIERS.has(name)) setMember(copy, name, copied(value, idOf));
  }
  return copy;
}

function copied(value: Json, idOf: IdOf): Json {
  if (typeof value === 'string') return idOf(value);
  if (Array.isArray(value)) return value.map((item) => copied(item, idOf));
  return isObject(value) ? copiedObject(value, idOf) : value;
}
