import * as z from 'zod/mini';
import type { Context } from '../../repository/context.ts';
import type { Schedule, TickLimits } from '../../repository/schedule/run-tick.ts';
import { afterFault, afterPage, POLL_PERIOD_MS, savePollState } from './poll-state.ts';
import type { StatementSource } from './record-store.ts';

/** Positions by the name of the source. */
const CURSORS = z.record(z.string(), z.string());

/**
 * Fetches the statements of learning record stores (specification: xAPI statement ingestion), one page of each source at a time,
 * until there are no more or the time has run out. A cursor is written after the statements before it, so that none is lost. A
 * source that fails is logged and tried again by the next tick; the others continue. The results of the polls are kept for
 * operators.
 */
export function xapiPoll(
  ctx: Pick<Context, 'keyValues' | 'logger' | 'now'>,
  sources: readonly StatementSource[],
): Schedule {
  return {
    name: 'xapi-poll',
    period: POLL_PERIOD_MS,
    async tick({ bookmark, ...limits }) {
      const text = await bookmark.read();
      const cursors = new Map(text === null ? [] : Object.entries(z.parse(CURSORS, JSON.parse(text))));
      const mayContinue = (): boolean => !limits.ended.aborted && ctx.now() < limits.until;
      const queue = [...sources];
      for (let source = queue.shift(); source !== undefined && mayContinue(); source = queue.shift()) {
        const page = await pageOf(source, cursors.get(source.name) ?? null, limits);
        if (page === null) continue;
        cursors.set(source.name, page.cursor);
        if (!(await bookmark.write(JSON.stringify(Object.fromEntries(cursors))))) return; // another process continues
        if (page.fault !== null) logFault(source.name, page.fault);
        await savePollState(ctx.keyValues, source.name, (before) => {
          const state = afterPage(before, page, ctx.now());
          return page.fault === null ? state : afterFault(state, page.fault, ctx.now());
        });
        if (page.more) queue.push(source);
      }
    },
  };

  async function pageOf({ name, ingest }: StatementSource, cursor: string | null, limits: TickLimits) {
    try {
      return await ingest(cursor, limits);
    } catch (error) {
      logFault(name, error);
      // A tick that must end aborts its requests: that is not a fault of the store.
      if (!limits.ended.aborted)
        await savePollState(ctx.keyValues, name, (state) => afterFault(state, error, ctx.now()));
      return null;
    }
  }

  function logFault(source: string, error: unknown): void {
    ctx.logger.error('ADAPTER', 'A learning record store cannot be polled', { source, error: String(error) });
  }
}
