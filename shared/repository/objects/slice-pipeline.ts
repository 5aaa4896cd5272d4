/** Submits one slice, once all slices before it have been submitted. */
export type InOrder = <R>(submit: () => Promise<R>) => Promise<R>;

/** Works on the slices of a batch concurrently. */
export type SlicePipeline<S> = {
  /** Begins to work on a slice. */
  readonly add: (slice: S) => void;
  /** Resolves when fewer slices than the limit are under way; rejects when one of those before has failed. */
  readonly room: () => Promise<void>;
  /** Resolves when no slice is under way; then rejects when one of them has failed. */
  readonly drain: () => Promise<void>;
  /** As {@link drain}, but never rejects. */
  readonly settled: () => Promise<void>;
};

/**
 * A pipeline whose slices are prepared concurrently and submitted in their order: what is later in a batch is newer.
 *
 * @param limit slices under way, for {@link SlicePipeline.room}
 * @param work on one slice; what it submits through `inOrder` waits for earlier slices to submit theirs, or to end
 */
export function createSlicePipeline<S>(
  limit: number,
  work: (slice: S, inOrder: InOrder) => Promise<void>,
): SlicePipeline<S> {
  const running: Promise<void>[] = [];
  let lastSubmitted = Promise.resolve();
  return {
    add(slice) {
      const earlier = lastSubmitted;
      const { promise, resolve: submitted } = Promise.withResolvers<void>();
      lastSubmitted = promise;
      const inOrder: InOrder = async (submit) => {
        await earlier;
        const result = submit();
        submitted();
        return result;
      };
      const run = work(slice, inOrder).finally(submitted);
      run.catch(() => undefined); // reported by `room` or `drain`
      running.push(run);
    },
    async room() {
      await running.at(-limit);
    },
    async drain() {
      await Promise.allSettled(running);
      await Promise.all(running.splice(0));
    },
    async settled() {
      await Promise.allSettled(running);
    },
  };
}
