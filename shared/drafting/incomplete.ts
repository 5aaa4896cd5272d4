import type { Missing } from './ask.ts';

/** What of a result is missing, and why. */
export type Incomplete = Missing & {
  /** Of the competencies whose parts are missing, or that were not judged; of the framework, where its text was not read. */
  readonly ids: readonly string[];
};

/** Collects what is missing. */
export type IncompleteList = {
  readonly add: (ids: readonly string[], missing: Missing) => void;
  /** The model is not called any more. */
  readonly stop: (missing: Missing) => void;
  /** Why the model is not called any more; null: it is. */
  readonly stopped: () => Missing | null;
  /** One entry for each reason. */
  readonly entries: () => readonly Incomplete[];
};

export function createIncompleteList(): IncompleteList {
  const byDetail = new Map<string, { readonly missing: Missing; readonly ids: Set<string> }>();
  let stopped: Missing | null = null;
  return {
    add(ids, missing) {
      const entry = byDetail.get(missing.detail) ?? { missing, ids: new Set() };
      for (const id of ids) entry.ids.add(id);
      byDetail.set(missing.detail, entry);
    },
    stop(missing) {
      stopped = missing;
    },
    stopped: () => stopped,
    entries: () => [...byDetail.values()].map(({ missing, ids }) => ({ ...missing, ids: [...ids] })),
  };
}
