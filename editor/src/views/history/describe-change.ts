import { bestText, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import type { Json, JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { sameJson } from '../../outline/equal.ts';
import { competencyOf } from '../../outline/part.ts';
import { diff } from '../../outline/patch.ts';
import { listedIds, partKindOf, relationOf } from '../../outline/state.ts';
import { isConcept, isLink, isScheme, linkedIds } from '../../schemes/concept-links.ts';

/** A change of one version, as the kind of a sentence. Ids are short ids, which the view replaces by names. */
export type Sentence =
  | { readonly kind: 'created' | 'level' | 'rule' | 'nothing' }
  | { readonly kind: 'moved-under'; readonly child: string; readonly parent: string }
  | { readonly kind: 'related'; readonly source: string; readonly target: string; readonly type: string }
  | { readonly kind: 'parts-added' | 'parts-removed'; readonly count: number }
  | { readonly kind: 'reordered' | 'moved-to-top' | 'arranged' }
  | { readonly kind: 'reworded'; readonly member: string; readonly before: string; readonly after: string };

/** Describes the changes between two versions of an object. @param before null: it was created */
export function describeChange(
  id: string,
  before: JsonObject | null,
  after: JsonObject,
  language: string,
): readonly Sentence[] {
  const patch = diff(id, before, after);
  if (patch === null) return [{ kind: 'nothing' }];
  if (patch.kind !== 'edit') return [created(after)];
  const sentences: Sentence[] = isConcept(after) || isScheme(after) ? arrangement(id, before ?? {}, after) : [];
  const { added, removed } = competencyChanges(before ?? {}, after);
  if (added > 0) sentences.push({ kind: 'parts-added', count: added });
  if (removed > 0) sentences.push({ kind: 'parts-removed', count: removed });
  if (added === 0 && removed === 0 && Object.hasOwn(patch.lists, 'competency')) sentences.push({ kind: 'reordered' });
  for (const [member, edit] of Object.entries(patch.members)) {
    if (isLink(member) && (isConcept(after) || isScheme(after))) continue;
    sentences.push({
      kind: 'reworded',
      member,
      before: shownValue(edit.before, language),
      after: shownValue(edit.after, language),
    });
  }
  return sentences.length === 0 ? [{ kind: 'nothing' }] : sentences;
}

/** The place of a concept, and of those below it. */
function arrangement(id: string, before: JsonObject, after: JsonObject): Sentence[] {
  const sentences: Sentence[] = [];
  const parents = linkedIds(after, 'broader');
  if (!sameJson([...linkedIds(before, 'broader')], [...parents])) {
    if (parents.length === 0) sentences.push({ kind: 'moved-to-top' });
    for (const parent of parents) sentences.push({ kind: 'moved-under', child: id, parent });
  }
  const below = ['hasTopConcept', 'narrower'] as const;
  if (below.some((link) => !sameJson([...linkedIds(before, link)], [...linkedIds(after, link)]))) {
    sentences.push({ kind: 'arranged' });
  }
  return sentences;
}

function created(object: JsonObject): Sentence {
  const kind = partKindOf(object);
  if (kind === 'level') return { kind: 'level' };
  if (kind === 'rollupRule') return { kind: 'rule' };
  const relation = kind === 'relation' ? relationOf(object) : null;
  if (relation === null) return { kind: 'created' };
  const { source, target, type } = relation;
  return type === 'narrows'
    ? { kind: 'moved-under', child: source, parent: target }
    : { kind: 'related', source, target, type };
}

function competencyChanges(
  before: JsonObject,
  after: JsonObject,
): { readonly added: number; readonly removed: number } {
  const old = new Set(listedIds(before, 'competency'));
  const now = new Set(listedIds(after, 'competency'));
  return { added: now.difference(old).size, removed: old.difference(now).size };
}

/** All texts of a value, one after the other; JSON for anything but text. */
export function shownValue(value: Json | undefined, language: string): string {
  if (value === undefined || value === null) return '';
  const values = valuesOf(value, true);
  if (values.length === 1) return bestText(values, language) ?? JSON.stringify(value);
  return values.map((one) => bestText([one], language) ?? JSON.stringify(one)).join('\n');
}

/** The competency that a change is about: the source of a relation, the competency of a level or rule, or the object itself. */
export function subjectOf(id: string, object: JsonObject): string {
  const kind = partKindOf(object);
  if (kind === 'relation') return relationOf(object)?.source ?? id;
  return kind === 'level' || kind === 'rollupRule' ? (competencyOf(object) ?? id) : id;
}
