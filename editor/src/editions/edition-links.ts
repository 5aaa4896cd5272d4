import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import type { Fields } from '../outline/command.ts';
import { fieldsOfState } from './publication-state.ts';

/** Members of CTDL that are written: the edition before, and the one after. */
const PREVIOUS = 'ceterms:previousVersion';
const NEXT = 'ceterms:nextVersion';

/** Members that are read, in order of preference. */
const PREVIOUS_MEMBERS = [
  PREVIOUS,
  'ceterms:supersedes',
  'dcterms:replaces',
  'ceasn:isVersionOf',
  'dcterms:isVersionOf',
];
const NEXT_MEMBERS = [NEXT, 'ceterms:latestVersion', 'ceterms:supersededBy', 'dcterms:isReplacedBy'];

/** Short ids of the editions before and after a framework; null without one. */
export type EditionLinks = { readonly previous: string | null; readonly next: string | null };

/** The editions that a framework names. A link to itself is none. */
export function editionLinks(framework: JsonObject, frameworkId: string): EditionLinks {
  const first = (names: readonly string[]): string | null =>
    names
      .flatMap((name) => idsIn(member(framework, name)))
      .filter((id) => URL.canParse(id))
      .map((id) => shortIdOf(id, []))
      .find((id) => id !== frameworkId) ?? null;
  return { previous: first(PREVIOUS_MEMBERS), next: first(NEXT_MEMBERS) };
}

/** Members of a copy that make it the next edition of its original: a draft that names the original. */
export function fieldsOfNewEdition(original: JsonObject, originalId: string): Fields {
  const links = [...PREVIOUS_MEMBERS, ...NEXT_MEMBERS].filter((name) => member(original, name) !== undefined);
  return {
    ...Object.fromEntries(links.map((name) => [name, null])),
    ...fieldsOfState(original, 'draft'),
    [PREVIOUS]: originalId,
  };
}

/** The member of an edition that names the one after it. */
export function fieldsOfNextEdition(nextId: string): Fields {
  return { [NEXT]: nextId };
}
