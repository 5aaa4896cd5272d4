import type { ProfileContext } from '../../shared/context.ts';
import { type Answer, textAnswer } from '../../shared/http/answer.ts';
import type { Serve } from '../../shared/http/app.ts';
import { getLatest, postLatest } from './latest.ts';

/** Mounts profiles, unless the adapter is disabled (specification: Degraded mode). */
export function mountProfile(serve: Serve, ctx: ProfileContext): void {
  const { service } = ctx.profiles;
  if (service === null) return;
  const key: Answer = textAnswer(service.publicKey);
  serve('/api/profile/latest', {
    GET: (request, _parameters, scope) => getLatest(ctx, service, request, scope.id),
    POST: (request, _parameters, scope) => postLatest(ctx, service, request, scope),
  });
  serve('/api/profile/pk', { GET: () => key });
}
