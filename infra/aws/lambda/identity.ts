import { mountIdentity } from '../../../functions/identity/app.ts';
import { createIdentities } from '../../../shared/identity/identities.ts';
import { createFunctionContext } from './context.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';

/** Identities under `/api/sky/id/`. */
export const handler = createHandler(async (life) => {
  const { ctx, secrets } = await createFunctionContext(process.env, life);
  const { keyValues, now } = ctx;
  const identities = await createIdentities({ keyValues, secrets, now });
  return groupApp({ ...ctx, identities }, (serveGroup) => mountIdentity(serveGroup('identity')));
});
