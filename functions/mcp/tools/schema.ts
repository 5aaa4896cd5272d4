import type { Schema } from './tool.ts';

/** Formats of JSON Schema (2020-12, validation 7.3); validators may refuse those of our own. */
const FORMATS = new Set(['date', 'date-time', 'duration', 'email', 'time', 'uri', 'uri-reference', 'uuid']);

/** Keywords whose members are named by their authors. */
const NAME_MAPS = new Set(['properties', 'patternProperties']);

/** Keywords whose values are data. */
const DATA = new Set(['default', 'enum']);

const REFERENCE = '#/components/schemas/';

/** How the conversion of a schema treats the named schemas that it refers to. */
export type References =
  /** They are in `$defs`. */
  | 'defined'
  /** They replace their references, for clients that drop `$defs`; only a schema that contains itself is in `$defs`. */
  | 'inlined';

/**
 * A schema of OpenAPI 3.0 as a self-contained JSON Schema 2020-12.
 *
 * @param named schemas of the description, by name
 */
export function toJsonSchema(
  schema: Schema,
  named: Readonly<Record<string, unknown>>,
  references: References = 'defined',
): Schema {
  const defs = new Map<string, Schema>();
  const recursive = createIsRecursive(named);

  function define(name: string): Schema {
    if (!defs.has(name)) {
      defs.set(name, {}); // a schema may refer to itself
      defs.set(name, asSchema(convert(named[name] ?? {})));
    }
    return { $ref: `#/$defs/${name}` };
  }

  function convert(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(convert);
    if (typeof node !== 'object' || node === null) return node;
    const { nullable: isNullable, $ref, ...members } = asSchema(node);
    const own = Object.fromEntries(Object.entries(members).flatMap(([name, value]) => keyword(name, value)));
    const converted = $ref === undefined ? withoutLoneAllOf(own) : { ...referred(nameIn($ref)), ...own };
    return isNullable === true ? nullable(converted) : converted;
  }

  function referred(name: string): Schema {
    return references === 'inlined' && !recursive(name) ? asSchema(convert(named[name] ?? {})) : define(name);
  }

  /** The description has `allOf` of one reference where the reference has keywords beside it, which OpenAPI 3.0 does not allow. */
  function withoutLoneAllOf({ allOf, ...others }: Schema): Schema {
    if (allOf === undefined) return others;
    const isOne = references === 'inlined' && Array.isArray(allOf) && allOf.length === 1;
    return isOne ? { ...asSchema(allOf[0]), ...others } : { allOf, ...others };
  }

  /** A keyword with its value; none for a format that only this service knows. */
  function keyword(name: string, value: unknown): readonly (readonly [string, unknown])[] {
    if (name === 'example') return [['examples', [value]]];
    if (name === 'format') return FORMATS.has(String(value)) ? [[name, value]] : [];
    if (DATA.has(name)) return [[name, value]];
    return [[name, NAME_MAPS.has(name) ? convertMembers(value) : convert(value)]];
  }

  function convertMembers(members: unknown): unknown {
    return Object.fromEntries(Object.entries(asSchema(members)).map(([name, value]) => [name, convert(value)]));
  }

  const { $ref: whole, ...own } = asSchema(convert(schema));
  // Clients look for the type at the root.
  const root = typeof whole === 'string' ? { ...defs.get(whole.slice('#/$defs/'.length)), ...own } : own;
  return defs.size === 0 ? root : { ...root, $defs: Object.fromEntries(defs) };
}

function nameIn(reference: unknown): string {
  return String(reference).slice(REFERENCE.length);
}

/** Whether the schema of a name refers to itself, by others or directly. */
function createIsRecursive(named: Readonly<Record<string, unknown>>): (name: string) => boolean {
  const referencesOf = (name: string): readonly string[] =>
    [...JSON.stringify(named[name] ?? {}).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => nameIn(reference));
  return (name) => {
    const reached = new Set(referencesOf(name));
    for (const next of reached) for (const further of referencesOf(next)) reached.add(further); // also visits what is added
    return reached.has(name);
  };
}

function nullable({ description, ...schema }: Record<string, unknown>): Schema {
  const isAny = Object.keys(schema).length === 0;
  return { ...(isAny ? {} : { anyOf: [schema, { type: 'null' }] }), ...(description !== undefined && { description }) };
}

/** A member of the description that is an object. @throws Error for another: the description was checked when it was made */
export function asSchema(value: unknown): Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Not an object.');
  return { ...value };
}
