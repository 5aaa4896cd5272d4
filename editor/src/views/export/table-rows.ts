import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { type OutlineState, partKindOf, relationOf } from '../../outline/state.ts';
import { readTexts } from '../../words/language-texts.ts';
import { languagesOf, textIn } from '../../words/text-of.ts';
import { RELATION_ROLES } from '../import/column-roles.ts';

const TYPE = 'dcterms:type';

/**
 * A framework as a table with a header, in the order of the outline, which an import reads again. A competency with several parents has a row
 * below each of them; one that is below itself is not repeated there.
 *
 * @param language tag for texts without a language
 */
export function tableRows({ objects, tree }: OutlineState, language: string): readonly (readonly string[])[] {
  const competencies = [...objects.values()].filter((object) => partKindOf(object) === 'competency');
  const used = new Set(
    competencies.flatMap((object) => ['name', 'description'].flatMap((name) => languagesOf(object, name))),
  );
  const languages = used.size === 0 ? [language] : [...used].sort();
  const related = [...objects.values()].flatMap((object) =>
    partKindOf(object) === 'relation' ? (relationOf(object) ?? []) : [],
  );
  const relationRoles = RELATION_ROLES.filter(({ type }) => related.some((one) => one.type === type));
  const rows: string[][] = [
    [
      'ID',
      'Parent',
      'Level',
      'Notation',
      'Type',
      ...languages.map((tag) => `Name (${tag})`),
      ...languages.map((tag) => `Description (${tag})`),
      ...relationRoles.map(({ header }) => header),
    ],
  ];
  const text = (object: JsonObject, name: string, tag: string): string => {
    const own = languagesOf(object, name);
    if (own.length === 0) return tag === languages[0] ? (textIn(object, name, tag) ?? '') : '';
    return own.includes(tag) ? (textIn(object, name, tag) ?? '') : '';
  };
  const add = (id: string, parent: string, above: readonly string[]): void => {
    const object = objects.get(id);
    if (object === undefined || above.includes(id)) return;
    rows.push([
      id,
      parent,
      String(above.length + 1),
      plain(object, NOTATION),
      plain(object, TYPE),
      ...languages.map((tag) => text(object, 'name', tag)),
      ...languages.map((tag) => text(object, 'description', tag)),
      ...relationRoles
        .map(({ type }) => related.filter((one) => one.source === id && one.type === type))
        .map((found) => found.map(({ target }) => target).join('|')),
    ]);
    for (const child of tree.children.get(id) ?? []) add(child, id, [...above, id]);
  };
  for (const id of tree.roots) add(id, '', []);
  return rows;
}

/** The only text of a member; empty if it has several, which one cell cannot hold. */
function plain(object: JsonObject, name: string): string {
  const [only, ...others] = readTexts(member(object, name));
  return only === undefined || others.length > 0 ? '' : only.text;
}
