import type { Properties } from '../../shared/frameworks/model.ts';
import { isPropertyName } from '../../shared/frameworks/stored.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../../shared/linked-data/json.ts';

/** The member of `extensions` (CASE 1.1) in which the service writes what CASE has no field for. */
const EXTENSION = 'competency-service';

/** Adds properties to the `extensions` of an object, by their neutral names. */
export function withExtension(object: JsonObject, properties: Properties): JsonObject {
  if (properties.size === 0) return object;
  const before = member(object, 'extensions');
  const values: JsonObject = {};
  for (const [name, list] of properties) setMember(values, name, [...list]);
  return { ...object, extensions: { ...(isObject(before) ? before : {}), [EXTENSION]: values } };
}

/** What `extensions` hold: properties that this service wrote, and everything else as it is. Names that are not those of properties are refused. */
export function readExtension(value: Json | undefined): {
  readonly properties: Properties;
  readonly others: JsonObject | null;
  readonly refused: readonly string[];
} {
  if (!isObject(value)) return { properties: new Map(), others: null, refused: [] };
  const { [EXTENSION]: own, ...others } = value;
  const entries = isObject(own) ? Object.entries(own) : [];
  return {
    properties: new Map(
      entries.flatMap(([name, list]) =>
        isAllowed(name) && Array.isArray(list) && list.length > 0 ? [[name, list] as const] : [],
      ),
    ),
    others: Object.keys(others).length === 0 ? null : others,
    refused: entries.flatMap(([name]) => (isAllowed(name) ? [] : [name])),
  };
}

/** The type of a relation is included if CASE has no association type for it. */
function isAllowed(name: string): boolean {
  return name === 'relationType' || isPropertyName(name);
}
