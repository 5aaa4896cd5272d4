import type { Context } from '../context.ts';
import type { Release } from '../memory-budget.ts';

/** One request, from its arrival until it has been answered. */
export type RequestScope = {
  /** What the log knows it by. */
  readonly id: string;
  /**
   * Sees to it that at least so many bytes of the memory budget are held for this request until it has been answered.
   *
   * @throws Problem `overloaded` (503)
   */
  readonly hold: (bytes: number) => Promise<void>;
  /**
   * Gives back what is held, for requests whose body is not needed any more: what they answer may have to wait for memory, and
   * nobody should wait who holds some.
   */
  readonly release: Release;
};

type ScopeContext = Pick<Context, 'memory'> & { readonly config: Pick<Context['config'], 'memoryBudget'> };

/** A new request, and what ends it. */
export function openScope({ config, memory }: ScopeContext): {
  readonly scope: RequestScope;
  readonly end: Release;
} {
  const releases: Release[] = [];
  let held = 0;
  function release(): void {
    held = 0;
    for (const give of releases.splice(0)) give();
  }
  return {
    scope: {
      id: crypto.randomUUID(),
      async hold(bytes) {
        const more = Math.min(bytes, config.memoryBudget) - held; // who holds all of it may hold even more
        if (more <= 0) return;
        held += more;
        releases.push(await memory.hold(more));
      },
      release,
    },
    end: release,
  };
}
