import { FILTERS, type FrameworkRow, frameworkRow } from '../app/framework-list.ts';
import { frameworkPath } from '../app/paths.ts';
import type { ResultPage } from '../service/result-page.ts';
import { ICON_PATHS } from '../ui/icon-paths.ts';
import type { ListWords } from '../words/en/list.ts';
import type { Language } from '../words/language.ts';
import { element } from './element.ts';
import { FIRST_WORDS } from './first-words.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The page that a list is made for. */
type Place = {
  readonly language: Language;
  /** Address of the service, ending in `/api/`. */
  readonly base: string;
  /** Path of the editor, without a slash at the end. */
  readonly basePath: string;
  /** Whether the start view leads to frameworks that were opened. */
  readonly hasRecent: boolean;
};

/**
 * The list of frameworks as the start view shows it, made of plain elements and links. Parts that are not loaded yet have placeholders,
 * so that nothing moves when the view replaces the list; a test compares the two.
 */
export function createFirstList(
  { objects, times }: ResultPage,
  { language, base, basePath, hasRecent }: Place,
): HTMLElement {
  const words = FIRST_WORDS[language];
  const rows = objects.map((object, index) => frameworkRow(object, base, language, times[index] ?? null));
  const filters = FILTERS.map((name) =>
    element('div', 'field', [element('span', 'field-label', [words[`start.${name}`]]), element('div', 'button')]),
  );
  const tools = element('div', 'start-tools', [
    element('div', 'field search-field', [element('div', 'input')]),
    ...filters,
  ]);
  tools.setAttribute('aria-hidden', 'true');
  const actions = [
    action(`${basePath}/new`, 'add', words['start.new'], 'button button-primary'),
    action(`${basePath}/import`, 'upload', words['start.import'], 'button'),
    action(`${basePath}/schemes`, null, words['start.schemes'], 'button button-quiet'),
  ];
  const head = element('div', 'page-head', [element('h1', '', [words['start.title']]), element('div', 'row', actions)]);
  const table = element('div', 'table-scroll', [tableOf(rows, words, { language, basePath })]);
  const recent = hasRecent ? [element('div', 'start-recent')] : [];
  return element('main', 'content', [element('div', 'page', [head, tools, ...recent, table])]);
}

function tableOf(
  rows: readonly FrameworkRow[],
  words: ListWords,
  { language, basePath }: Pick<Place, 'language' | 'basePath'>,
): HTMLElement {
  const number = new Intl.NumberFormat(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const columns = [
    headOf('col', '', [sortOf(words['start.name'])]),
    headOf('col', 'number', [sortOf(words['start.competencies'])]),
    headOf('col', '', [words['start.owner']]),
    headOf('col', '', [sortOf(words['start.changed'])]),
  ];
  columns[3]?.setAttribute('aria-sort', 'descending');
  const body = rows.map(({ id, name, description, competencies, owners, changed }) => {
    const link = element('a', 'framework-name', [name ?? words['start.unnamed']]);
    link.setAttribute('href', basePath + frameworkPath(id));
    const described = description === null ? [] : [element('bdi', '', [description])];
    return element('tr', 'framework-row', [
      headOf('row', '', [link, ...described.map((text) => element('span', 'framework-description', [text]))]),
      element('td', 'number', [number.format(competencies)]),
      element('td', '', [owners.length === 0 ? words['start.anyone'] : '']),
      element('td', '', [changed === null ? '–' : date.format(changed)]),
    ]);
  });
  return element('table', 'table framework-table', [
    element('thead', '', [element('tr', '', columns)]),
    element('tbody', '', body),
  ]);
}

/** The place of a button that sorts by a column. */
function sortOf(text: string): HTMLElement {
  return element('span', 'sort-button', [text]);
}

/** A link that looks like a button. @param icon null: text alone */
function action(address: string, icon: keyof typeof ICON_PATHS | null, text: string, className: string): HTMLElement {
  const link = element('a', className, icon === null ? [text] : [pictureOf(icon), text]);
  link.setAttribute('href', address);
  return link;
}

function pictureOf(icon: keyof typeof ICON_PATHS): SVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('class', 'icon');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICON_PATHS[icon]);
  picture.append(path);
  return picture;
}

function headOf(scope: string, className: string, content: readonly (string | Element)[]): HTMLElement {
  const head = element('th', className, content);
  head.setAttribute('scope', scope);
  return head;
}
