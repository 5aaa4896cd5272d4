import type { RequestId } from '@modelcontextprotocol/server';

/** A running call of a tool. */
export type RunningCall = {
  /** Aborted when the client cancels the call, or has disconnected. */
  readonly signal: AbortSignal;
  /** To be called at the end of the call, possibly after the head of its response was sent. */
  readonly end: () => void;
};

/** The calls that run in this process and can be cancelled by another request (revisions before 2026-07-28). */
export type RunningCalls = {
  /** Begins a call. @param gone aborted when the client has disconnected */
  readonly begin: (session: string, id: RequestId, gone: AbortSignal) => RunningCall;
  readonly cancel: (session: string, id: RequestId) => void;
};

/** Instances do not share their running calls: a call in another instance is not cancelled, and ends by itself. */
export function createRunningCalls(): RunningCalls {
  const running = new Map<string, AbortController>();
  const keyOf = (session: string, id: RequestId): string => JSON.stringify([session, id]);
  return {
    begin(session, id, gone) {
      const key = keyOf(session, id);
      const controller = new AbortController();
      running.set(key, controller);
      const end = (): void => {
        if (running.get(key) === controller) running.delete(key);
      };
      return { signal: AbortSignal.any([gone, controller.signal]), end };
    },
    cancel: (session, id) => running.get(keyOf(session, id))?.abort(),
  };
}

/** A call that ends only with its request. @param gone aborted by the SDK when the client has disconnected */
export function standaloneCall(_id: RequestId, gone: AbortSignal): RunningCall {
  return { signal: gone, end: () => {} };
}
