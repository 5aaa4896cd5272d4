import * as z from 'zod/mini';
import { type Description, type PathParameter, type Route, routesOf } from '../../shared/http/route.ts';
import { scdEndpoints } from './endpoints.ts';

const ID: PathParameter = {
  name: 'id',
  description: 'The GUID of the object, or the MD5 of its `@id`.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};

const links = z.optional(z.array(z.string()));
const definition = z
  .looseObject({
    id: z.string(),
    name: z.optional(z.string()),
    description: z.optional(z.string()),
    authoritativeSource: z.optional(z.string()),
    competencyDefinition: links,
    resourceAssociation: links,
    competencyStatement: z.optional(z.string()),
    referenceCode: z.optional(z.string()),
    typeLabel: z.optional(z.string()),
    competencyFramework: links,
    source: z.optional(z.string()),
    destination: z.optional(z.string()),
    associationType: z.optional(z.string()),
  })
  .check(z.meta({ id: 'CompetencyDefinition', description: 'A framework, competency or relation as SCD.' }));

function definitionBy(summary: string, parameters: readonly PathParameter[]): Description {
  return {
    summary,
    description:
      'Use it for tools that read Shareable Competency Definitions (SCD). References lead to other definitions.',
    pathParameters: [...parameters, ID],
    responses: {
      200: { description: 'The definition.', content: { 'application/json': definition } },
      304: { description: 'The caller has it already (`If-None-Match`).', headers: ['ETag'] },
    },
    problems: [
      ...(['malformed-path', 'not-found', 'not-acceptable', 'answer-too-large'] as const),
      ...(['result-window-exceeded', 'query-too-broad', 'store-unavailable', 'search-timeout'] as const),
    ],
  };
}

/** Shareable Competency Definitions (specification: Adapter endpoints). */
export const scdRoutes: readonly Route[] = routesOf(scdEndpoints, {
  competencyDefinition: definitionBy('An object as SCD', []),
  competencyDefinitionByType: definitionBy('An object as SCD, by an address with its type', [
    {
      name: 'type',
      description: 'The type of the object, which is ignored.',
      schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'schema.cassproject.org.0.4.Competency' })),
    },
  ]),
});
