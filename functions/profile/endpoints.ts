import { get, post } from '../../shared/http/endpoint.ts';

/** Profiles. */
export const profileEndpoints = {
  get_learner_profile: get('/api/profile/latest', 'readers'),
  postLearnerProfile: post('/api/profile/latest', 'readers'),
  profileKey: get('/api/profile/pk', 'anybody'),
};
