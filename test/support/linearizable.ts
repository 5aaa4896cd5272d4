/** One operation on a register, as a client saw it: called at `start`, answered at `end`. Times of one clock. */
export type Operation = {
  readonly start: number;
  readonly end: number;
  /** A write sets the value, null for a delete; a read saw it, null for "there is none". */
  readonly kind: 'write' | 'read';
  readonly value: string | null;
};

/**
 * Whether some order of these operations explains every read, each taking place at one moment between its call and its
 * answer (linearizability: Herlihy and Wing 1990; the search is Wing and Gong's with Lowe's memory of dead ends). The
 * register begins empty.
 */
export function isLinearizable(history: readonly Operation[]): boolean {
  const operations = [...history].sort((a, b) => a.start - b.start);
  const dead = new Set<string>();
  const done = new Array<boolean>(operations.length).fill(false);

  function explain(left: number, value: string | null): boolean {
    if (left === 0) return true;
    const state = `${done.map((one) => (one ? '1' : '0')).join('')} ${value}`;
    if (dead.has(state)) return false;
    for (const index of candidates()) {
      const operation = operations[index];
      if (operation === undefined || (operation.kind === 'read' && operation.value !== value)) continue;
      done[index] = true;
      if (explain(left - 1, operation.kind === 'write' ? operation.value : value)) return true;
      done[index] = false;
    }
    dead.add(state);
    return false;
  }

  /** The possible next operations: those that began before any other one ended. */
  function candidates(): number[] {
    let firstEnd = Number.POSITIVE_INFINITY;
    const open: number[] = [];
    for (const [index, operation] of operations.entries()) {
      if (done[index]) continue;
      if (operation.start > firstEnd) break;
      open.push(index);
      firstEnd = Math.min(firstEnd, operation.end);
    }
    return open.filter((index) => (operations[index]?.start ?? 0) <= firstEnd);
  }

  return explain(operations.length, null);
}
