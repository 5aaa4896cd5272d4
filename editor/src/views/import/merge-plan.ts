import type { Maker } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { idMaker } from '../../outline/new-object.ts';
import { runCommand } from '../../outline/run-command.ts';
import type { OutlineState } from '../../outline/state.ts';
import { mergeCommands } from './merge.ts';
import type { Plan } from './plan.ts';
import type { TableItem } from './table-item.ts';

/**
 * Merges the competencies of a table into an existing framework. The changes are saved as edits in the outline: what others change
 * meanwhile stays, and the person can undo the import there.
 *
 * @param state the current framework, for the preview
 * @param open opens it for the changes
 */
export function planOfMerge(
  base: string,
  state: OutlineState,
  items: readonly TableItem[],
  open: (signal: AbortSignal) => Promise<FrameworkDocument>,
): Plan {
  const preview = {
    counts: countsOf(base, state, items),
    failed: [],
    losses: [],
    frameworkId: state.frameworkId,
    schemeId: null,
  };
  return {
    preview,
    async run(signal) {
      const document = await open(signal);
      try {
        const before = document.getSnapshot().state;
        for (const command of mergeCommands(before, items)) document.run(command);
        const { state: after } = document.getSnapshot();
        await document.flush();
        const { save } = document.getSnapshot();
        if (save.failure !== null) throw save.failure;
        const failed = save.refusals.map(({ id, error }) => ({ id, error }));
        const refused = new Set(failed.map(({ id }) => id));
        return { ...preview, counts: difference(before, after, refused), failed };
      } finally {
        document.close();
      }
    },
  };
}

function countsOf(base: string, state: OutlineState, items: readonly TableItem[]): Plan['preview']['counts'] {
  const maker: Maker = { newId: idMaker(base), owners: [], now: () => new Date().toISOString() };
  const merged = mergeCommands(state, items).reduce((next, command) => runCommand(next, command, maker).state, state);
  return difference(state, merged);
}

/** Counts new and changed objects. States share the objects that did not change. @param refused ids that are not counted */
function difference(
  before: OutlineState,
  after: OutlineState,
  refused: ReadonlySet<string> = new Set(),
): Plan['preview']['counts'] {
  let [created, changed, unchanged] = [0, 0, 0];
  for (const [id, object] of after.objects) {
    const old = before.objects.get(id);
    if (old === object) unchanged++;
    else if (refused.has(id)) continue;
    else if (old === undefined) created++;
    else changed++;
  }
  return { created, changed, unchanged };
}
