import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { idOf } from '../../outline/draft.ts';
import type { Drafted } from '../../service/drafts.ts';

/** A drafted competency with its parts. */
export type DraftItem = {
  readonly id: string;
  readonly competency: JsonObject;
  readonly children: readonly DraftItem[];
};

/** Drafted competencies as an outline. */
export function outlineOf(drafted: readonly Drafted[]): readonly DraftItem[] {
  type Growing = DraftItem & { readonly children: DraftItem[] };
  const items = new Map<string, Growing>();
  const top: DraftItem[] = [];
  for (const { competency, relation } of drafted) {
    const item: Growing = { id: idOf(competency), competency, children: [] };
    items.set(item.id, item);
    const parent = relation === null ? undefined : items.get(String(member(relation, 'target')));
    (parent?.children ?? top).push(item);
  }
  return top;
}

/** A competency and everything below it. */
export function idsBelow({ id, children }: DraftItem): readonly string[] {
  return [id, ...children.flatMap(idsBelow)];
}

/** The parts of a draft that have arrived. */
export type Draft = { readonly framework: JsonObject; readonly drafted: readonly Drafted[] };

/**
 * The objects of a draft to save, the framework last.
 *
 * @param dropped ids of competencies that the person does not want
 * @param owner public key as PEM; null: the owners that the service has set
 */
export function keptObjects(
  { framework, drafted }: Draft,
  dropped: ReadonlySet<string>,
  owner: string | null,
): readonly JsonObject[] {
  const kept = drafted.filter(({ competency }) => !dropped.has(idOf(competency)));
  const competencies = kept.map(({ competency }) => competency);
  const relations = kept.flatMap(({ relation }) => (relation === null ? [] : [relation]));
  const lists = { competency: competencies.map(idOf), relation: relations.map(idOf) };
  const objects = [...competencies, ...relations, { ...framework, ...lists }];
  return owner === null ? objects : objects.map((object) => ({ ...object, owner: [owner] }));
}
