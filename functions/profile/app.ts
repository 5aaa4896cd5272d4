import { type Answer, textAnswer } from '../../shared/http/answer.ts';
import type { Serve } from '../../shared/http/app.ts';
import type { ProfileContext } from './context.ts';
import { getLatest, postLatest } from './latest.ts';

/** Mounts profiles, unless the adapter is disabled (specification: Degraded mode). */
export function mountProfile(
  serve: Serve<ProfileContext>,
  { profiles: { service } }: Pick<ProfileContext, 'profiles'>,
): void {
  if (service === null) return;
  const key: Answer = textAnswer(service.publicKey);
  serve('/api/profile/latest', {
    GET: (_ctx, call) => getLatest(service, call),
    POST: (ctx, call) => postLatest(ctx, service, call),
  });
  serve('/api/profile/pk', { GET: () => key });
}
