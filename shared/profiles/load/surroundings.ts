import { LRUCache } from 'lru-cache';
import { roomAfter } from '../../profile-engine/fits-main-thread.ts';
import type { ProfileGraph } from '../../profile-engine/model.ts';
import type { TimeSpan } from '../../profile-engine/validity.ts';
import type { CompetencyIds } from './competency-ids.ts';

/** All that a profile is calculated from and that is about nobody, as one caller may see it. */
export type Surroundings = {
  readonly graph: ProfileGraph;
  /** By what ids the graph knows its competencies. */
  readonly ids: CompetencyIds;
  /** The times for which they are these: at others, other relations hold, which may lead to other frameworks. */
  readonly steady: TimeSpan;
};

/** Where one request finds surroundings that were read before, and leaves those that it reads. */
export type SurroundingsPlace = {
  readonly recall: () => Surroundings | null;
  readonly remember: (surroundings: Surroundings) => void;
};

/**
 * Surroundings of earlier requests, under keys that say for whom they were read and under which mark (`Generations.shared`). Nothing
 * is ever ended: a write of what they are made of ends the mark, and who asks after it has another key.
 */
export type SurroundingsMemory = {
  readonly recall: (key: string) => Surroundings | null;
  /** Those that are too large are not kept. */
  readonly remember: (key: string, surroundings: Surroundings) => void;
};

/** About what an object takes besides its texts. */
const ENTRY = 200;

/**
 * @param lifetime milliseconds that they are kept at most; 0 keeps none
 * @param capacity UTF-16 units of their texts, and what their objects take besides
 */
export function createSurroundingsMemory(lifetime: number, capacity = 16 << 20): SurroundingsMemory {
  const memory = new LRUCache<string, { readonly size: number; readonly surroundings: Surroundings }>({
    maxSize: capacity,
    sizeCalculation: ({ size }) => size,
    ttl: lifetime,
  });
  return {
    recall: (key) => memory.get(key)?.surroundings ?? null,
    remember(key, surroundings) {
      const { competencies, relations, resources = [], concepts = [] } = surroundings.graph;
      const objects = competencies.length + relations.length + resources.length + concepts.length;
      const room = capacity - ENTRY * (objects + 1);
      const left = lifetime === 0 || room < 0 ? -1 : roomAfter(surroundings.graph, room);
      if (left >= 0) memory.set(key, { size: capacity - left, surroundings });
    },
  };
}

/** The place of all requests with this key. */
export function placeIn(memory: SurroundingsMemory, key: string): SurroundingsPlace {
  return {
    recall: () => memory.recall(key),
    remember: (surroundings) => memory.remember(key, surroundings),
  };
}
