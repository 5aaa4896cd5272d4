import { Problem } from '../../shared/base/errors/problem.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { itemsOfText, scanInSlices } from '../../shared/repository/linked-data/json-items.ts';
import { type JsonSpan, JsonText, LARGE_OBJECT_LENGTH } from '../../shared/repository/linked-data/json-scan.ts';
import { isPartAddress } from './addresses.ts';
import type { Package } from './read.ts';

/** Maximum number of items, and of associations, in one package. */
const MAX_PARTS = 100_000;

/** Maximum number of values in one part of a package: members and elements of arrays. */
const MAX_PART_VALUES = 200_000;

const WHAT = 'The package';
const PARTS = new Set(['CFDocument', 'CFItems', 'CFAssociations', 'CFDefinitions', 'CFRubrics']);

/**
 * The parts of a CFPackage in a JSON text. Items and associations of a long package are parsed just before they are read.
 *
 * @throws Problem `malformed-json`, `malformed-request`, `too-deep` (400), `body-too-large` (413), `not-a-framework` (422)
 */
export async function parsePackage(text: string): Promise<Package> {
  if (text.length <= LARGE_OBJECT_LENGTH) return smallPackage(parseJson(text, WHAT));
  const { kind, members, values, otherNames } = await scanInSlices(text, { what: WHAT, members: PARTS });
  if (kind !== 'object') throw notAPackage();
  const small: JsonObject = {};
  for (const name of ['CFDocument', 'CFDefinitions', 'CFRubrics']) {
    const span = members.get(name);
    if (span !== undefined) small[name] = parseJson(text.slice(span.start, span.end), name, MAX_PART_VALUES);
  }
  const items = (name: string): Promise<Iterable<Json>> => itemsAt(text, name, members.get(name), values);
  const others = [...otherNames].filter(isOther);
  return { ...smallPackage(small), others, items: await items('CFItems'), associations: await items('CFAssociations') };
}

async function itemsAt(
  text: string,
  name: string,
  span: JsonSpan | undefined,
  values: number,
): Promise<Iterable<Json>> {
  if (span === undefined) return [];
  const items = await itemsOfText(new JsonText(text.slice(span.start, span.end), values), name, MAX_PARTS);
  if (items === null) throw notAnArray(name);
  return parsed(items);
}

function* parsed(items: Iterable<Json | JsonText>): Generator<Json> {
  for (const item of items) yield item instanceof JsonText ? parseJson(item.text, 'A part', MAX_PART_VALUES) : item;
}

function smallPackage(value: Json): Package {
  if (!isObject(value)) throw notAPackage();
  const document = member(value, 'CFDocument');
  if (!isObject(document)) throw notAPackage();
  const array = (name: string): readonly Json[] => {
    const items = member(value, name) ?? [];
    if (!Array.isArray(items)) throw notAnArray(name);
    return items;
  };
  const definitions = member(value, 'CFDefinitions');
  return {
    document,
    items: array('CFItems'),
    associations: array('CFAssociations'),
    definitions: isObject(definitions) ? definitions : {},
    rubrics: array('CFRubrics'),
    others: Object.keys(value).filter(isOther),
  };
}

/** Whether a member is unknown to CASE, except names of JSON-LD, which are not about the framework. */
function isOther(name: string): boolean {
  return !PARTS.has(name) && !name.startsWith('@');
}

function notAPackage(): Problem {
  return new Problem('not-a-framework', 'The document is not a CFPackage: it has no CFDocument.', {
    where: '/CFDocument',
  });
}

function notAnArray(name: string): Problem {
  return new Problem('malformed-request', `${name} is not an array.`, { where: `/${name}` });
}

/** The CASE addresses of this service that a package mentions, except addresses of derived parts. */
export function ownAddresses(text: string, bases: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const base of bases) {
    const beginning = `"${base}ims/case/`;
    for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
      const address = text.slice(at + 1, text.indexOf('"', at + 1));
      if (!isPartAddress(address)) found.add(address);
    }
  }
  return [...found];
}
