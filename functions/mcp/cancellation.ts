/** The calls that run in this process and can be cancelled by another request (revisions before 2026-07-28). */
export type RunningCalls = {
  /** The signal of a call; the same for the same session and id until `end`. */
  readonly signal: (session: string, id: string | number) => AbortSignal;
  readonly cancel: (session: string, id: string | number) => void;
  readonly end: (session: string, id: string | number) => void;
};

/** Not shared by instances: a call that runs in another one is not cancelled, and ends by itself. */
export function createRunningCalls(): RunningCalls {
  const running = new Map<string, AbortController>();
  const keyOf = (session: string, id: string | number): string => JSON.stringify([session, id]);
  return {
    signal(session, id) {
      const key = keyOf(session, id);
      const controller = running.get(key) ?? new AbortController();
      running.set(key, controller);
      return controller.signal;
    },
    cancel: (session, id) => running.get(keyOf(session, id))?.abort(),
    end: (session, id) => void running.delete(keyOf(session, id)),
  };
}
