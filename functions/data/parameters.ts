import * as z from 'zod/mini';
import { versionParameter } from '../../shared/http/route.ts';

export const historyParameter = z.optional(
  z.string().check(z.describe('`true`: all versions, newest first, as an array.')),
);

export const auditParameter = z.optional(
  z.string().check(z.describe('`true`: who created, changed and deleted the object, for its owners and for admins.')),
);

/** The forms of an object, for links to them. */
const FORMATS = ['json', 'json-ld', 'turtle', 'rdf-xml', 'n-triples', 'n-quads'] as const;

/** What links say about a page. */
const pageQuery = {
  lang: z.optional(z.string().check(z.describe('Language tag of a page, before `Accept-Language`.'))),
  part: z.optional(z.string().check(z.describe('Part of the outline on the page of a framework, from 1.'))),
};

/** What links say about the form of an answer. */
const formQuery = {
  format: z.optional(z.enum(FORMATS).check(z.describe('The form of the answer, instead of `Accept`.'))),
  ...pageQuery,
};

/** Query of every data address. */
export const dataQuery = z.object({
  version: z.optional(versionParameter),
  history: historyParameter,
  audit: auditParameter,
});

/** Query of a data address that names a version. */
export const versionQuery = z.object({ history: historyParameter, audit: auditParameter });

/** Query of a GET of an object. */
export const readQuery = z.object({ ...dataQuery.shape, ...formQuery });

/** Query of a GET of a version. */
export const readVersionQuery = z.object({ ...versionQuery.shape, ...formQuery });

/** What the query says about the target; the format is read with `Accept`. */
export const targetQuery = z.object({ ...dataQuery.shape, ...pageQuery });
