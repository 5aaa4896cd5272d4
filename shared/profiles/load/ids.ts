import { shortIdOf } from '../../repository/linked-data/references.ts';

/** Maps the ids by which other objects name competencies to the ids in the graph. */
export type CompetencyIds = {
  /** The short id of the competency with this id, which may be versioned or an alias. */
  readonly resolve: (id: string) => string;
  /** Adds a name of the object with this short id. */
  readonly addAlias: (name: string, shortId: string) => void;
};

/** @param bases own addresses */
export function createCompetencyIds(bases: readonly string[]): CompetencyIds {
  const aliases = new Map<string, string>();
  return {
    resolve(id) {
      const shortId = shortIdOf(id, bases);
      return aliases.get(shortId) ?? shortId;
    },
    addAlias(name, shortId) {
      if (name !== shortId) aliases.set(name, shortId);
    },
  };
}
