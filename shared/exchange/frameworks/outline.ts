import { mapInSlices } from '../../base/concurrency/slices.ts';
import type { NodeKind } from '../../repository/frameworks/kinds.ts';
import type { Json } from '../../repository/linked-data/json.ts';
import { hierarchyOf, inReadingOrder } from './hierarchy.ts';
import type { Framework, FrameworkNode } from './model.ts';
import { scalarText } from './values.ts';

/** A member of a framework at one of its places. */
export type OutlineEntry = {
  /** Number of members above it. */
  readonly depth: number;
  /** Texts, or its id without any. */
  readonly name: readonly Json[];
  readonly notation?: string;
};

/** What a document says of a framework, collection, concept scheme or progression model, as a reader sees it. */
export type FrameworkOutline = {
  readonly id: string;
  readonly kind: NodeKind;
  /** Whether an object with this id is stored. */
  readonly isStored: boolean;
  readonly name: readonly Json[];
  /** In reading order: each member below each of its parents, but with what is below it at the first place alone. */
  readonly entries: readonly OutlineEntry[];
};

export async function outlineOf(framework: Framework, isStored: boolean): Promise<FrameworkOutline> {
  const { root, members, memberIds, relations } = inReadingOrder(framework);
  const { tops, children } = hierarchyOf({ memberIds, relations });
  const nodes = new Map(members.map((node) => [node.id, node]));
  const shown = new Set<string>();
  function* below(ids: readonly string[], depth: number): Generator<{ readonly id: string; readonly depth: number }> {
    const pending = ids.toReversed().map((id) => ({ id, depth }));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      yield next;
      if (shown.has(next.id)) continue;
      shown.add(next.id);
      const inside = next.depth + 1;
      for (const id of children(next.id).toReversed()) pending.push({ id, depth: inside });
    }
  }
  const entries = await mapInSlices(below(tops, 0), ({ id, depth }): OutlineEntry => {
    const notation = notationOf(nodes.get(id));
    return { depth, name: nameOf(nodes.get(id), id), ...(notation !== null && { notation }) };
  });
  return { id: root.id, kind: root.kind, isStored, name: nameOf(root, root.id), entries };
}

function nameOf(node: FrameworkNode | undefined, id: string): readonly Json[] {
  return node?.properties.get('name') ?? node?.properties.get('description') ?? [id];
}

function notationOf(node: FrameworkNode | undefined): string | null {
  const [notation] = node?.properties.get('ceasn:codedNotation') ?? node?.properties.get('skos:notation') ?? [];
  return notation === undefined ? null : scalarText(notation);
}
