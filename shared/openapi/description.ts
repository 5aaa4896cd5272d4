import type { RouteGroup } from '../http/route.ts';
import { describeOperation, HEADERS } from './operation.ts';
import type { Named, Node } from './schema.ts';

const INTRODUCTION = `A repository and exchange hub for competency data: JSON-LD objects are stored, versioned, searched and shared by RSA key.

**Two bindings.** A request has a JSON body (\`application/json\`, \`application/ld+json\`) or is a form
(\`multipart/form-data\`, \`application/x-www-form-urlencoded\`) whose parts are the texts that the client library sends.

**Who is calling** is proved by a signature sheet: an array of entries, each signed with an RSA key and valid for a limited
time. It comes in the \`signatureSheet\` header, in the form part of that name, or with the JSON body. Without one a request
is anonymous, which is enough for everything that is public. An address that answers GET answers HEAD too.

**Errors** are problem details (RFC 9457) whose \`type\` ends in a code of those listed at each operation. Requests that are
forms, and those whose \`Accept\` prefers \`text/plain\`, get the sentence alone.`;

/**
 * The OpenAPI 3.0.3 description of the API (specification: Versioning 1), made from the routes and the schemas that the
 * handlers check with. Made at build time: `npm run openapi`.
 */
export function describeApi(groups: readonly RouteGroup[]): Node {
  const named: Named = { schemas: {}, responses: {} };
  const paths: Record<string, Node> = {};
  for (const { name, routes } of groups) {
    for (const route of routes) {
      paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(name, route, named) };
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'CaSS',
      version: '1.7.7',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    // Without single sign-on the service uses key-based security instead: both are possible for every operation.
    security: [{ openId: [] }, {}],
    paths,
    components: {
      schemas: sorted(named.schemas),
      responses: sorted(named.responses),
      headers: HEADERS,
      securitySchemes: {
        openId: { type: 'openIdConnect', openIdConnectUrl: '/.well-known/openid-configuration' },
      },
    },
  };
}

function sorted(nodes: Readonly<Record<string, Node>>): Node {
  return Object.fromEntries(Object.entries(nodes).sort(([a], [b]) => (a < b ? -1 : 1)));
}
