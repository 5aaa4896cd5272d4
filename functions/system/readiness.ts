import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';

/** Why a process cannot serve. */
export type Unreadiness = {
  /** `connecting` waits for the store, `stopping` is about to end (specification: States and transitions). */
  readonly state: 'connecting' | 'stopping';
  /** The reason for waiting, or the missing part. */
  readonly detail: string;
  /** Start of this state, UTC milliseconds. */
  readonly since: number;
};

const RETRY_AFTER_S = 5;

/** GET livez: the process responds, whatever the state of its store. */
export function livez(): Answer {
  return jsonAnswer({ status: 'alive' });
}

/** GET readyz of a process that cannot serve. */
export function unready({ state, detail, since }: Unreadiness): Answer {
  return jsonAnswer(
    { status: 'unavailable', state, detail, since: new Date(since).toISOString() },
    { 'retry-after': String(RETRY_AFTER_S) },
    503,
  );
}
