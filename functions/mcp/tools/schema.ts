import type { Schema } from './tool.ts';

/** Formats of JSON Schema (2020-12, validation 7.3); validators may refuse those of our own. */
const FORMATS = new Set(['date', 'date-time', 'duration', 'email', 'time', 'uri', 'uri-reference', 'uuid']);

/** Keywords whose members are named by their authors. */
const NAME_MAPS = new Set(['properties', 'patternProperties']);

/** Keywords whose values are data. */
const DATA = new Set(['default', 'enum']);

const REFERENCE = '#/components/schemas/';

/**
 * A schema of OpenAPI 3.0 as a self-contained JSON Schema 2020-12: what it refers to is in its `$defs`.
 *
 * @param named schemas of the description, by name
 */
export function toJsonSchema(schema: Schema, named: Readonly<Record<string, unknown>>): Schema {
  const defs = new Map<string, Schema>();

  function define(name: string): string {
    if (!defs.has(name)) {
      defs.set(name, {}); // a schema may refer to itself
      defs.set(name, asSchema(convert(named[name] ?? {})));
    }
    return name;
  }

  function convert(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(convert);
    if (typeof node !== 'object' || node === null) return node;
    const { nullable: isNullable, ...members } = asSchema(node);
    const converted = Object.fromEntries(Object.entries(members).flatMap(([name, value]) => keyword(name, value)));
    return isNullable === true ? nullable(converted) : converted;
  }

  /** A keyword with its value; none for a format that only this service knows. */
  function keyword(name: string, value: unknown): readonly (readonly [string, unknown])[] {
    if (name === '$ref') return [[name, `#/$defs/${define(String(value).slice(REFERENCE.length))}`]];
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

function nullable({ description, ...schema }: Record<string, unknown>): Schema {
  const isAny = Object.keys(schema).length === 0;
  return { ...(isAny ? {} : { anyOf: [schema, { type: 'null' }] }), ...(description !== undefined && { description }) };
}

/** A member of the description that is an object. @throws Error for another: the description was checked when it was made */
export function asSchema(value: unknown): Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Not an object.');
  return { ...value };
}
