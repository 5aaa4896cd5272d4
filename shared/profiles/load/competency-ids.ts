import { shortIdOf } from './ids.ts';

/** By what id the graph knows a competency that another object names. */
export type CompetencyIds = {
  /** The short id of the competency that is meant by an id, versioned or another name of it. */
  resolve(id: string): string;
  /** Remembers that a name led to the object with this short id. */
  learn(name: string, shortId: string): void;
};

/** @param bases own addresses */
export function createCompetencyIds(bases: readonly string[]): CompetencyIds {
  const aliases = new Map<string, string>();
  return {
    resolve(id) {
      const shortId = shortIdOf(id, bases);
      return aliases.get(shortId) ?? shortId;
    },
    learn(name, shortId) {
      if (name !== shortId) aliases.set(name, shortId);
    },
  };
}
