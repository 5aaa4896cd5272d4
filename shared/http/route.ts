import * as z from 'zod/mini';
import type { ProblemCode } from '../base/errors/catalog.ts';
import { MAX_VERSION } from '../repository/linked-data/split-id.ts';
import type { Access, Endpoint, Endpoints } from './endpoint.ts';

/** One segment of a path that varies. */
export type PathParameter = { readonly name: string; readonly description: string; readonly schema: z.ZodMiniType };

/** A body that an operation accepts or returns, by media type. */
export type Content = Readonly<Record<string, z.ZodMiniType>>;

/** What an operation does, in words and schemas: the API description is generated from it (`npm run openapi`). */
export type Description = {
  readonly summary: string;
  readonly description?: string;
  readonly pathParameters?: readonly PathParameter[];
  readonly query?: z.ZodMiniObject;
  /** Names of the query parameters that may not be left out. */
  readonly requiredQuery?: readonly string[];
  /** Request headers with a meaning of their own. */
  readonly headers?: z.ZodMiniObject;
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<number, { readonly description: string; readonly content?: Content; readonly headers?: readonly string[] }>
  >;
  /** How its errors are written, if not as problem documents: `imsx_StatusInfo` of CASE, or responses of JSON-RPC. */
  readonly errors?: 'imsx' | 'json-rpc';
  /** Problems that it answers besides those that any path, sheet or body can cause. */
  readonly problems: readonly ProblemCode[];
};

/** The contract of an operation, without code. */
export type Route = Endpoint & Description & { readonly operationId: string };

/** The routes of endpoints, of which each has a description. */
export function routesOf<E extends Endpoints>(
  endpoints: E,
  descriptions: { readonly [Id in keyof E]: Description },
): readonly Route[] {
  return Object.entries(endpoints).flatMap(([operationId, endpoint]) => {
    const description: Description | undefined = descriptions[operationId];
    return description === undefined ? [] : { operationId, ...endpoint, ...description };
  });
}

/** Whether an operation takes a signature sheet, in the `signatureSheet` header. */
export function takesSheet({ access }: Endpoint): boolean {
  return SHEET_ACCESS.has(access);
}

const SHEET_ACCESS: ReadonlySet<Access> = new Set(['readers', 'owners', 'admin', 'key', 'sender']);

/** Operations of one kind: a tag of the description. */
export type RouteGroup = { readonly name: string; readonly description: string; readonly routes: readonly Route[] };

/**
 * A whole number in a query string or JSON text form.
 *
 * @param least smallest allowed value
 * @param most largest allowed value
 */
export function integerParameter(least: number, most: number, description: string) {
  const words = `must be a whole number from ${least} to ${most}`;
  return z
    .pipe(
      z.transform((value: unknown) =>
        typeof value === 'string' && /^-?\d{1,17}$/.test(value) ? Number(value) : value,
      ),
      z.int(words).check(z.minimum(least, words), z.maximum(most, words)),
    )
    .check(z.describe(description));
}

/** A number of things in an answer. */
export function countSchema(description: string) {
  return z.int().check(z.minimum(0), z.describe(description));
}

/** A version of an object. */
export const versionParameter = integerParameter(
  0,
  MAX_VERSION,
  'Version of the object: the one to read or to save as.',
);

/** Patterns over type keys, separated by commas, as `parseIndexHint` reads them; one that begins with `-` excludes. */
export function typeKeyPatterns(description: string, example: string) {
  return z.string().check(
    z.meta({
      description,
      pattern: '^((-?[a-z0-9.*_][a-z0-9.*_-]*)?,)*(-?[a-z0-9.*_][a-z0-9.*_-]*)?$',
      not: { pattern: '\\.\\.' },
      example,
    }),
  );
}

/**
 * Text with rules of its own that a schema cannot express, such as a search query.
 *
 * @param format name of those rules: an annotation that the description leaves out, for generators of test data
 */
export function formattedText(format: string, description: string, example?: string) {
  return z.string().check(z.meta({ format, description, ...(example !== undefined && { example }) }));
}
