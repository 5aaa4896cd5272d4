/** The calls that run in this process and can be cancelled by another request (revisions before 2026-07-28). */
export type RunningCalls = {
  /** Begins a call; `end` is called when it has ended, which may be after the head of its answer was sent. */
  readonly begin: (
    session: string,
    id: string | number,
  ) => { readonly cancelled: AbortSignal; readonly end: () => void };
  readonly cancel: (session: string, id: string | number) => void;
};

/** Not shared by instances: a call that runs in another one is not cancelled, and ends by itself. */
export function createRunningCalls(): RunningCalls {
  const running = new Map<string, AbortController>();
  const keyOf = (session: string, id: string | number): string => JSON.stringify([session, id]);
  return {
    begin(session, id) {
      const key = keyOf(session, id);
      const controller = new AbortController();
      running.set(key, controller);
      const end = (): void => {
        if (running.get(key) === controller) running.delete(key);
      };
      return { cancelled: controller.signal, end };
    },
    cancel: (session, id) => running.get(keyOf(session, id))?.abort(),
  };
}
