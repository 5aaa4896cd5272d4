import * as z from 'zod/mini';
import { flag, importQuery as sharedImportQuery } from '../../shared/http/exchange/exchange-parameters.ts';
import { integerParameter } from '../../shared/http/route.ts';

const words = (description: string, example?: string) =>
  z.optional(z.string().check(z.maxLength(2048), z.meta({ description, ...(example !== undefined && { example }) })));

/** The largest page. */
export const MAX_LIMIT = 1000;

const id = words('The `@id`, instead of the name in the path.');
const fields = words('Names of the fields that the answer has, separated by commas.', 'title,uri');
const paging = {
  limit: z.optional(integerParameter(1, MAX_LIMIT, 'Records of a page; 100 by default.')),
  offset: z.optional(integerParameter(0, 1_000_000, 'Records that are left out before the page.')),
};

/** Query of one part. */
export const partQuery = z.object({ id });

/** Query of a package. */
export const packageQuery = z.object({
  id,
  losses: flag('`true`: only what CASE has no place for, by node and property.'),
});

/** Query of a list of items or associations. */
export const listQuery = z.object({
  id,
  ...paging,
  fields,
  cursor: words('From the `Link` of an earlier page; `offset` is ignored then.'),
});

/** Query of the list of documents. */
export const documentsQuery = z.object({
  id,
  ...paging,
  fields,
  sort: words('The field that records are sorted by; one that is not known changes nothing.', 'title'),
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

/** The parameter that names a package to fetch; `dryRun` may stand in a form as well. */
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
  tokenUrl: words('Where the other server gives access tokens (OAuth 2.0 client credentials, RFC 6749, 4.4).'),
  clientId: words('The client that asks for a token.'),
  clientSecret: words('Its secret. It is neither stored nor logged.'),
  scope: words('The requested scope; by default the one for readers of CASE.'),
});
