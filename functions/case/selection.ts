import { Problem } from '../../shared/base/errors/problem.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { fieldsOf } from './terms.ts';

const STRUCTURE = ['identifier', 'uri', 'lastChangeDateTime'];

/** Fields that records may have, by kind. */
export const FIELDS: Readonly<Record<'documents' | 'items' | 'associations', ReadonlySet<string>>> = {
  documents: new Set([...STRUCTURE, 'CFPackageURI', 'extensions', ...fieldsOf('framework').map(({ name }) => name)]),
  items: new Set([...STRUCTURE, 'CFDocumentURI', 'extensions', ...fieldsOf('competency').map(({ name }) => name)]),
  associations: new Set([
    ...STRUCTURE,
    'CFDocumentURI',
    'extensions',
    'associationType',
    'originNodeURI',
    'destinationNodeURI',
    'sequenceNumber',
    'CFAssociationGroupingURI',
    'notes',
  ]),
};

function invalid(detail: string, where: string): Problem {
  return new Problem('invalid-parameter', detail, { where });
}

/**
 * Removes all fields except the named ones (CASE 1.0, 3.4.2). @throws Problem `invalid-parameter` (400) for a field that records
 * cannot have
 */
export function selectFields(
  fields: string | undefined,
  known: ReadonlySet<string>,
): (record: JsonObject) => JsonObject {
  if (fields === undefined || fields === '') return (record) => record;
  const names = fields.split(',').map((name) => name.trim());
  for (const name of names) if (!known.has(name)) throw invalid(`There is no field ${name.slice(0, 60)}.`, 'fields');
  const wanted = new Set(names);
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
}

const CONDITION = /^([A-Za-z]+)(!=|>=|<=|=|>|<|~)'(.*)'$/s;

const COMPARE: Readonly<Record<string, (value: string, other: string) => boolean>> = {
  '=': (value, other) => value === other,
  '!=': (value, other) => value !== other,
  '>': (value, other) => value > other,
  '>=': (value, other) => value >= other,
  '<': (value, other) => value < other,
  '<=': (value, other) => value <= other,
  '~': (value, other) => value.toLowerCase().includes(other.toLowerCase()),
};

/**
 * The condition of a filter (CASE 1.0, 3.4.1). `AND` binds more tightly than `OR`.
 *
 * @throws Problem `invalid-parameter` (400) for a field that records cannot have, and for anything else that is not a filter
 */
export function filterOf(filter: string | undefined, known: ReadonlySet<string>): (record: JsonObject) => boolean {
  if (filter === undefined || filter === '') return () => true;
  const alternatives = filter
    .split(/(?<=') OR /)
    .map((part) => part.split(/(?<=') AND /).map((one) => conditionOf(one, known)));
  return (record) => alternatives.some((conditions) => conditions.every((holds) => holds(record)));
}

function conditionOf(text: string, known: ReadonlySet<string>): (record: JsonObject) => boolean {
  const [, field = '', operator = '', value = ''] = CONDITION.exec(text.trim()) ?? [];
  const compare = COMPARE[operator];
  if (compare === undefined) throw invalid("A filter is <field><operator>'<value>'.", 'filter');
  if (!known.has(field)) throw invalid(`There is no field ${field.slice(0, 60)}.`, 'filter');
  return (record) => {
    const texts = textsIn(member(record, field));
    return operator === '!=' ? texts.every((one) => compare(one, value)) : texts.some((one) => compare(one, value));
  };
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? textsIn(member(value, 'uri')) : [];
}

/** Compares records by a field; records without it come last. An unknown field does not change their order. */
export function byField(field: string | undefined, isDescending: boolean) {
  const sign = isDescending ? -1 : 1;
  return (one: JsonObject, other: JsonObject): number => {
    if (field === undefined) return 0;
    const [a] = textsIn(member(one, field));
    const [b] = textsIn(member(other, field));
    if (a === b) return 0;
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
    return a < b ? -sign : sign;
  };
}
