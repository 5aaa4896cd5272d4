import type { Properties } from '../../shared/exchange/frameworks/model.ts';
import { isPropertyName } from '../../shared/exchange/frameworks/stored.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../../shared/repository/linked-data/json.ts';

/** The member of `extensions` (CASE 1.1) in which the service writes what CASE has no field for. */
export const EXTENSION = 'competency-service';

/** Members that are not properties; no property has one of these names. */
const FILLED = '@filled';
const TEXT_LANGUAGE = '@language';

/** What the fields of a part do not say themselves. */
type About = {
  /** Fields that have to be there and were filled from other properties, or with what is usual. */
  readonly filled: JsonObject;
  /** The language of the texts in parts that name none. */
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

/** What `extensions` hold: properties that this service wrote, and everything else unchanged. Other names are refused. */
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
