import type { Properties } from '../../shared/exchange/frameworks/model.ts';
import { isPropertyName } from '../../shared/exchange/frameworks/stored.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../../shared/repository/linked-data/json.ts';

/** The member of `extensions` (CASE 1.1) in which the service writes properties that have no field in CASE. */
export const EXTENSION = 'competency-service';

/** Members that are not properties; no property has one of these names. */
const FILLED = '@filled';
const TEXT_LANGUAGE = '@language';

/** Facts that the fields of a part do not express. */
type About = {
  /** Required fields that were filled from other properties or with defaults. */
  readonly filled: JsonObject;
  /** The language of texts in parts that name no language. */
  readonly textLanguage: string | null;
};

/** Adds properties to the `extensions` of an object, by their neutral names. */
export function withExtension(
  object: JsonObject,
  properties: Properties,
  { filled, textLanguage }: About = { filled: {}, textLanguage: null },
): JsonObject {
  const values: JsonObject = {};
  for (const [name, list] of properties) setMember(values, name, [...list]);
  if (Object.keys(filled).length > 0) values[FILLED] = filled;
  if (textLanguage !== null) values[TEXT_LANGUAGE] = textLanguage;
  if (Object.keys(values).length === 0) return object;
  const before = member(object, 'extensions');
  return { ...object, extensions: { ...(isObject(before) ? before : {}), [EXTENSION]: values } };
}

/** The contents of `extensions`: properties that this service wrote, names that it refuses, and everything else unchanged. */
export function readExtension(value: Json | undefined): About & {
  readonly properties: Properties;
  readonly others: JsonObject | null;
  readonly refused: readonly string[];
} {
  if (!isObject(value)) {
    return { properties: new Map(), others: null, refused: [], filled: {}, textLanguage: null };
  }
  const { [EXTENSION]: own, ...others } = value;
  const { [FILLED]: filled, [TEXT_LANGUAGE]: language, ...named } = isObject(own) ? own : {};
  const entries = Object.entries(named);
  return {
    properties: new Map(
      entries.flatMap(([name, list]) =>
        isAllowed(name) && Array.isArray(list) && list.length > 0 ? [[name, list] as const] : [],
      ),
    ),
    others: Object.keys(others).length === 0 ? null : others,
    refused: entries.flatMap(([name]) => (isAllowed(name) ? [] : [name])),
    filled: isObject(filled) ? filled : {},
    textLanguage: typeof language === 'string' ? language : null,
  };
}

/** The type of a relation is included if CASE has no association type for it. */
function isAllowed(name: string): boolean {
  return name === 'relationType' || isPropertyName(name);
}
