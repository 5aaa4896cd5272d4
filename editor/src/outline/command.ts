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
      /** Of the first item, if the outline has shown it before. */
      readonly id?: string;
    }
  /** Of any object of the document: the framework, a competency, a relation, a level, a rule. */
  | { readonly kind: 'edit'; readonly id: string; readonly fields: Fields }
  /** Of several objects, by id. */
  | { readonly kind: 'edit-all'; readonly edits: ReadonlyMap<string, Fields> }
  /** Puts objects into the states that they had, by id; null: deletes them. The lists of the framework are among the states. */
  | { readonly kind: 'restore'; readonly objects: ReadonlyMap<string, JsonObject | null> }
  | { readonly kind: 'move'; readonly items: readonly Occurrence[]; readonly place: Place }
  /** Below the sibling before. */
  | { readonly kind: 'indent'; readonly items: readonly Occurrence[] }
  /** Next to the parent; the siblings after stay where they are. */
  | { readonly kind: 'outdent'; readonly items: readonly Occurrence[] }
  /** One up or down among the siblings. */
  | { readonly kind: 'shift'; readonly items: readonly Occurrence[]; readonly by: -1 | 1 }
  /** New competencies with the contents of these and of what is below them. */
  | { readonly kind: 'copy'; readonly ids: readonly string[]; readonly place: Place }
  /** Another parent for a competency, which keeps those that it has. */
  | { readonly kind: 'link'; readonly id: string; readonly place: Place }
  | { readonly kind: 'unlink'; readonly item: Occurrence }
  /** With everything below that has no other parent, and the relations, levels and rules of these. */
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

/** The state after a command, what changed, and the inverse of that. */
export type Outcome = {
  readonly state: OutlineState;
  readonly changes: readonly Patch[];
  readonly inverse: readonly Patch[];
  /** New competencies of the topmost level, in order: what is to be selected. */
  readonly added: readonly string[];
};

/** Why a command cannot be done. */
export type RefusalReason = 'unknown-object' | 'below-itself' | 'no-sibling-before' | 'at-the-top' | 'already-there';

/** A command that cannot be done. Nothing has changed. */
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
