import { Buffer } from 'node:buffer';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import sample from '../fixtures/events/http-api.json' with { type: 'json' };

/** The address of the API in the sample event. */
export const DOMAIN = sample.requestContext.domainName;

/** Types whose bodies API Gateway passes on as text; all others arrive in base64. */
const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)(?:;|$))/i;

/**
 * The event of an HTTP API for a request (payload format version 2.0): the sample, filled in as API Gateway does. Header names are in
 * lower case, repeated ones joined, the path is decoded, and cookies are separate.
 *
 * @param routeKey of the route that matched
 */
export async function httpApiEvent(request: Request, routeKey = '$default'): Promise<APIGatewayProxyEventV2> {
  const url = new URL(request.url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  const body = Buffer.from(await request.arrayBuffer());
  const isBase64Encoded = body.length > 0 && !TEXT.test(headers['content-type'] ?? '');
  const path = decoded(url.pathname);
  const { cookies: _cookies, queryStringParameters: _query, ...rest } = sample;
  const query = [...Map.groupBy(url.searchParams, ([name]) => name)];
  return {
    ...rest,
    routeKey,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: { ...sample.headers, 'content-length': String(body.length), ...headers, host: DOMAIN },
    ...(query.length > 0 && {
      queryStringParameters: Object.fromEntries(
        query.map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(',')]),
      ),
    }),
    requestContext: {
      ...sample.requestContext,
      routeKey,
      http: { ...sample.requestContext.http, method: request.method, path },
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The response of an HTTP API for a function's result, which may have at most 6 MB as JSON. */
export function httpApiResponse(result: APIGatewayProxyStructuredResultV2): Response {
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (Buffer.byteLength(JSON.stringify(result)) > 6 * 1024 * 1024) return new Response(null, { status: 502 });
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const made = new Response([204, 304].includes(statusCode) ? null : bytes, { status: statusCode });
  for (const [name, value] of Object.entries(headers)) made.headers.set(name, String(value));
  for (const cookie of cookies) made.headers.append('set-cookie', cookie);
  return made;
}
