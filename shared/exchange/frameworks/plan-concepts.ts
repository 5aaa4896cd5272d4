import { type JsonObject, member, setMember } from '../../repository/linked-data/json.ts';
import { idsIn } from '../../repository/linked-data/references.ts';
import { type Hierarchy, hierarchyOf } from './hierarchy.ts';
import { sameJson } from './keep-form.ts';
import { spellingsOf } from './load-concepts.ts';
import type { Framework, FrameworkNode } from './model.ts';

/**
 * The objects of a concept scheme or progression model, whose hierarchy is in the concepts. Where it has not changed, the links of a concept
 * keep their form.
 *
 * @param echo what an export of the stored scheme says; null if none is stored
 * @param over the object of a node, with the properties that are imported
 */
export function* conceptObjects(
  incoming: Framework,
  echo: Framework | null,
  over: (node: FrameworkNode) => JsonObject,
): Generator<JsonObject> {
  const { root, members } = incoming;
  const hierarchy = hierarchyOf(incoming);
  const known = echo === null ? null : hierarchyOf(echo);
  const before = new Set(echo?.memberIds);
  for (const node of members) {
    const object = over(node);
    const place = placeIn(hierarchy, node.id);
    const isSame = known !== null && before.has(node.id) && sameJson(place, placeIn(known, node.id));
    if (!isSame) setPlace(object, root, place);
    yield object;
  }
  const rootObject = over(root);
  if (known === null || !sameJson([...hierarchy.tops], [...known.tops])) {
    for (const name of spellingsOf('hasTopConcept')) delete rootObject[name];
    setMember(rootObject, 'skos:hasTopConcept', [...hierarchy.tops]);
  }
  yield rootObject;
}

/** Where a concept is in its scheme. */
type Place = { readonly isTop: boolean; readonly narrower: string[]; readonly broader: string[] };

function placeIn({ isTop, children, parents }: Hierarchy, id: string): Place {
  return { isTop: isTop(id), narrower: [...children(id)], broader: [...parents(id)] };
}

function setPlace(object: JsonObject, root: FrameworkNode, { isTop, narrower, broader }: Place): void {
  const scheme = root.kind === 'progressionModel' ? 'ceasn:inProgressionModel' : 'skos:inScheme';
  for (const name of SCHEME_LINKS) delete object[name];
  if (!idsIn(member(object, scheme)).includes(root.id)) setMember(object, scheme, root.id);
  if (isTop) setMember(object, 'skos:topConceptOf', root.id);
  if (narrower.length > 0) setMember(object, 'skos:narrower', narrower);
  if (broader.length > 0) setMember(object, 'skos:broader', broader);
}

/** What concepts say of their place. */
const SCHEME_LINKS = ['topConceptOf', 'narrower', 'broader'].flatMap(spellingsOf);
