import type { Context } from '../../shared/repository/context.ts';
import { followStore } from '../../shared/repository/notifications/follow-changes.ts';
import { createFormerStates } from '../../shared/repository/notifications/former-states.ts';
import type { Group } from '../group.ts';
import { changesEndpoints } from './endpoints.ts';
import { getChanges } from './get-changes.ts';

/** How often a process without a feed looks for changes while a request waits. */
const POLL_INTERVAL_MS = 1_000;

/** Changes under `/api/changes`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { store }, { followChanges }) {
    const formerStates = createFormerStates(store);
    const source =
      followChanges === undefined
        ? { canStayOpen: false, follow: (cursor: string) => followStore(store, cursor, POLL_INTERVAL_MS) }
        : { canStayOpen: true, follow: followChanges };
    serve(changesEndpoints, { readChanges: (ctx, call) => getChanges(ctx, call, { ...source, formerStates }) });
  },
};
