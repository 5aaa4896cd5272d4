import type { Missing } from './ask.ts';

/** A missing part of a result, and why it is missing. */
export type Incomplete = Missing & {
  /**
   * Ids of the competencies whose parts are missing or that were not judged, or of the framework if its text was not read or its
   * top level is cut off.
   */
  readonly ids: readonly string[];
};

/** Collects missing parts. */
export type IncompleteList = {
  readonly add: (ids: readonly string[], missing: Missing) => void;
  /** Stops calls of the model. */
  readonly stop: (missing: Missing) => void;
  /** Why the model is no longer called; null while it is still called. */
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
