import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { IMPORT_PROBLEMS, importForm, importResponses, REPORT } from '../../shared/http/exchange/exchange-routes.ts';
import { signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { type Description, type PathParameter, type Route, routesOf } from '../../shared/http/route.ts';
import type { CaseVersion } from './addresses.ts';
import { COLLECTIONS_WITH_PAGES, caseEndpoints, partEndpoints } from './endpoints.ts';
import {
  documentsQuery,
  getDocsQuery,
  harvestParameters,
  harvestQuery,
  importQuery,
  listQuery,
  packageQuery,
  partQuery,
} from './parameters.ts';
import { association, definition, document, item, packageSchema } from './schemas.ts';

const ID: PathParameter = {
  name: 'id',
  description: 'The identifier, the GUID with or without `ce-`, the MD5 of the `@id`, or the `@id`, percent-encoded.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};

const problems: readonly ProblemCode[] = [
  ...(['malformed-path', 'invalid-parameter', 'not-found', 'answer-too-large'] as const),
  ...(['result-window-exceeded', 'query-too-broad', 'store-unavailable', 'search-timeout'] as const),
];

/** A part of CASE: its name in operation ids, its purpose, and its response. */
type Part = {
  readonly name: string;
  readonly summary: string;
  readonly use: string;
  readonly one: z.ZodMiniType;
  readonly list?: {
    readonly query: z.ZodMiniObject;
    readonly content: z.ZodMiniType;
    readonly headers: readonly string[];
  };
  readonly query?: z.ZodMiniObject;
};

const PARTS: readonly Part[] = [
  {
    name: 'CFDocuments',
    summary: 'Frameworks as CFDocuments',
    use: 'Use it to see which frameworks there are, before a package is fetched.',
    one: document,
    list: {
      query: documentsQuery,
      content: z.object({ CFDocuments: z.array(z.looseObject({})) }),
      headers: ['Link', 'X-Total-Count'],
    },
  },
  {
    name: 'CFItems',
    summary: 'Competencies as CFItems',
    use: 'Use it for a single competency whose identifier is known.',
    one: item,
    list: { query: listQuery, content: z.object({ CFItems: z.array(z.looseObject({})) }), headers: ['Link'] },
  },
  {
    name: 'CFAssociations',
    summary: 'Relations as CFAssociations',
    use: 'Use it for a single relation whose identifier is known.',
    one: association,
    list: { query: listQuery, content: z.object({ CFAssociations: z.array(z.looseObject({})) }), headers: ['Link'] },
  },
  {
    name: 'CFItemAssociations',
    summary: 'A competency with its associations',
    use: 'Use it to follow the relations of one competency.',
    one: z.object({ CFItem: item, CFAssociations: z.array(association) }),
  },
  {
    name: 'CFPackages',
    summary: 'A framework as a CFPackage',
    use: 'Use it to move a whole framework, with items, associations and definitions, to a tool that reads CASE.',
    one: z.union([packageSchema, z.object({ losses: z.array(z.looseObject({})) })]),
    query: packageQuery,
  },
];

const GROUPS = {
  CFAssociationGroupings: definition,
  CFConcepts: z.object({ CFConcepts: z.array(definition) }),
  CFItemTypes: z.object({ CFItemTypes: z.array(definition) }),
  CFLicenses: definition,
  CFRubrics: definition,
  CFSubjects: z.object({ CFSubjects: z.array(definition) }),
} as const;

const TO_PAGE: Description['responses'] = {
  303: { description: 'The page of the object, for browsers (`Accept`).', headers: ['Location'] },
};

function partRoutes(version: CaseVersion): readonly Route[] {
  const id = (name: string): string => `case${version === 'v1p0' ? '10' : '11'}${name}`;
  const found = (content: z.ZodMiniType, headers: readonly string[] = []): Description['responses'] => ({
    200: {
      description: 'The part of it that the caller may read.',
      content: { 'application/json': content },
      headers: ['ETag', ...headers],
    },
    304: { description: 'The caller has this state already (`If-None-Match`).', headers: ['ETag'] },
  });
  const parts = PARTS.flatMap(({ name, summary, use, one, list, query = partQuery }): Route[] => {
    const single = { summary, description: use, query, problems, errors: 'imsx' } as const;
    const endpoints = partEndpoints(version, name);
    return [
      {
        operationId: id(name),
        ...endpoints.one,
        ...single,
        pathParameters: [ID],
        responses: { ...found(one), ...(COLLECTIONS_WITH_PAGES.has(name) && TO_PAGE) },
      },
      list === undefined
        ? { operationId: id(`${name}ById`), ...endpoints.all, ...single, responses: found(one), requiredQuery: ['id'] }
        : {
            operationId: id(`${name}List`),
            ...endpoints.all,
            ...single,
            query: list.query,
            responses: found(z.union([list.content, one]), list.headers),
          },
    ];
  });
  const groups = Object.entries(GROUPS).flatMap(([name, schema]): Route[] => {
    const isServed = version === 'v1p1';
    const rest = {
      summary: isServed ? `The ${name} of frameworks` : `${name}: not served in CASE 1.0`,
      description: isServed ? 'Use it for a definition that a framework was imported with.' : 'Use CASE 1.1 for these.',
      responses: isServed ? found(schema) : {},
      problems: isServed ? problems : (['not-implemented'] as const),
      errors: 'imsx',
    } as const;
    const endpoints = partEndpoints(version, name, isServed ? 'readers' : 'anybody');
    return [
      { operationId: id(name), ...endpoints.one, ...rest, pathParameters: [ID] },
      { operationId: id(`${name}ById`), ...endpoints.all, ...rest, ...(isServed && { query: partQuery }) },
    ];
  });
  return [...parts, ...groups];
}

const form = importForm('case', 'The package as JSON text.', 'The package as a file, if there is no `data`.');

const harvestProblems: readonly ProblemCode[] = ['invalid-parameter', 'fetch-refused', 'fetch-failed'];

const harvestBody = z.looseObject({
  ...harvestQuery.shape,
  owner: harvestParameters.shape.owner,
  tokenUrl: harvestParameters.shape.tokenUrl,
  clientId: harvestParameters.shape.clientId,
  clientSecret: harvestParameters.shape.clientSecret,
  scope: harvestParameters.shape.scope,
  signatureSheet: z.optional(signatureSheetText),
});

const harvestReport = z.looseObject({
  frameworks: z.array(z.string().check(z.describe('Ids of the frameworks.'))),
  saved: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  resumed: z.int().check(z.describe('Documents that an earlier, interrupted harvest has imported.')),
  failed: z.array(z.looseObject({})),
  losses: z.array(z.looseObject({})),
});

/** CASE 1.0 and 1.1 (specification: Adapter endpoints). */
export const caseRoutes: readonly Route[] = [
  ...partRoutes('v1p0'),
  ...partRoutes('v1p1'),
  ...routesOf(caseEndpoints, {
    case11Discovery: {
      summary: 'The OpenAPI description of CASE 1.1 at this service',
      description: 'Use it to see which parts of CASE 1.1 are served, and where.',
      responses: {
        200: {
          description: 'The description of the read API alone.',
          content: { 'application/json': z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }) },
          headers: ['ETag'],
        },
        304: { description: 'The caller has it already (`If-None-Match`).', headers: ['ETag'] },
      },
      problems: [],
    },
    importCasePackage: {
      summary: 'Save the framework of a CASE package',
      description:
        'Use it to import a CFPackage of CASE 1.0 or 1.1 that was downloaded from another server, or that `url` names. A repeated import saves only the changes; objects that the caller may not change stay unchanged and are reported.',
      query: importQuery,
      requestBody: {
        required: false,
        content: {
          'application/json': z.looseObject({}),
          'multipart/form-data': form,
          'application/x-www-form-urlencoded': form,
        },
      },
      responses: importResponses('framework'),
      problems: [...IMPORT_PROBLEMS, 'fetch-refused', 'fetch-failed'],
    },
    harvestCase: {
      summary: 'Save the frameworks of another CASE server',
      description: `Use it to import all frameworks of another server, or one by \`dId\`, and to update them later. An interrupted harvest continues where it stopped if it is requested again within a day. With \`Accept: ${EVENT_STREAM}\` or \`${NDJSON}\` the response is its progress.`,
      query: harvestQuery,
      requestBody: {
        required: false,
        content: {
          'application/json': harvestBody,
          'multipart/form-data': harvestBody,
          'application/x-www-form-urlencoded': harvestBody,
        },
      },
      responses: {
        200: {
          description: 'The saved objects, and the failures.',
          content: { 'application/json': harvestReport, [EVENT_STREAM]: z.string(), [NDJSON]: z.string() },
        },
      },
      problems: [
        ...harvestProblems,
        'malformed-request',
        'malformed-key',
        'not-owner',
        'key-unavailable',
        'query-too-broad',
        'store-unavailable',
        'search-timeout',
      ],
    },
    listRemoteCaseDocuments: {
      summary: 'The documents of another CASE server',
      description: 'Use it to choose what to harvest.',
      query: getDocsQuery,
      requiredQuery: ['url'],
      responses: {
        200: {
          description: 'The unchanged response of the other server.',
          content: { 'application/json': z.looseObject({ CFDocuments: z.array(z.unknown()) }) },
        },
      },
      problems: harvestProblems,
    },
    caseImportReport: REPORT,
  }),
];
