import * as z from 'zod/mini';
import { flag, importQuery as sharedImportQuery } from '../../shared/http/exchange/exchange-parameters.ts';
import { integerParameter } from '../../shared/http/route.ts';

const words = (description: string, example?: string) =>
  z.optional(z.string().check(z.maxLength(2048), z.meta({ description, ...(example !== undefined && { example }) })));

/** Maximum number of records on a page. */
export const MAX_LIMIT = 1000;

const id = words('The `@id`, instead of the name in the path.');
const fields = words('Names of the fields to return, separated by commas.', 'title,uri');
const paging = {
  limit: z.optional(integerParameter(1, MAX_LIMIT, 'Records of a page; 100 by default.')),
  offset: z.optional(integerParameter(0, 1_000_000, 'Number of records to skip before the page.')),
};

/** Query of one part. */
export const partQuery = z.object({ id });

/** Query of a package. */
export const packageQuery = z.object({
  id,
  losses: flag('`true`: only the properties that CASE cannot express, by node.'),
});

/** Query of a list of items or associations. */
export const listQuery = z.object({
  id,
  ...paging,
  fields,
  cursor: words('From the `Link` of an earlier page; with it, `offset` is ignored.'),
});

/** Query of the list of documents. */
export const documentsQuery = z.object({
  id,
  ...paging,
  fields,
  sort: words('The field by which records are sorted; an unknown field has no effect.', 'title'),
  orderBy: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc').check(z.describe('The direction of `sort`.'))),
  filter: words(
    "`<field><operator>'<value>'`, with `=`, `!=`, `>`, `>=`, `<`, `<=` or `~` (contains); several are joined by ` AND ` or ` OR `.",
    "title~'Welding'",
  ),
});

/** Query of an import. */
export const importQuery = z.extend(sharedImportQuery, {
  url: words(
    'Address of a package, which is fetched instead of one in the body.',
    'https://case.example.org/package.json',
  ),
});

/** The parameter that names a package to fetch; `dryRun` may also be in a form. */
export const importUrl = z.pick(importQuery, { url: true });

const endpoint = (name: string) =>
  z.string(`is required and must be a string: ${name}`).check(
    z.minLength(1),
    z.maxLength(2048),
    z.meta({
      description: 'Address of the other server; `/ims/case/v1p0/…` is added to it.',
      example: 'https://case.example.org',
    }),
  );

/** Query of getDocs. */
export const getDocsQuery = z.object({ url: endpoint('url') });

/** Parameters of a harvest in the query. */
export const harvestQuery = z.object({
  caseEndpoint: z.optional(endpoint('caseEndpoint')),
  dId: words('Identifier of one document; without it all documents are harvested.'),
  restart: flag('`true`: import all documents, including those that an interrupted harvest has imported.'),
});

/** Parameters of a harvest, in the query and in the body. */
export const harvestParameters = z.object({
  caseEndpoint: endpoint('caseEndpoint'),
  dId: harvestQuery.shape.dId,
  restart: harvestQuery.shape.restart,
  owner: z.optional(
    z.string().check(z.maxLength(16_384), z.describe('A public key (PEM) that owns new objects besides the others.')),
  ),
  tokenUrl: words('Where the other server issues access tokens (OAuth 2.0 client credentials, RFC 6749, 4.4).'),
  clientId: words('Id of the client that requests a token.'),
  clientSecret: words('Secret of that client. It is neither stored nor logged.'),
  scope: words('The requested scope; default: the scope for readers of CASE.'),
});
