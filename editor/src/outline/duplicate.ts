import { isObject, type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import type { Fields, Maker } from './command.ts';
import { copiedFields } from './copy.ts';
import { newObject } from './new-object.ts';
import { PART_LISTS } from './patch.ts';
import { frameworkOf, listedIds, type OutlineState, partKindOf } from './state.ts';

const TYPES = {
  framework: 'Framework',
  competency: 'Competency',
  relation: 'Relation',
  level: 'Level',
  rollupRule: 'RollupRule',
} as const;

/**
 * A framework again, with all of its parts that can be read, under new ids. Relations to other frameworks lead to the same competencies.
 *
 * @param fields of the new framework, which differ from those of the original; null removes one
 * @returns the new objects by id, the framework last
 */
export function duplicate(
  state: OutlineState,
  own: Fields,
  maker: Maker,
): { readonly id: string; readonly objects: readonly JsonObject[] } {
  const kinds = new Map([...state.objects].flatMap(([id, object]) => [[id, partKindOf(object)] as const]));
  kinds.set(state.frameworkId, 'framework');
  const ids = new Map(
    [...kinds].flatMap(([id, kind]) => (kind === null ? [] : [[id, maker.newId(TYPES[kind])] as const])),
  );
  const original = frameworkOf(state);
  const lists = PART_LISTS.map((list) => [list, listedIds(original, list).flatMap((id) => ids.get(id) ?? [])] as const);
  const objects = [...ids].flatMap(([id, newId]) => {
    const [object, kind] = [state.objects.get(id), kinds.get(id)];
    if (object === undefined || kind === undefined || kind === null) return [];
    const changed = id === state.frameworkId ? { ...own, ...Object.fromEntries(lists) } : {};
    const fields = { ...withNewIds(copiedFields(object), ids), ...changed };
    return [newObject(TYPES[kind], fields, { ...maker, newId: () => newId })];
  });
  const id = ids.get(state.frameworkId) ?? '';
  return { id, objects: objects.toSorted((a, b) => Number(member(a, '@id') === id) - Number(member(b, '@id') === id)) };
}

/** An object whose references, also in the texts of rules, lead to the copies. */
function withNewIds(object: Readonly<Record<string, Json>>, ids: ReadonlyMap<string, string>): Record<string, Json> {
  const changed = (text: string): string => ids.get(shortIdOf(text, [])) ?? text;
  const copy = (value: Json): Json => {
    if (typeof value === 'string') return changed(value);
    if (Array.isArray(value)) return value.map(copy);
    return isObject(value) ? withNewIds(value, ids) : value;
  };
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      name === 'rule' && typeof value === 'string' ? value.replace(/https?:\/\/[^\s"'()[\]]+/g, changed) : copy(value),
    ]),
  );
}
