import type { Text } from '../../shared/exchange/frameworks/values.ts';
import { withPrefix } from '../../shared/exchange/frameworks/vocabulary.ts';
import { describedOf } from '../../shared/exchange/surroundings/described.ts';
import { type Child, html } from '../../shared/http/html.ts';
import { withoutControls } from '../../shared/http/xml.ts';
import type { ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { idsIn, shortIdOf } from '../../shared/repository/linked-data/references.ts';
import { datestampOf } from './datestamps.ts';

/** Members that say what else says the same or similar: alignments of concepts and competencies. */
const ALIGNMENT =
  /^(?:skos:(?:exact|close|broad|narrow|related)Match|ceasn:(?:exact|major|minor|broad|narrow)Alignment|ceasn:alignTo|schema:sameAs|owl:sameAs)$/;

/** A language tag that XML Schema accepts. */
const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

const OAI_DC = 'http://www.openarchives.org/OAI/2.0/oai_dc/';

/**
 * An object in unqualified Dublin Core.
 *
 * @param related ids of what it belongs to and is aligned with
 */
export function dublinCore(
  read: ReadObject,
  related: readonly string[],
  bases: readonly [string, ...string[]],
): string {
  const { shortId, object, modified } = read;
  const described = describedOf(read);
  const { name, statement, notation, keywords, creators, publishers, type, category, languages, license, rights } =
    described;
  const address = (id: string): string => addressOf(id, bases);
  const members = Object.entries(object).flatMap(([key, value]) =>
    ALIGNMENT.test(withPrefix(key)) ? idsIn(value) : [],
  );
  const relations = [...related, ...members.map((id) => shortIdOf(id, bases))].map((id) => linkOf(id, bases));
  const plain = (texts: readonly (string | null)[]): readonly Text[] =>
    [...new Set(texts)].flatMap((text) => (text === null || text === '' ? [] : [{ text, language: null }]));
  const elements: readonly (readonly [element: string, values: readonly Text[]])[] = [
    ['title', name.length > 0 ? name : plain([notation])],
    ['creator', plain(creators)],
    ['subject', keywords],
    ['description', statement],
    ['publisher', plain(publishers)],
    ['date', plain([datestampOf(modified)])],
    ['type', [...plain([type]), ...category]],
    ['identifier', plain([address(shortId), shortId, notation])],
    ['language', plain(languages)],
    ['relation', plain(relations)],
    ['rights', [...plain([license]), ...rights]],
  ];
  const children: readonly Child[] = elements.flatMap(([element, values]) =>
    values.map(({ text, language }) => elementOf(element, text, language)),
  );
  return withoutControls(
    String(html`<oai_dc:dc xmlns:oai_dc="${OAI_DC}" xmlns:dc="http://purl.org/dc/elements/1.1/" xsi:schemaLocation="${OAI_DC} http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
${children}</oai_dc:dc>`),
  );
}

/** Only {@link dublinCore} names elements. */
function elementOf(element: string, text: string, language: string | null): Child {
  const tag = language !== null && LANGUAGE.test(language) ? html` xml:lang="${language}"` : null;
  return html`<dc:${element}${tag}>${text}</dc:${element}>\n`;
}

/** An object elsewhere has its own address; one that is stored here is read from this service. */
function linkOf(id: string, bases: readonly [string, ...string[]]): string {
  const isOwn = bases.some((base) => id.startsWith(base));
  return isOwn || !/^https?:/.test(id) ? addressOf(id, bases) : id;
}
