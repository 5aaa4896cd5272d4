import type { Json, JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Patch } from './patch.ts';
import type { OutlineState } from './state.ts';

/** A place in the outline: below a parent (null: at the top), after one of its children (null: before all). */
export type Place = { readonly parent: string | null; readonly after: string | null };

/** A competency at one of its places: it may have several parents. */
export type Occurrence = { readonly id: string; readonly parent: string | null };

/** Members to set; null removes one. */
export type Fields = Readonly<Record<string, Json>>;

/** A competency to be created, with those below it. */
export type NewItem = { readonly fields: Fields; readonly children: readonly NewItem[] };

/** Everything that a person can do to a framework. Every command is one step of undo. */
export type Command =
  | {
      readonly kind: 'add';
      readonly place: Place;
      readonly items: readonly NewItem[];
      /** Id of the first item, if the outline has shown it before. */
      readonly id?: string;
    }
  /** Sets members of any object of the document: the framework, a competency, a relation, a level, a rule. */
  | { readonly kind: 'edit'; readonly id: string; readonly fields: Fields }
  /** Sets members of several objects, by id. */
  | { readonly kind: 'edit-all'; readonly edits: ReadonlyMap<string, Fields> }
  /** Restores earlier states of objects, by id; null: deletes them. The lists of the framework are among the states. */
  | { readonly kind: 'restore'; readonly objects: ReadonlyMap<string, JsonObject | null> }
  | { readonly kind: 'move'; readonly items: readonly Occurrence[]; readonly place: Place }
  /** Moves competencies below the preceding sibling. */
  | { readonly kind: 'indent'; readonly items: readonly Occurrence[] }
  /** Moves competencies after their parent; the siblings that follow stay where they are. */
  | { readonly kind: 'outdent'; readonly items: readonly Occurrence[] }
  /** Moves competencies one place up or down among their siblings. */
  | { readonly kind: 'shift'; readonly items: readonly Occurrence[]; readonly by: -1 | 1 }
  /** Creates copies of competencies and of everything below them. */
  | { readonly kind: 'copy'; readonly ids: readonly string[]; readonly place: Place }
  /** Adds another parent to a competency. */
  | { readonly kind: 'link'; readonly id: string; readonly place: Place }
  | { readonly kind: 'unlink'; readonly item: Occurrence }
  /** Deletes competencies with everything below them that has no other parent, and their relations, levels and rules. */
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  | {
      readonly kind: 'relate';
      readonly source: string;
      readonly target: string;
      readonly type: string;
      /** Further members. */
      readonly fields?: Fields;
    }
  | { readonly kind: 'unrelate'; readonly relation: string }
  | {
      readonly kind: 'add-part';
      readonly part: 'level' | 'rollupRule';
      readonly competency: string;
      readonly fields: Fields;
    }
  | { readonly kind: 'remove-part'; readonly id: string }
  /** Sets the coded notation of everything by its place: `1`, `1.1`, `1.1.1`. */
  | { readonly kind: 'number'; readonly prefix: string };

/** What new objects are made with. */
export type Maker = {
  /** @param type such as `Competency`. A new id each time */
  readonly newId: (type: string) => string;
  /** Public keys as PEM that own new objects. */
  readonly owners: readonly string[];
  /** ISO date-time. */
  readonly now: () => string;
};

/** The state after a command, what changed, and the inverse of the change. */
export type Outcome = {
  readonly state: OutlineState;
  readonly changes: readonly Patch[];
  readonly inverse: readonly Patch[];
  /** New competencies of the topmost level, in order: the next selection. */
  readonly added: readonly string[];
};

/** Why a command is refused. */
export type RefusalReason = 'unknown-object' | 'below-itself' | 'no-sibling-before' | 'at-the-top' | 'already-there';

/** A command was refused. Nothing has changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`The command is refused: ${reason}.`);
    this.reason = reason;
  }
}

/** The object of a draft or state that a command names. @throws CommandRefused `unknown-object` */
export function required(object: JsonObject | undefined): JsonObject {
  if (object === undefined) throw new CommandRefused('unknown-object');
  return object;
}
