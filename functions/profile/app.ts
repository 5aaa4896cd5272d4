import { type Answer, textAnswer } from '../../shared/http/answer.ts';
import type { Group } from '../group.ts';
import { createProfileContext, type ProfileContext } from './context.ts';
import { getLatest, postLatest } from './latest.ts';

/** Profiles under `/api/profile/`. */
export const group: Group<ProfileContext> = {
  createContext: createProfileContext,
  mount(serve, { profiles: { service } }) {
    if (service === null) return;
    const key: Answer = textAnswer(service.publicKey);
    serve('/api/profile/latest', {
      GET: (_ctx, call) => getLatest(service, call),
      POST: (ctx, call) => postLatest(ctx, service, call),
    });
    serve('/api/profile/pk', { GET: () => key });
  },
};
