import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arnOf, type IamRequest } from './role.ts';

/** The services that functions call, and the names of their resources in the packaged template. */
export type Services = {
  /** Addresses of the services. */
  readonly dynamoDb: string;
  readonly search: string;
  readonly parameters: string;
  /** The management endpoint of the WebSocket API with its stage, such as `http://127.0.0.1:31234/live`. */
  readonly channel: string;
  /** The prefix of table names in the template; they end in the same word here. */
  readonly tablePrefix: string;
  /** Name of the search domain in the template. */
  readonly domain: string;
  /** Stage of the WebSocket API in the template. */
  readonly stage: string;
};

/** Replaces all AWS services for one function. */
export type RoleGate = {
  /** Settings that lead a function to it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

/** A call with the operations that it requests, its target, and how that service refuses. */
type Call = {
  readonly requests: readonly IamRequest[];
  readonly target: string;
  readonly refusal: (iamRequest: IamRequest) => { readonly status: number; readonly body: unknown };
};

/**
 * Starts a gate on a free port of loopback. It forwards allowed calls, and refuses all others in place of the service, which checks
 * nothing here.
 */
export async function startRoleGate(
  services: Services,
  allows: (iamRequest: IamRequest) => boolean,
): Promise<RoleGate> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { requests, target, refusal } = callOf(services, request, body);
    const missing = requests.find((iamRequest) => !allows(iamRequest));
    if (missing === undefined) return pass(target, request, body, response);
    const refused = refusal(missing);
    response.writeHead(refused.status, { 'content-type': 'application/json' }).end(JSON.stringify(refused.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens at a port
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    settings: {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_SSM: endpoint,
      SEARCH_ENDPOINT: endpoint,
      WS_ENDPOINT: endpoint + new URL(services.channel).pathname,
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function callOf(services: Services, { method = '', url = '', headers }: IncomingMessage, body: Buffer): Call {
  const [, service, operation = ''] = /^(DynamoDB|AmazonSSM)\w*\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? [];
  if (service === 'DynamoDB') return tableCall(services, operation, JSON.parse(body.toString()));
  if (service === 'AmazonSSM') return parameterCall(services, operation, JSON.parse(body.toString()));
  const [path = ''] = url.split('?');
  const [, connection] = /^\/[^/]+\/(@connections\/.+)$/.exec(path) ?? [];
  if (connection !== undefined) {
    const resource = `${arnOf('execute-api')}WebsocketsApi/${services.stage}/${method}/${connection}`;
    const requests = [{ action: 'execute-api:ManageConnections', resource }];
    return { requests, target: new URL(services.channel).origin, refusal: forbidden };
  }
  const action = `es:ESHttp${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  const requests = [{ action, resource: `${arnOf('es')}domain/${services.domain}${path}` }];
  return { requests, target: services.search, refusal: forbidden };
}

function tableCall({ tablePrefix, dynamoDb }: Services, operation: string, body: Record<string, unknown>): Call {
  const names = [body['TableName'] ?? Object.keys(body['RequestItems'] ?? {})].flat().map(String);
  const requests = names.map((name) => ({
    action: `dynamodb:${operation}`,
    resource: `${arnOf('dynamodb')}table/${name.replace(/^.*-/, tablePrefix)}`,
  }));
  return { requests, target: dynamoDb, refusal: denied };
}

function parameterCall({ parameters }: Services, operation: string, body: Record<string, unknown>): Call {
  const resource = `${arnOf('ssm')}parameter${body['Name']}`;
  const context = { 'ssm:Overwrite': String(body['Overwrite'] ?? false) };
  return { requests: [{ action: `ssm:${operation}`, resource, context }], target: parameters, refusal: denied };
}

function denied(iamRequest: IamRequest): ReturnType<Call['refusal']> {
  const __type = 'com.amazon.coral.service#AccessDeniedException';
  return { status: 400, body: { __type, Message: words(iamRequest) } };
}

function forbidden(iamRequest: IamRequest): ReturnType<Call['refusal']> {
  return { status: 403, body: { Message: words(iamRequest) } };
}

function words({ action, resource }: IamRequest): string {
  return `User is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
}

/** The signature covers the address that the call was made to, so its headers are passed on unchanged. */
function pass(target: string, { method, url = '/', headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { hostname, port } = new URL(target);
  const onward = send({ hostname, port, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}
