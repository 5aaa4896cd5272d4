import type { Context } from '../../shared/repository/context.ts';
import type { Bell } from '../../shared/repository/notifications/bell.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';

/** The maintenance tick (specification: States and transitions; Limits): the upkeep of the store, every minute. */
export function periodic({ store }: Pick<Context, 'store'>): Schedule {
  return { name: 'periodic', period: 60_000, tick: ({ ended }) => store.tend(ended) };
}

/** Rings every minute: a process that was killed after its write, or that runs elsewhere, may not have rung. */
export function bellSchedule({ ring }: Pick<Bell, 'ring'>): Schedule {
  return { name: 'bell', period: 60_000, tick: ring };
}
