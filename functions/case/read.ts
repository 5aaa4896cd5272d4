import { createSlices } from '../../shared/base/concurrency/slices.ts';
import type { Problem } from '../../shared/base/errors/problem.ts';
import type {
  Definition,
  Framework,
  FrameworkNode,
  FrameworkRelation,
  Loss,
} from '../../shared/exchange/frameworks/model.ts';
import { sameValue, statementOf } from '../../shared/exchange/frameworks/same.ts';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { items } from '../../shared/repository/linked-data/references.ts';
import { type AssociationContext, arranged, readAssociation, type Sequenced } from './associations.ts';
import { DEFINITIONS, RUBRIC, readDefinition } from './definitions.ts';
import { readExtension } from './extension.ts';
import { readFields, SPELLINGS, valuesOfBoth } from './field-values.ts';
import { identify, idOfPart, isDerivedHere, malformed, type Resolve, storedIdentifier, textIn } from './identity.ts';

/** The contents of a package. */
export type Read = { readonly frameworks: readonly Framework[]; readonly losses: readonly Loss[] };

/** The parts of a package, each of which is parsed just before it is read. */
export type Package = {
  readonly document: JsonObject;
  readonly items: Iterable<Json>;
  readonly associations: Iterable<Json>;
  readonly definitions: JsonObject;
  readonly rubrics: readonly Json[];
  /** Names of members that packages do not have. */
  readonly others: readonly string[];
};

/** The groups of definitions in a package. */
const GROUPS: ReadonlySet<string> = new Set(Object.values(DEFINITIONS));

/**
 * Reads a CFPackage of CASE 1.0 or 1.1.
 *
 * @param resolve resolves addresses of this service to the ids of objects here
 * @param resolveEnd likewise for the ends of associations
 * @throws Problem `malformed-request` (400) with a JSON pointer to the unreadable part
 */
export async function read(parts: Package, resolve: Resolve, resolveEnd = resolve): Promise<Read> {
  const losses: Loss[] = [];
  const slices = createSlices();
  const identities = { resolve, resolveEnd, losses, parts: new Map<string, string>(), ids: new Set<string>() };
  const { textLanguage } = readExtension(member(parts.document, 'extensions'));
  const context: AssociationContext = { ...identities, language: textIn(parts.document, 'language') ?? textLanguage };
  const root = readNode(parts.document, 'framework', '/CFDocument', context);
  if (root === null) throw refused('/CFDocument/uri');
  const members = new Map<string, FrameworkNode>();
  let index = -1;
  for (const item of parts.items) {
    index++;
    if (slices.over()) await slices.next();
    const node = readNode(item, 'competency', `/CFItems/${index}`, context);
    if (node === null) continue;
    if (node.id === root.id || members.has(node.id))
      throw malformed(`Two parts have the uri ${node.id}.`, `/CFItems/${index}/uri`);
    members.set(node.id, node);
  }
  const relations: Sequenced[] = [];
  const stated = new Set<string>();
  index = -1;
  for (const association of parts.associations) {
    index++;
    if (slices.over()) await slices.next();
    const read = readAssociation(association, `/CFAssociations/${index}`, context);
    if (read !== null && isFirst(read.relation, stated, losses)) relations.push(read);
  }
  const definitions = readDefinitions(parts, context);
  const groups = Object.keys(parts.definitions).filter((name) => !GROUPS.has(entryOf(SPELLINGS, name) ?? name));
  for (const property of [...parts.others, ...groups]) {
    losses.push({ '@id': root.id, property, reason: 'It is not a part of a package.' });
  }
  return { frameworks: [arranged(root, members, relations, definitions)], losses };
}

/** Two relations of one type between the same ends are stored as one: the second is a loss. */
function isFirst(relation: FrameworkRelation, stated: Set<string>, losses: Loss[]): boolean {
  const { id, type, source } = relation;
  const statement = statementOf(relation);
  if (!stated.has(statement)) {
    stated.add(statement);
    return true;
  }
  const reason = `Another association of the type ${type} has the same ends.`;
  losses.push({ '@id': id ?? source, property: 'associationType', reason });
  return false;
}

function refused(where: string): Problem {
  return malformed('The uri is an address of this service that names no object here.', where);
}

/** Reads a node. Returns null, and reports a loss, for an address that may not be imported. */
function readNode(value: Json, kind: NodeKind, where: string, context: AssociationContext): FrameworkNode | null {
  if (!isObject(value)) throw malformed('This is not an object.', where);
  const id = idOfPart(value, where, context);
  if (id === null) return null;
  identify(value, id, context);
  const extension = readExtension(member(value, 'extensions'));
  const about = { kind, language: textIn(value, 'language') ?? context.language, where };
  const isFilled = ([name, field]: [string, Json]): boolean => sameValue(field, member(extension.filled, name));
  const hasFilled = Object.keys(extension.filled).length > 0;
  const given = hasFilled ? Object.fromEntries(Object.entries(value).filter((entry) => !isFilled(entry))) : value;
  const fields = readFields(given, about, context.resolve);
  const properties = new Map<string, readonly Json[]>([...fields, ...storedIdentifier(value, id)]);
  for (const one of extension.properties) properties.set(one[0], valuesOfBoth(one, value, fields, about));
  if (extension.others !== null) properties.set('case:extensions', [extension.others]);
  for (const property of extension.refused) {
    context.losses.push({ '@id': id, property, reason: 'It is not a property, and is not taken from extensions.' });
  }
  return { id, kind, properties, modified: null };
}

function readDefinitions({ definitions, rubrics }: Package, context: AssociationContext): readonly Definition[] {
  const found: Definition[] = [];
  const add = (value: Json, type: string, where: string): void => {
    if (!isObject(value) || (textIn(value, 'uri') ?? textIn(value, 'identifier')) === null) {
      context.losses.push({ '@id': where, property: type, reason: 'It has neither uri nor identifier.' });
      return;
    }
    if (isDerivedHere(textIn(value, 'uri'), context.resolve)) return;
    const id = idOfPart(value, where, context);
    if (id !== null) found.push(readDefinition(value, type, id, context.losses));
  };
  for (const [type, collection] of Object.entries(DEFINITIONS)) {
    const names = [collection, ...Object.keys(SPELLINGS).filter((name) => SPELLINGS[name] === collection)];
    for (const name of names) {
      const values = items(member(definitions, name));
      for (const [index, value] of values.entries()) add(value, type, `/CFDefinitions/${name}/${index}`);
    }
  }
  for (const [index, rubric] of rubrics.entries()) add(rubric, RUBRIC, `/CFRubrics/${index}`);
  return found;
}
