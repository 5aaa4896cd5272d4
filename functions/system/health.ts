import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { SystemContext } from './context.ts';

/** GET livez: the process answers, whatever its store does. */
export function livez(): Answer {
  return jsonAnswer({ status: 'alive' });
}

/** GET readyz: 200 while the store serves, with what this process is doing (specification: States and transitions); otherwise 503 with what is missing and since when. */
export async function readyz(ctx: SystemContext): Promise<Answer> {
  const health = await ctx.store.health();
  if (health.ready) {
    return jsonAnswer({ status: 'ready', state: health.migrating ? 'migrating' : ctx.operations.state() });
  }
  const since = new Date(health.since).toISOString();
  return jsonAnswer({ status: 'unavailable', detail: health.detail, since }, { 'retry-after': '5' }, 503);
}
