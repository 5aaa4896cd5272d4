import type { Patch } from './patch.ts';

/** What undo and redo would apply, newest last. */
export type CommandHistory = {
  readonly undo: readonly (readonly Patch[])[];
  readonly redo: readonly (readonly Patch[])[];
};

export const NO_HISTORY: CommandHistory = { undo: [], redo: [] };

/** Maximum number of steps that can be undone. */
const MAX_STEPS = 200;

/** The history after a command. @param inverse undoes the command */
export function withCommand({ undo }: CommandHistory, inverse: readonly Patch[]): CommandHistory {
  return { undo: [...undo, inverse].slice(-MAX_STEPS), redo: [] };
}

/** The history after its last step was undone. @param back does that step again */
export function withUndo({ undo, redo }: CommandHistory, back: readonly Patch[]): CommandHistory {
  return { undo: undo.slice(0, -1), redo: back.length === 0 ? redo : [...redo, back] };
}

/** The history after the last undone step was done again. @param back undoes that step */
export function withRedo({ undo, redo }: CommandHistory, back: readonly Patch[]): CommandHistory {
  return { undo: back.length === 0 ? undo : [...undo, back], redo: redo.slice(0, -1) };
}
