import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/repository/linked-data/json.ts';

/** Address of the read API of CASE 1.1, below the base path. */
const PREFIX = '/api/ims/case/v1p1/';

/** Maximum number of JSON values in the description of the whole API. */
const MAX_VALUES = 1_000_000;

/**
 * The discovery document of CASE 1.1: the part of the service's OpenAPI description about the read API of CASE 1.1.
 *
 * @param description JSON text of the whole description
 * @param base public address, ending in `/api/`
 */
export function discoveryDocument(description: string, base: string): JsonObject {
  const whole = objectIn(parseJson(description, 'The API description', MAX_VALUES));
  const paths = Object.entries(objectIn(member(whole, 'paths'))).flatMap(([path, operations]) =>
    path.startsWith(PREFIX) ? [[path.slice(PREFIX.length - 1), operations] as const] : [],
  );
  const parts = componentsOf(Object.fromEntries(paths), objectIn(member(whole, 'components')));
  return {
    openapi: member(whole, 'openapi') ?? '3.0.3',
    info: { title: 'Competencies and Academic Standards Exchange (CASE), read API', version: '1.1' },
    servers: [{ url: `${base}ims/case/v1p1` }],
    security: member(whole, 'security') ?? [],
    paths: Object.fromEntries(paths),
    components: parts,
  };
}

/** The components that are referred to, directly or by others, and how callers are proved. */
function componentsOf(paths: JsonObject, all: JsonObject): JsonObject {
  const found: Record<string, Record<string, Json>> = {};
  const pending: Json[] = [paths];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...next);
    if (!isObject(next)) continue;
    pending.push(...Object.values(next));
    const reference = member(next, '$ref');
    const [, kind, name] = typeof reference === 'string' ? (/^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? []) : [];
    if (kind === undefined || name === undefined || found[kind]?.[name] !== undefined) continue;
    const component = member(objectIn(member(all, kind)), name);
    if (component === undefined) continue;
    found[kind] = { ...found[kind], [name]: component };
    pending.push(component);
  }
  return { ...found, securitySchemes: member(all, 'securitySchemes') ?? {} };
}

function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
