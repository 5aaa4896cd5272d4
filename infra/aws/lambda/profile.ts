import { mountProfile } from '../../../functions/profile/app.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';
import { createProfileFunctionContext } from './profile-context.ts';

/** Profiles under `/api/profile/`. */
export const handler = createHandler(async (life) => {
  const ctx = await createProfileFunctionContext(process.env, life);
  return groupApp(ctx, (serveGroup) => mountProfile(serveGroup('profile'), ctx));
});
