import type { Parts } from '../parts.ts';
import type { Publisher } from '../publish/publisher.ts';
import { republish } from '../publish/repair.ts';

/** Copies that one step makes anew, and steps after which the rest is left to the next time. */
const PAGE = 500;
const MAX_STEPS = 200;

const TIMEOUT = 10_000;

/**
 * Makes the search copies anew that processes of an older layout wrote into an index of the present one: they lack what
 * is new in it.
 */
export async function renewOutdated(parts: Parts, publisher: Publisher, layout: number): Promise<void> {
  const { engine, names } = parts;
  const query = { range: { layout: { lt: layout } } };
  const body = { query, size: PAGE, sort: [{ key: 'asc' }], _source: false, track_total_hits: false };
  for (let step = 0; step < MAX_STEPS; step++) {
    const [answer] = await engine.search(names.search, [body], TIMEOUT);
    const keys = (answer?.hits ?? []).map(({ id }) => id);
    if (keys.length === 0) return;
    await republish(parts, publisher, keys);
  }
}
