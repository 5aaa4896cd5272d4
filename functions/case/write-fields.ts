import type { FrameworkNode, Properties } from '../../shared/exchange/frameworks/model.ts';
import { sameValue } from '../../shared/exchange/frameworks/same.ts';
import { scalarText, textsOf } from '../../shared/exchange/frameworks/values.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject } from '../../shared/repository/linked-data/json.ts';
import { licenseLink } from './derived.ts';
import { withExtension } from './extension.ts';
import { fieldValue, readFields } from './field-values.ts';
import { FALLBACKS, type Field, fieldsOf } from './terms.ts';
import { saysTime, type WriteOptions } from './write-association.ts';

/** How the fields of a document or item are written. */
type FieldOptions = WriteOptions & {
  /** The framework, or the node itself if it is in none. */
  readonly root: FrameworkNode;
  /** Required fields, with their default values. */
  readonly required: Readonly<Record<string, string>>;
};

/**
 * Adds the fields of a document or item. Properties that the fields do not express become an extension in CASE 1.1, and losses in 1.0.
 */
export function withFields(part: JsonObject, node: FrameworkNode, options: FieldOptions): JsonObject {
  const { root, version, losses } = options;
  const language = languageIn(node) ?? packageLanguage(root);
  const { fields, filled } = fieldsFor(node, language ?? 'en', options);
  const written = { ...part, ...fields };
  const [others] = node.properties.get('case:extensions') ?? [];
  if (version === 'v1p1') {
    const object = isObject(others) ? { ...written, extensions: others } : written;
    const textLanguage = node === root && languageIn(root) === null ? language : null;
    const read = Object.fromEntries(Object.entries(written).filter(([name]) => !Object.hasOwn(filled, name)));
    return withExtension(object, unexpressed(read, node, language), { filled, textLanguage });
  }
  const rest = unexpressed(written, node, languageIn(node) ?? languageIn(root));
  for (const name of [...rest.keys(), ...(others === undefined ? [] : ['case:extensions'])])
    losses.push({ '@id': node.id, property: name, reason: 'CASE 1.0 has no field for all of it.' });
  return written;
}

/** The fields, and the filled ones among them, whose values come from another property or from the defaults. */
function fieldsFor(
  node: FrameworkNode,
  language: string,
  { root, version, required }: FieldOptions,
): Readonly<Record<'fields' | 'filled', JsonObject>> {
  const fields: JsonObject = {};
  const filled: JsonObject = {};
  const fill = (name: string, value: Json | null | undefined): void => {
    if (value === null || value === undefined) return;
    fields[name] = value;
    if (value !== node.id) filled[name] = value; // another server has another id
  };
  for (const field of fieldsOf(node.kind)) {
    if (field.since === '1.1' && version === 'v1p0') continue;
    const own = fieldValue(node.properties.get(field.neutral), field, language);
    if (own !== null) fields[field.name] = own;
    else fill(field.name, fallback(node.properties, field, language) ?? required[field.name]);
  }
  const license = licenseOf(node.properties, root);
  if (license !== null) fields.licenseURI = license;
  if (fields.adoptionStatus === undefined) fill('adoptionStatus', statusOf(node.properties));
  return { fields, filled };
}

/** Properties that are written separately, or tell when an object was stored here. */
const APART: ReadonlySet<string> = new Set(['case:extensions', 'schema:dateCreated']);

/** The properties that cannot be read from the written fields. */
function unexpressed(written: JsonObject, node: FrameworkNode, language: string | null): Map<string, readonly Json[]> {
  const given = readFields(written, { kind: node.kind, language, where: '' }, (uri) => uri);
  const identifier = String(written.identifier);
  given.set('schema:identifier', [identifier]);
  given.set('ceterms:ctid', [`ce-${identifier}`]);
  const changed = node.properties.get('schema:dateModified') ?? [];
  if (saysTime(changed, written.lastChangeDateTime)) given.set('schema:dateModified', changed);
  const rest = new Map<string, readonly Json[]>();
  for (const [name, values] of node.properties) {
    if (!APART.has(name) && !sameValue(asJson(values), asJson(given.get(name)))) rest.set(name, values);
  }
  return rest;
}

function asJson(values: readonly Json[] | undefined): Json | undefined {
  return values?.length === 1 ? values[0] : values && [...values];
}

/** The language that a part names: the first one. */
function languageIn({ properties }: { readonly properties: Properties }): string | null {
  const [first] = properties.get('schema:inLanguage') ?? [];
  return first === undefined ? null : scalarText(first);
}

/** The language of texts in parts that name none: the language of the framework, or of its name; null without either. */
function packageLanguage(root: FrameworkNode): string | null {
  const languages = textsOf(root.properties.get('name')).map((text) => text.language);
  return languageIn(root) ?? languages.find((one) => one === 'en') ?? languages.find((one) => one !== null) ?? null;
}

function fallback(properties: Properties, field: Field, language: string): Json | null {
  for (const name of FALLBACKS[field.name] ?? []) {
    const value = fieldValue(properties.get(name), field, language);
    if (value !== null) return value;
  }
  return null;
}

/** The licence as a link; null if it is not one. */
function licenseOf(properties: Properties, root: FrameworkNode): JsonObject | null {
  const [link] = properties.get('case:licenseURI') ?? [];
  if (isObject(link)) return link;
  const [value] = properties.get('schema:license') ?? [];
  const uri = value === undefined ? null : scalarText(value);
  return uri !== null && /^https?:/.test(uri) ? licenseLink(uri, root) : null;
}

const STATUSES: Readonly<Record<string, string>> = { Draft: 'Draft', Published: 'Adopted', Deprecated: 'Deprecated' };

function statusOf(properties: Properties): string | null {
  const [value] = properties.get('ceasn:publicationStatusType') ?? [];
  const text = value === undefined ? null : scalarText(value);
  return entryOf(STATUSES, text?.split(/[/#:]/).at(-1) ?? '') ?? null;
}
