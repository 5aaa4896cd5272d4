import * as z from 'zod/mini';
import { versionParameter } from '../../shared/http/route.ts';

export const historyParameter = z.optional(
  z.string().check(z.describe('`true`: all versions, newest first, as an array.')),
);

export const auditParameter = z.optional(
  z.string().check(z.describe('`true`: who created, changed and deleted the object, for its owners and for admins.')),
);

/** Query of every data address. */
export const dataQuery = z.object({
  version: z.optional(versionParameter),
  history: historyParameter,
  audit: auditParameter,
});
