import { createSlices } from '../../shared/concurrency/slices.ts';
import type { Problem } from '../../shared/errors/problem.ts';
import type {
  Definition,
  Framework,
  FrameworkNode,
  FrameworkRelation,
  Loss,
  NodeKind,
} from '../../shared/frameworks/model.ts';
import { textValue } from '../../shared/frameworks/values.ts';
import { entryOf } from '../../shared/linked-data/entry-of.ts';
import { MAX_ID_LENGTH } from '../../shared/linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/linked-data/json.ts';
import {
  arranged,
  type Context,
  malformed,
  type Resolve,
  readAssociation,
  type Sequenced,
  textIn,
} from './associations.ts';
import { DEFINITIONS, RUBRIC, readDefinition } from './definitions.ts';
import { isDerivedAddress } from './derived.ts';
import { readExtension } from './extension.ts';
import { type Field, fieldsOf } from './terms.ts';

/** What a package contains. */
export type Read = { readonly frameworks: readonly Framework[]; readonly losses: readonly Loss[] };

/** The parts of a package: each is parsed when it is about to be read. */
export type Package = {
  readonly document: JsonObject;
  readonly items: Iterable<Json>;
  readonly associations: Iterable<Json>;
  readonly definitions: JsonObject;
  readonly rubrics: readonly Json[];
};

/** Fields that say where a part is, and are written anew. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['identifier', 'uri', 'lastChangeDateTime', 'CFDocumentURI', 'CFPackageURI', 'CFItemAssociationURI', 'extensions'],
]);

/** Spellings in circulation. */
const SPELLINGS: Readonly<Record<string, string>> = { educationalLevel: 'educationLevel', CFSubject: 'CFSubjects' };

/**
 * Reads a CFPackage of CASE 1.0 or 1.1.
 *
 * @param resolve addresses of this service are those of objects here, which have ids of their own
 * @param resolveEnd the same for the ends of associations
 * @throws Problem `malformed-request` (400) with a JSON pointer to what cannot be read
 */
export async function read(parts: Package, resolve: Resolve, resolveEnd = resolve): Promise<Read> {
  const losses: Loss[] = [];
  const slices = createSlices();
  const context: Context = { resolve, resolveEnd, losses, language: textIn(parts.document, 'language') };
  const root = readNode(parts.document, 'framework', '/CFDocument', context);
  if (root === null) throw refused('/CFDocument/uri');
  const members = new Map<string, FrameworkNode>();
  let index = -1;
  for (const item of parts.items) {
    index++;
    if (slices.over()) await slices.next();
    const node = readNode(item, 'competency', `/CFItems/${index}`, context);
    if (node === null) continue;
    if (members.has(node.id)) throw malformed(`Two items have the uri ${node.id}.`, `/CFItems/${index}/uri`);
    members.set(node.id, node);
  }
  const relations: Sequenced[] = [];
  const stated = new Set<string>();
  index = -1;
  for (const association of parts.associations) {
    index++;
    if (slices.over()) await slices.next();
    const read = readAssociation(
      association,
      `/CFAssociations/${index}`,
      context,
      (id) => id === root.id || members.has(id),
    );
    if (read !== null && isFirst(read.relation, stated, losses)) relations.push(read);
  }
  const definitions = readDefinitions(parts, context);
  return { frameworks: [arranged(root, members, relations, definitions)], losses };
}

/** Two relations of one type between the same ends are stored as one: the second is a loss. */
function isFirst({ id, type, source, target }: FrameworkRelation, stated: Set<string>, losses: Loss[]): boolean {
  const statement = JSON.stringify([type, source, target]);
  if (!stated.has(statement)) {
    stated.add(statement);
    return true;
  }
  const reason = `Another association says ${type} of the same ends.`;
  losses.push({ '@id': id ?? source, property: 'associationType', reason });
  return false;
}

function refused(where: string): Problem {
  return malformed('The uri is an address of this service that names no object here.', where);
}

/** Null for an address that may not be imported: it is in the losses. */
function readNode(value: Json, kind: NodeKind, where: string, context: Context): FrameworkNode | null {
  if (!isObject(value)) throw malformed('This is not an object.', where);
  const id = idIn(value, where, context);
  if (id === null) return null;
  const language = textIn(value, 'language') ?? context.language;
  const fields = new Map(fieldsOf(kind).map((field) => [field.name, field]));
  const properties = new Map<string, readonly Json[]>();
  for (const [given, item] of Object.entries(value)) {
    const name = entryOf(SPELLINGS, given) ?? given;
    if (STRUCTURE.has(name) || item === null) continue;
    const field = fields.get(name);
    const all = field === undefined ? [item].flat() : valuesOf(item, field, language, `${where}/${given}`);
    const values = all.filter((one) => !isObject(one) || !isDerivedHere(textIn(one, 'uri') ?? '', context.resolve));
    if (values.length > 0) properties.set(neutralOf(name, field, values), values);
  }
  const identifier = textIn(value, 'identifier');
  const changed = textIn(value, 'lastChangeDateTime');
  if (identifier !== null && !id.endsWith(identifier)) properties.set('schema:identifier', [identifier]);
  if (changed !== null) properties.set('schema:dateModified', [changed]);
  const license = properties.get('case:licenseURI')?.[0];
  const licenseUri = isObject(license) ? textIn(license, 'uri') : null;
  if (licenseUri !== null) properties.set('schema:license', [licenseUri]);
  const { properties: extension, others, refused: names } = readExtension(member(value, 'extensions'));
  if (others !== null) properties.set('case:extensions', [others]);
  for (const [name, values] of extension) properties.set(name, values);
  for (const property of names) {
    context.losses.push({ '@id': id, property, reason: 'It is not a property, and is not taken from extensions.' });
  }
  return { id, kind, properties, modified: null };
}

/** Definitions of this service that are not stored are derived again from their texts. */
function isDerivedHere(uri: string, resolve: Resolve): boolean {
  return isDerivedAddress(uri) && resolve(uri) === null;
}

/** A publisher may be named, or be an address. */
function neutralOf(name: string, field: Field | undefined, [value]: readonly Json[]): string {
  if (field === undefined) return `case:${name}`;
  const isAddress = typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
  return name === 'publisher' && isAddress ? 'schema:publisher' : field.neutral;
}

/** Texts of these have the language of their part. */
const TRANSLATABLE: ReadonlySet<string> = new Set([
  ...['title', 'description', 'fullStatement', 'notes', 'alternativeLabel', 'abbreviatedStatement'],
  ...['conceptKeywords', 'CFItemType', 'subject'],
]);

function valuesOf(value: Json, { name, shape }: Field, language: string | null, where: string): readonly Json[] {
  const values = Array.isArray(value) ? value : [value];
  if (shape === 'link' || shape === 'links') return values.filter(isObject);
  return values.flatMap((item) => {
    if (item === null || item === '') return [];
    if (typeof item === 'number') return [String(item)];
    if (typeof item !== 'string') throw malformed('This is not a text.', where);
    return [TRANSLATABLE.has(name) ? textValue({ text: item, language }) : item];
  });
}

function idIn(value: JsonObject, where: string, { resolve, losses }: Context): string | null {
  const uri = textIn(value, 'uri');
  const identifier = textIn(value, 'identifier');
  if (uri === null && identifier === null) throw malformed('It has neither uri nor identifier.', `${where}/uri`);
  const address = uri ?? `urn:uuid:${identifier}`;
  if (address.length > MAX_ID_LENGTH) throw malformed(`A uri has at most ${MAX_ID_LENGTH} characters.`, `${where}/uri`);
  const id = resolve(address);
  if (id === null) {
    losses.push({
      '@id': address,
      property: 'uri',
      reason: 'It is an address of this service that names no object here.',
    });
  }
  return id;
}

function readDefinitions({ definitions, rubrics }: Package, { resolve, losses }: Context): readonly Definition[] {
  const found: Definition[] = [];
  const add = (value: Json, type: string): void => {
    const uri = isObject(value) ? textIn(value, 'uri') : null;
    if (uri !== null && isDerivedHere(uri, resolve)) return;
    const definition = isObject(value) ? readDefinition(value, type, resolve) : null;
    if (definition !== null) found.push(definition);
    else
      losses.push({
        '@id': uri ?? type,
        property: 'uri',
        reason: 'Only definitions with a uri of their own are kept.',
      });
  };
  for (const [type, collection] of Object.entries(DEFINITIONS)) {
    const names = [collection, ...Object.keys(SPELLINGS).filter((name) => SPELLINGS[name] === collection)];
    for (const value of names.flatMap((name) => member(definitions, name) ?? []).flat()) add(value, type);
  }
  for (const rubric of rubrics) add(rubric, RUBRIC);
  return found;
}
