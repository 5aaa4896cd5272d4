import { type Answer, textAnswer } from '../../shared/http/answer.ts';
import type { Group } from '../group.ts';
import { createProfileContext, type ProfileContext } from './context.ts';
import { profileEndpoints } from './endpoints.ts';
import { getLatest, postLatest } from './latest.ts';

/** Profiles under `/api/profile/`. */
export const group: Group<ProfileContext> = {
  createContext: createProfileContext,
  mount(serve, { profiles: { service } }) {
    if (service === null) return;
    const key: Answer = textAnswer(service.publicKey);
    serve(profileEndpoints, {
      get_learner_profile: (_ctx, call) => getLatest(service, call),
      postLearnerProfile: (ctx, call) => postLatest(ctx, service, call),
      profileKey: () => key,
    });
  },
};
