import type { Properties } from '../../shared/exchange/frameworks/model.ts';
import { sameValue } from '../../shared/exchange/frameworks/same.ts';
import { bestText, scalarText, textsOf, textValue } from '../../shared/exchange/frameworks/values.ts';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { items } from '../../shared/repository/linked-data/references.ts';
import { dateOf, dateTimeOf } from './dates.ts';
import { isDerivedHere, malformed, type Resolve, textIn } from './identity.ts';
import { type Field, fieldNamed, fieldsOf } from './terms.ts';

/** Fields with addresses of parts, which every export writes again. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'identifier',
  'uri',
  'lastChangeDateTime',
  'CFDocumentURI',
  'CFPackageURI',
  'CFItemAssociationURI',
  'extensions',
]);

/** Spellings that other systems use. */
export const SPELLINGS: Readonly<Record<string, string>> = {
  educationalLevel: 'educationLevel',
  CFSubject: 'CFSubjects',
};

/**
 * The values of the fields of a document or item, by neutral names; fields that CASE does not define are `case:` and their name.
 *
 * @param language language of the texts; null: the part names none
 * @throws Problem `malformed-request` (400) for a field that must be a string and is not
 */
export function readFields(
  part: JsonObject,
  { kind, language, where }: { readonly kind: NodeKind; readonly language: string | null; readonly where: string },
  resolve: Resolve,
): Map<string, readonly Json[]> {
  const properties = new Map<string, readonly Json[]>();
  for (const [given, item] of Object.entries(part)) {
    const name = entryOf(SPELLINGS, given) ?? given;
    if (STRUCTURE.has(name) || item === null) continue;
    const field = fieldNamed(kind, name);
    const all = field === undefined ? items(item) : valuesOf(item, field, language, `${where}/${given}`);
    const values = all.filter((one) => !isObject(one) || !isDerivedHere(textIn(one, 'uri'), resolve));
    if (values.length > 0) properties.set(neutralOf(name, field, values), values);
  }
  const changed = textIn(part, 'lastChangeDateTime');
  if (changed !== null) properties.set('schema:dateModified', [changed]);
  const license = member(part, 'licenseURI');
  const licenseUri = isObject(license) ? textIn(license, 'uri') : null;
  if (licenseUri !== null) properties.set('schema:license', [licenseUri]);
  return properties;
}

/** The neutral name of a field. A publisher may be a name or an address, and a licence may be only an address. */
function neutralOf(name: string, field: Field | undefined, [value]: readonly Json[]): string {
  if (field === undefined) return `case:${name}`;
  if (name === 'licenseURI' && typeof value === 'string') return 'schema:license';
  const isAddress = typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
  return name === 'publisher' && isAddress ? 'schema:publisher' : field.neutral;
}

function valuesOf(value: Json, { shape, hasLanguage }: Field, language: string | null, where: string): readonly Json[] {
  const values = items(value).filter((item) => item !== null && item !== '');
  if (shape === 'link' || shape === 'links') return values;
  return values.map((item) => {
    const text = typeof item === 'number' ? String(item) : item;
    if (typeof text !== 'string') throw malformed('This is not a text.', where);
    return hasLanguage ? textValue({ text, language }) : text;
  });
}

/** The value of a field for the values of its property, in this language if there are several; null: there is nothing to write. */
export function fieldValue(values: readonly Json[] | undefined, { shape }: Field, language: string): Json | null {
  if (values === undefined) return null;
  if (shape === 'links') return values.every(isObject) ? [...values] : null;
  const [first] = values;
  if (shape === 'link') return isObject(first) ? first : null;
  if (shape === 'texts') {
    const all = values.flatMap((value) => textsOf([value])[0]?.text ?? scalarText(value) ?? []);
    return all.some((text) => text.trim() !== '') ? all : null;
  }
  const text = bestText(values, language) ?? (first === undefined ? null : scalarText(first));
  if (text === null || text.trim() === '') return null;
  return shape === 'date' ? dateOf(text) : text;
}

/**
 * The values of a property that is both in a field and in `extensions`, which has all values. If another system has changed the field
 * since, the field takes precedence, and only texts in other languages come from `extensions`.
 */
export function valuesOfBoth(
  [name, all]: readonly [string, readonly Json[]],
  part: JsonObject,
  read: Properties,
  { kind, language }: { readonly kind: NodeKind; readonly language: string | null },
): readonly Json[] {
  const field = fieldsOf(kind).find(({ neutral }) => neutral === name);
  const given = read.get(name);
  if (name === 'schema:dateModified' && dateTimeOf(String(all[0])) !== textIn(part, 'lastChangeDateTime')) {
    return given ?? all;
  }
  if (field === undefined || given === undefined) return all;
  if (sameValue(fieldValue(all, field, language ?? 'en') ?? undefined, member(part, field.name))) return all;
  const languages = new Set(textsOf(given).map((text) => text.language));
  return [...given, ...all.filter((value) => textsOf([value]).some((text) => !languages.has(text.language)))];
}
