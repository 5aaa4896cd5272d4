import * as z from 'zod/mini';
import { versionParameter } from '../../shared/http/route.ts';

export const historyParameter = z.optional(
  z.string().check(z.describe('`true`: all versions, newest first, as an array.')),
);

export const auditParameter = z.optional(
  z.string().check(z.describe('`true`: who created, changed and deleted the object, for its owners and for admins.')),
);

/** What links say about the form of an answer. */
export const pageQuery = {
  format: z.optional(
    z
      .string()
      .check(
        z.describe(
          'The form of the answer, instead of `Accept`: `json`, `json-ld`, `turtle`, `rdf-xml`, `n-triples` or `n-quads`.',
        ),
      ),
  ),
  lang: z.optional(z.string().check(z.describe('Language tag of a page, before `Accept-Language`.'))),
  part: z.optional(z.string().check(z.describe('Part of the outline on the page of a framework, from 1.'))),
};

/** Query of every data address. */
export const dataQuery = z.object({
  version: z.optional(versionParameter),
  history: historyParameter,
  audit: auditParameter,
  ...pageQuery,
});
