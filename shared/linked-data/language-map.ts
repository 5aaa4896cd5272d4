import type { Json, JsonObject } from './json.ts';

/** Shape of a BCP 47 language tag: `en`, `en-US`, `zh-Hant-TW`. */
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Language codes that are far more often the name of an ordinary member. */
const ORDINARY_NAMES = new Set(
  (
    'id uri url iri key tag map age new old sub src ref alt rel set sum min max end day top row col log doc dob fax tel zip ' +
    'act app bio cap dir fee job lat lng lon loc mid net pos pct run seq sex tax uid via web who why is to by at in on no'
  ).split(' '),
);

/**
 * True for a JSON-LD language map, such as `{"en": "Reading", "de": ["Lesen"]}` (JSON-LD 1.1, 4.6.2): every member is
 * named by a language tag and holds text.
 */
export function isLanguageMap(value: JsonObject): boolean {
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([name, text]) => (name === '@none' || LANGUAGE_TAG.test(name)) && isTextOrTexts(text)) &&
    entries.some(([name]) => !ORDINARY_NAMES.has(name.toLowerCase()))
  );
}

function isTextOrTexts(value: Json): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}
