import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Node = Readonly<Record<string, unknown>>;

/** One operation of the API description. */
export type Operation = {
  readonly id: string;
  readonly method: string;
  /** Path template, such as `/api/data/{uid}`. */
  readonly path: string;
  /** Statuses that its description names. */
  readonly statuses: readonly number[];
  readonly matches: (pathname: string) => boolean;
  /** The fault of a response, or null. A response without body is checked for its status only. */
  readonly faultOf: (status: number, contentType: string | null, body: string | null) => string | null;
};

/** Paths of sign-in, which exist only in the OpenID Connect mode. */
export const SIGN_IN_PATH = /^\/(?:api\/)?(?:login|logout|callback)$|^\/\.well-known\//;

/** Reads `functions/system/openapi.json`: to compare what the service declares with what it does. */
export function readApiDescription(): readonly Operation[] {
  const file = new URL('../../functions/system/openapi.json', import.meta.url);
  const document = JSON.parse(readFileSync(file, 'utf8')) as Node;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  return Object.entries(document.paths as Node).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Node>).map(([method, operation]) =>
      readOperation(ajv, document, path, method, operation),
    ),
  );
}

/** The operation of a request. The most literal path wins, as in OpenAPI. */
export function operationOf(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const candidates = operations.filter((operation) => operation.method === wanted && operation.matches(path));
  return candidates.find((operation) => !operation.path.includes('{')) ?? candidates[0];
}

function readOperation(ajv: Ajv, document: Node, path: string, method: string, operation: Node): Operation {
  const responses = Object.entries(operation.responses as Record<string, Node>).map(
    ([status, response]) => [Number(status), resolved(document, response)] as const,
  );
  const byStatus = new Map(responses);
  const checks = new Map<string, ValidateFunction>();
  const bodyCheck = (name: string, schema: Node): ValidateFunction => {
    const known = checks.get(name);
    if (known !== undefined) return known;
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as Node);
    checks.set(name, check);
    return check;
  };
  const pattern = new RegExp(
    `^${path
      .replace(/\./g, '\\.')
      .replace(/\{type\}/g, '[^/]*')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );
  const name = `${method.toUpperCase()} ${path}`;
  return {
    id: operation.operationId as string,
    method: method.toUpperCase(),
    path,
    statuses: [...byStatus.keys()],
    matches: (pathname) => pattern.test(pathname),
    faultOf(status, contentType, body) {
      const response = byStatus.get(status);
      if (response === undefined) return `${name} does not describe the status ${status}`;
      if (body === null) return null;
      const { content } = response as { content?: Record<string, { schema: Node }> };
      const type = contentType?.split(';')[0]?.trim() ?? null;
      if (content === undefined) return body === '' ? null : `${name} describes no body for ${status}`;
      const described = type === null ? undefined : content[type];
      if (described === undefined) return `${name} does not describe ${type} for ${status}`;
      const check = bodyCheck(`${status} ${type}`, described.schema);
      if (check(/[/+]json$|^application\/vc$/.test(type ?? '') ? JSON.parse(body) : body)) return null;
      return `${name} ${status}: the body is not as described: ${JSON.stringify(check.errors?.slice(0, 5))}`;
    },
  };
}

function resolved(document: Node, response: Node): Node {
  const reference = response.$ref;
  if (typeof reference !== 'string') return response;
  return reference
    .slice(2)
    .split('/')
    .reduce((node: Node, step) => node[step.replaceAll('~1', '/').replaceAll('~0', '~')] as Node, document);
}
