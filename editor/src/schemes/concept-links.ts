import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, member, setMember } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';
import type { Edge } from '../outline/tree.ts';

const SKOS = 'http://www.w3.org/2004/02/skos/core#';

/** The links between a concept scheme and its concepts (SKOS). */
const LINKS = ['hasTopConcept', 'topConceptOf', 'inScheme', 'narrower', 'broader'] as const;

type Link = (typeof LINKS)[number];

/** Whether an object is a concept scheme or a progression model that can be read. */
export function isScheme(object: JsonObject): boolean {
  return !isEncryptedValue(object) && /(?:^|\.)conceptscheme$/.test(typeKey(object));
}

/** Whether an object is a concept, or a level of a progression model. */
export function isConcept(object: JsonObject): boolean {
  return /(?:^|\.)concept$/.test(typeKey(object));
}

/** Whether a scheme is a progression model (CTDL-ASN): the order of its concepts is that of levels. */
export function isProgression(object: JsonObject): boolean {
  return member(object, 'subType') === 'Progression';
}

/** The short ids in a link, however its name is written. */
export function linkedIds(object: JsonObject, link: Link): readonly string[] {
  const ids = spellingsOf(link).flatMap((name) => idsIn(member(object, name)));
  return [...new Set(ids.map((id) => shortIdOf(id, [])))];
}

/** The schemes that a concept is in, as short ids. */
export function schemesOf(concept: JsonObject): readonly string[] {
  const levels = idsIn(member(concept, 'ceasn:inProgressionModel')).map((id) => shortIdOf(id, []));
  return [...new Set([...linkedIds(concept, 'inScheme'), ...levels, ...linkedIds(concept, 'topConceptOf')])];
}

/** Sets a link, or removes it if it is empty. A link that has these ids already keeps its form. */
export function setLink(object: JsonObject, link: Link, ids: readonly string[]): void {
  const before = linkedIds(object, link);
  if (before.length === ids.length && ids.every((id, i) => before[i] === id)) return;
  for (const name of spellingsOf(link)) delete object[name];
  const [only] = ids;
  const isList = link !== 'topConceptOf' && link !== 'inScheme';
  if (isList && (only !== undefined || link === 'hasTopConcept')) setMember(object, `skos:${link}`, [...ids]);
  else if (only !== undefined) setMember(object, `skos:${link}`, only);
}

/** The concepts of a scheme, each before those below it, and what is below what. Concepts without a place come last. */
export function conceptTree(
  schemeId: string,
  objects: ReadonlyMap<string, JsonObject>,
): { readonly members: readonly string[]; readonly edges: readonly Edge[] } {
  const children = new Map<string, string[]>();
  const add = (parent: string, child: string): void => {
    const known = children.get(parent) ?? [];
    if (parent !== child && !known.includes(child)) children.set(parent, [...known, child]);
  };
  const concepts = [...objects].filter(([, object]) => isConcept(object));
  const ids = new Set(concepts.map(([id]) => id));
  for (const [id, object] of concepts) {
    for (const child of linkedIds(object, 'narrower')) if (ids.has(child)) add(id, child);
  }
  for (const [id, object] of concepts) {
    for (const parent of linkedIds(object, 'broader')) if (ids.has(parent)) add(parent, id);
  }
  const scheme = objects.get(schemeId);
  const tops = scheme === undefined ? [] : linkedIds(scheme, 'hasTopConcept');
  const members = new Set<string>();
  const pending = [...tops, ...ids].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (members.has(id) || !ids.has(id)) continue;
    members.add(id);
    pending.push(...(children.get(id) ?? []).toReversed());
  }
  const edges = [...children].flatMap(([parent, below]) =>
    below.map((child): Edge => ({ relation: `${parent} ${child}`, child, parent })),
  );
  return { members: [...members], edges };
}

/** Whether a member is a link between a scheme and its concepts, however its name is written. */
export function isLink(name: string): boolean {
  return LINKS.some((link) => spellingsOf(link).includes(name)) || name === 'ceasn:inProgressionModel';
}

function spellingsOf(link: Link): readonly string[] {
  return [`skos:${link}`, link, `${SKOS}${link}`];
}
