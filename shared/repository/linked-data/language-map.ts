import type { Json, JsonObject } from './json.ts';

/** The contents of a JSON-LD language map. */
export type LanguageMap = {
  /** Its texts, in their order. */
  readonly texts: readonly string[];
  /** Some member may be an ordinary one, as in `{"id": "x"}`. */
  readonly ambiguous: boolean;
};

/** Well-formed language tags that begin with a language code (RFC 5646, section 2.1); the code is captured. */
const LANGUAGE_TAG =
  /^([a-z]{2,3})(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?$/i;

/** The two-letter codes of the IANA Language Subtag Registry, deprecated ones included. */
const TWO_LETTER_CODES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et ' +
    'eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ' +
    'ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no ' +
    'nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg ' +
    'th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);

/** Longer than any language tag in use; limits the cost of matching. */
const MAX_TAG_LENGTH = 255;

/** Codes that are also common names of members. */
const COMMON_NAMES = new Set(
  'am as co cv hi id in io is kg km lo lt mg ml ms my na no nr or os pi sk sn so st su to tr ts uk'.split(' '),
);

/**
 * Reads an object as a JSON-LD language map, such as `{"en": "Reading", "de": ["Lesen"]}` (JSON-LD 1.1, 9.8): every member is
 * named by a language tag or `@none` and holds a text, texts or null, and some text is there.
 *
 * The language of a tag is a two-letter code of the registry, or any three letters: half of all three-letter words are
 * codes, so that no list of them could distinguish codes from names. Hence three letters alone are ambiguous.
 *
 * @returns null when it is not a language map
 */
export function readLanguageMap(value: JsonObject): LanguageMap | null {
  const texts: string[] = [];
  let ambiguous = false;
  for (const [name, item] of Object.entries(value)) {
    if (name !== '@none') {
      const code = name.length > MAX_TAG_LENGTH ? undefined : LANGUAGE_TAG.exec(name)?.[1]?.toLowerCase();
      if (code === undefined || (code.length === 2 && !TWO_LETTER_CODES.has(code))) return null;
      ambiguous ||= name.length === code.length && (code.length === 3 || COMMON_NAMES.has(code));
    }
    const found = textsOf(item);
    if (found === null) return null;
    for (const text of found) texts.push(text);
  }
  return texts.length === 0 ? null : { texts, ambiguous };
}

/** Null if it contains anything but texts. */
function textsOf(value: Json): readonly string[] | null {
  if (value === null) return [];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length === value.filter((item) => item !== null).length ? texts : null;
}
