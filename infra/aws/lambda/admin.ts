import { mountAdmin } from '../../../functions/admin/app.ts';
import { createAdminSecretCheck } from '../../../shared/admin/admin-secret.ts';
import { createOperations } from '../../../shared/admin/operations.ts';
import { serverSecret } from '../../../shared/identity/server-secret.ts';
import { createFunctionContext } from './context.ts';
import { groupApp } from './group-app.ts';
import { createHandler } from './handler.ts';

/** The admin operations under `/api/util/`. They go on to the end of the function, whether or not anybody still waits for the answer. */
export const handler = createHandler(async (life) => {
  const { ctx, secrets } = await createFunctionContext(process.env, life);
  const isAdminSecret = createAdminSecretCheck(await serverSecret(secrets));
  const operations = createOperations(ctx);
  return groupApp({ ...ctx, isAdminSecret, operations }, (serveGroup) => mountAdmin(serveGroup('admin'), ctx));
}, Number.POSITIVE_INFINITY);
