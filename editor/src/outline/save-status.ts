import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { FieldConflict } from './patch.ts';

/** The state of the changes of a document; if several apply, the one that most needs the person's attention. */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'busy' | 'conflict' | 'refused';

/** An object in which the person and someone else changed the same members. */
export type Conflict = {
  readonly id: string;
  readonly fields: readonly FieldConflict[];
  /** The object of the others; null: they deleted it. */
  readonly theirs: JsonObject | null;
};

/** A change that the service does not accept. It is kept, and sent again by `retry`. */
export type Refusal = { readonly id: string; readonly error: ServiceError };

/** The state of all saves. */
export type SaveState = {
  readonly status: SaveStatus;
  /** Objects whose changes are not saved yet. */
  readonly pending: number;
  readonly conflicts: readonly Conflict[];
  readonly refusals: readonly Refusal[];
  /** Why nothing can be sent now: the service cannot be reached, or is busy. Null: it can. */
  readonly failure: ServiceError | null;
};

export const ALL_SAVED: SaveState = { status: 'saved', pending: 0, conflicts: [], refusals: [], failure: null };
