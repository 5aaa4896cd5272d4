import { get, post } from '../../shared/http/endpoint.ts';

/** Identities. */
export const identityEndpoints = {
  salts: get('/api/sky/id/salts', 'anybody', { limit: 'sign-in' }),
  heldKeys: get('/api/sky/id/keys', 'signed-in', { limit: 'sign-in' }),
  createIdentity: post('/api/sky/id/create', 'anybody', { limit: 'sign-in' }),
  commitIdentity: post('/api/sky/id/commit', 'password', { limit: 'sign-in' }),
  login: post('/api/sky/id/login', 'password', { limit: 'sign-in' }),
};
