import { LRUCache } from 'lru-cache';
import { roomAfter } from '../engine/fits-main-thread.ts';
import type { ProfileGraph } from '../engine/model.ts';
import type { TimeSpan } from '../engine/relations.ts';
import type { CompetencyIds } from './ids.ts';

/** The input of a profile without the assertions and the person, as one caller may see it. */
export type Surroundings = {
  readonly graph: ProfileGraph;
  readonly ids: CompetencyIds;
  /** The time span in which these are valid: at other times other relations hold, which may lead to other frameworks. */
  readonly steady: TimeSpan;
};

/**
 * Surroundings of earlier requests, by caller and generation (`surroundingsKey`). Entries need no invalidation: a write changes the
 * generation, and with it the keys.
 */
export type SurroundingsCache = {
  readonly get: (key: string) => Surroundings | null;
  /** Does nothing if they exceed the capacity. */
  readonly set: (key: string, surroundings: Surroundings) => void;
};

const OBJECT_OVERHEAD = 200;

/**
 * @param ttlMs 0: nothing is cached
 * @param capacity in UTF-16 code units of texts, plus the overhead of objects
 */
export function createSurroundingsCache(ttlMs: number, capacity = 16 << 20): SurroundingsCache {
  const cache = new LRUCache<string, { readonly size: number; readonly surroundings: Surroundings }>({
    maxSize: capacity,
    sizeCalculation: ({ size }) => size,
    ttl: ttlMs,
  });
  return {
    get: (key) => cache.get(key)?.surroundings ?? null,
    set(key, surroundings) {
      const { competencies, relations, resources = [], concepts = [] } = surroundings.graph;
      const objects = competencies.length + relations.length + resources.length + concepts.length;
      const room = capacity - OBJECT_OVERHEAD * (objects + 1);
      const left = ttlMs === 0 || room < 0 ? -1 : roomAfter(surroundings.graph, room);
      if (left >= 0) cache.set(key, { size: capacity - left, surroundings });
    },
  };
}
