import * as z from 'zod/mini';
import type { Context } from '../../shared/context.ts';
import type { Schedule, TickLimits } from './schedule.ts';

/** A learning record store (xAPI) that statements are fetched from. */
export type StatementSource = {
  /** Unlike that of every other source: its mark is kept by it. */
  readonly name: string;
  /**
   * Fetches the next statements and stores what is made of them. The same statements may come again, after a process died: what
   * is made of them has to be the same then.
   *
   * @param mark what the last call gave, in whatever process; null: there was none
   * @returns the mark behind these statements, and whether there are more by now
   */
  readonly takeIn: (
    mark: string | null,
    limits: TickLimits,
  ) => Promise<{ readonly mark: string; readonly more: boolean }>;
};

const PERIOD = 60_000;

/** How far each source was taken in, by its name. */
const MARKS = z.record(z.string(), z.string());

/**
 * Fetches what learning record stores have recorded (specification: xAPI statement ingestion), a page of each in turn, until there
 * is no more or the time is over. A mark is left after what is in front of it was stored, so that nothing is lost. A source that
 * fails is in the log and has the next tick; the others go on.
 */
export function xapiPoll(ctx: Pick<Context, 'logger' | 'now'>, sources: readonly StatementSource[]): Schedule {
  return {
    name: 'xapi-poll',
    period: PERIOD,
    async tick({ bookmark, ...limits }) {
      const text = await bookmark.read();
      const marks = new Map(text === null ? [] : Object.entries(z.parse(MARKS, JSON.parse(text))));
      const mayGoOn = (): boolean => !limits.ended.aborted && ctx.now() < limits.until;
      const waiting = [...sources];
      for (let source = waiting.shift(); source !== undefined && mayGoOn(); source = waiting.shift()) {
        const page = await pageOf(source, marks.get(source.name) ?? null, limits);
        if (page === null) continue;
        marks.set(source.name, page.mark);
        if (!(await bookmark.write(JSON.stringify(Object.fromEntries(marks))))) return; // another process goes on
        if (page.more) waiting.push(source);
      }
    },
  };

  async function pageOf({ name, takeIn }: StatementSource, mark: string | null, limits: TickLimits) {
    try {
      return await takeIn(mark, limits);
    } catch (error) {
      ctx.logger.error('ADAPTER', 'A learning record store cannot be polled', { source: name, error: String(error) });
      return null;
    }
  }
}
