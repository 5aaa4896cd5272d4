import type { Json, JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { type Fields, type NewItem, required } from './command.ts';
import type { OutlineState } from './state.ts';

/** Members that belong to one object: a copy has its own or none. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  '@id',
  'id',
  '@type',
  'type',
  '@context',
  'context',
  '@owner',
  'owner',
  '@reader',
  'reader',
  'signature',
  '@signature',
  'signatureSha256',
  '@signatureSha256',
  'schema:dateCreated',
  'ceasn:ctid',
  'ceterms:ctid',
  'ceterms:nextVersion',
  'ceterms:previousVersion',
]);

/** The contents of competencies and of everything below them, for new ones. A competency is not repeated below itself. */
export function copyItems(state: OutlineState, ids: readonly string[]): readonly NewItem[] {
  const copy = (id: string, above: readonly string[]): NewItem => {
    const children = (state.tree.children.get(id) ?? []).filter((child) => child !== id && !above.includes(child));
    return {
      fields: copiedFields(required(state.objects.get(id))),
      children: children.map((child) => copy(child, [...above, id])),
    };
  };
  return ids.map((id) => copy(id, []));
}

/** The members that a copy of an object has, too. */
export function copiedFields(object: JsonObject): Fields {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, Json] => !NOT_COPIED.has(entry[0])),
  );
}
