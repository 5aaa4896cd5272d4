import { z } from 'zod/mini';
import type { ObjectStore } from '../object-store.ts';
import type { Parts } from './parts.ts';

/** Whether the store can serve, told by what the engine says of itself and by the writes that were tried. */
export type Health = {
  check: ObjectStore['health'];
  /** A write was done. */
  worked(): void;
  /** A write failed: from now on every check tries one, which tells when writes succeed again. */
  failed(): void;
};

const PROBE = 'note:probe';
const PATIENCE = 3_000;
const CLUSTER = z.object({ status: z.string(), timed_out: z.boolean() });

export function createHealth({ engine, names, clock }: Pick<Parts, 'engine' | 'names' | 'clock'>): Health {
  let failing: number | null = null;
  let down: number | null = null;
  const indices = [names.objects, names.search, names.values].join(',');

  async function trouble(): Promise<string | null> {
    try {
      const path = `_cluster/health/${indices}?wait_for_status=yellow&timeout=1s`;
      const { body } = await engine.call({ method: 'GET', path, timeout: PATIENCE }, [408]);
      if (z.parse(CLUSTER, body).status === 'red') return 'Some shards of the search cluster are missing.';
      if (failing === null) return null;
      const body2 = { value: String(clock()) };
      await engine.bulk([{ kind: 'index', index: names.values, id: PROBE, body: body2 }], false);
      failing = null;
      return null;
    } catch {
      return 'The search cluster does not answer, or takes no writes: see the log for its reason.';
    }
  }

  return {
    async check() {
      const detail = await trouble();
      if (detail === null) {
        down = null;
        return { ready: true };
      }
      down ??= failing ?? clock();
      return { ready: false, detail, since: down };
    },
    worked() {
      failing = null;
    },
    failed() {
      failing ??= clock();
    },
  };
}
