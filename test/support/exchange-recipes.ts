import { createHash, randomUUID } from 'node:crypto';
import type { Operation } from './api-description.ts';
import type { Call, Client } from './client.ts';

type Recipe = () => Promise<readonly [path: string, call: Call]>;
type Recipes = Readonly<Record<number, Recipe>>;

/** Frameworks, and parts of them, that the recipes request. */
export type ExchangeSamples = {
  /** Identifiers of the parts of a CASE package, by the name of their collection in the API. */
  readonly parts: Readonly<Record<string, string>>;
  /** Id of a framework that only its readers see. */
  readonly hidden: string;
  /** Id of an object that is not a framework. */
  readonly other: string;
  /** Address of the report of an import. */
  readonly report: string;
};

const DEFINITIONS = ['CFConcepts', 'CFSubjects', 'CFLicenses', 'CFItemTypes', 'CFAssociationGroupings'] as const;

/** A package with every kind of part, under new ids. */
function newPackage() {
  const part = () => {
    const identifier = randomUUID();
    return { identifier, uri: `https://example.org/${identifier}`, lastChangeDateTime: '2024-05-01T00:00:00Z' };
  };
  const [document, one, other, association] = [part(), part(), part(), part()];
  const link = ({ identifier, uri }: ReturnType<typeof part>) => ({ title: 'x', identifier, uri });
  const definitions = DEFINITIONS.map((name) => [name, [{ ...part(), title: 'x' }]] as const);
  const rubric = { ...part(), title: 'x' };
  const body = {
    CFDocument: { ...document, title: 'x', creator: 'x' },
    CFItems: [one, other].map((item) => ({ ...item, fullStatement: 'x' })),
    CFAssociations: [
      { ...association, associationType: 'isChildOf', originNodeURI: link(other), destinationNodeURI: link(one) },
    ],
    CFDefinitions: Object.fromEntries(definitions),
    CFRubrics: [rubric],
  };
  const parts = {
    CFDocuments: document.identifier,
    CFPackages: document.identifier,
    CFItems: one.identifier,
    CFItemAssociations: one.identifier,
    CFAssociations: association.identifier,
    CFRubrics: rubric.identifier,
    ...Object.fromEntries(definitions.map(([name, [first]]) => [name, first?.identifier ?? ''])),
  };
  return { body, parts };
}

/** Stores the samples. @param sheet signature sheet of the owner of the hidden framework */
export async function makeExchangeSamples(client: Client, sheet: string, reader: string): Promise<ExchangeSamples> {
  const { body, parts } = newPackage();
  const imported = await client.call('/api/ims/case/import', { form: { data: JSON.stringify(body) } });
  const [, report = ''] = /^<([^>]+)>/.exec(imported.headers.get('link') ?? '') ?? [];
  const hidden = newPackage();
  await client.call('/api/ims/case/import', { json: hidden.body, sheet });
  const stored = (await client.call(`/api/data/${hidden.parts.CFDocuments}`)).json();
  await client.call(`/api/data/${hidden.parts.CFDocuments}`, { json: { ...stored, reader: [reader] }, sheet });
  const other = randomUUID();
  await client.save({ '@context': 'https://schema.org', '@type': 'Thing', '@id': `https://example.org/${other}` });
  return { parts, hidden: hidden.parts.CFDocuments, other: md5Of(`https://example.org/${other}`), report };
}

function md5Of(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** The dependencies of the recipes on the tests. */
export type ExchangeKit = {
  readonly client: Client;
  readonly samples: () => ExchangeSamples;
  readonly withWrongSheets: (request: Recipe) => Recipes;
  readonly tooBig: () => Call;
  readonly untyped: Call;
  /** Makes a signature sheet of the admin. */
  readonly admin: () => string;
};

/** Requests that get the statuses of an exchange operation; null for other operations. */
export function exchangeRecipes({ method, path }: Operation, kit: ExchangeKit): Recipes | null {
  if (path === '/api/jsonld') return jsonLdRecipes(path, kit);
  if (path.startsWith('/api/ce/pna/')) return pnaRecipes(method, path.replace('{type}', 'Framework'), kit);
  if (path.startsWith('/api/scd/')) return scdRecipes(path.replace('{type}', 'Framework'), kit);
  if (!/^\/api\/(?:ctdlasn|ceasn|asn|ims)(?:\/|$)/.test(path)) return null;
  if (method === 'POST') return postRecipes(path, kit);
  const { samples } = kit;
  if (path.endsWith('/reports/{report}')) {
    const id = async (): Promise<string> => samples().report.split('/').at(-1) ?? '';
    return {
      200: async () => [path.replace('{report}', await id()), {}],
      404: async () => [path.replace('{report}', 'x'), {}],
    };
  }
  if (path.endsWith('/getDocs'))
    return { 400: async () => [`${path}?url=x`, {}], 403: async () => [`${path}?url=http://127.0.0.1/`, {}] };
  if (path.includes('/discovery/')) return tagged(async () => path, kit);
  return readRecipes(path, kit);
}

function jsonLdRecipes(path: string, { tooBig, untyped }: ExchangeKit): Recipes {
  return {
    200: async () => [path, { json: {} }],
    400: async () => [path, { json: '{' }],
    403: async () => [`${path}?url=http://127.0.0.1/`, { method: 'POST' }],
    406: async () => [path, { json: {}, headers: { accept: 'image/png' } }],
    413: async () => [path, tooBig()],
    415: async () => [path, untyped],
    422: async () => [path, { json: { '@context': 'https://example.org/unknown' } }],
  };
}

function pnaRecipes(method: string, path: string, kit: ExchangeKit): Recipes {
  const { samples, withWrongSheets, tooBig, untyped, admin } = kit;
  const at = (id: string): string => path.replace('{id}', id);
  const sample = (): string => at(samples().parts['CFDocuments'] ?? '');
  if (method === 'GET') {
    return {
      ...tagged(async () => sample(), kit),
      400: async () => [at('%0a'), {}],
      404: async () => [at(randomUUID()), {}],
      406: async () => [sample(), { headers: { accept: 'image/png' } }],
      ...withWrongSheets(async () => [at(samples().hidden), {}]),
    };
  }
  const good = (): Call => ({ json: {}, sheet: admin() });
  return {
    200: async () => [at('by-hand'), good()],
    400: async () => [at('%0a'), good()],
    401: async () => [sample(), { json: {} }],
    412: async () => [at('by-hand'), { ...good(), headers: { 'if-none-match': '*' } }],
    413: async () => [at('x'), tooBig()],
    415: async () => [at('x'), untyped],
    ...withWrongSheets(async () => [at('x'), { json: {} }]),
  };
}

function scdRecipes(path: string, kit: ExchangeKit): Recipes {
  const { samples, withWrongSheets } = kit;
  const at = (id: string): string => path.replace('{id}', id);
  const sample = (): string => at(samples().parts['CFItems'] ?? '');
  return {
    ...tagged(async () => sample(), kit),
    400: async () => [at('%0a'), {}],
    404: async () => [at(samples().other), {}],
    406: async () => [sample(), { headers: { accept: 'image/png' } }],
    ...withWrongSheets(async () => [at(samples().hidden), {}]),
  };
}

function readRecipes(path: string, kit: ExchangeKit): Recipes {
  const { samples, withWrongSheets } = kit;
  const [, collection = ''] = /\/(CF\w+)/.exec(path) ?? [];
  const sample = (): string => samples().parts[collection === '' ? 'CFDocuments' : collection] ?? '';
  const isOne = path.endsWith('/{id}');
  const at = (id: string): string => (isOne ? path.replace('{id}', id) : `${path}?id=${id}`);
  if (/v1p0\/CF(?:AssociationGroupings|Concepts|ItemTypes|Licenses|Rubrics|Subjects)/.test(path)) {
    return { 501: async () => [at('x'), {}] };
  }
  return {
    ...tagged(async () => at(sample()), kit),
    303: async () => [at(sample()), { headers: { accept: 'text/html' } }],
    400: async () => [`${at(sample())}${isOne ? '?' : '&'}id=%ff`, {}],
    404: async () => [at(randomUUID()), {}],
    406: async () => [at(sample()), { headers: { accept: 'image/png' } }],
    ...withWrongSheets(async () => [at(samples().hidden), {}]),
    ...(collection === '' && { 422: async () => [at(samples().other), {}] }),
  };
}

/** Requests for 200, and for 304 with the tag of that answer. */
function tagged(path: () => Promise<string>, { client }: ExchangeKit): Recipes {
  return {
    200: async () => [await path(), {}],
    304: async () => {
      const at = await path();
      return [at, { headers: { 'if-none-match': (await client.call(at)).headers.get('etag') ?? '' } }];
    },
  };
}

function postRecipes(template: string, { withWrongSheets, tooBig, untyped }: ExchangeKit): Recipes {
  const path = template.replace('{id}', 'any');
  const isHarvest = path.endsWith('/harvest');
  const good = (): Call => {
    if (isHarvest) return { json: { caseEndpoint: 'http://127.0.0.1/' } };
    if (path.endsWith('/import')) return { json: newPackage().body };
    const type = path === '/api/asn' ? 'http://purl.org/ASN/schema/core/StandardDocument' : 'ceasn:CompetencyFramework';
    return { json: { '@id': `https://example.org/${randomUUID()}`, '@type': type } };
  };
  return {
    ...(!isHarvest && { 200: async () => [path, good()], 422: async () => [path, { json: {} }] }),
    400: async () => [path, { json: '{' }],
    413: async () => [path, tooBig()],
    415: async () => [path, untyped],
    ...withWrongSheets(async () => [path, good()]),
  };
}
