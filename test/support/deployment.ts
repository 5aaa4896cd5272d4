import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { DOMAIN, httpApiEvent, httpApiResponse } from './http-api-event.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Resource = { readonly Type: string; readonly Properties: Readonly<Record<string, unknown>> };

/** The output of `npm run package`. */
export type Deployment = {
  readonly resources: Readonly<Record<string, Resource>>;
  /** Names of the functions. */
  readonly functions: readonly string[];
  /** Folder in this repository that contains the output. */
  readonly place: string;
  /** Paths of the packaged template, and of the zip of a function. */
  readonly template: string;
  readonly zip: (name: string) => string;
  /** Files in the zip of a function, by their paths from its folder. */
  readonly files: (name: string) => Promise<readonly string[]>;
  /** The environment of a function in the template. */
  readonly environment: (name: string) => { readonly Variables: Readonly<Record<string, unknown>> };
  /**
   * Loads a function from its zip with separate module state, as a new process does.
   *
   * @param instance distinguishes processes of one function
   */
  readonly load: (name: string, instance?: string) => Promise<Handler>;
  /** The function and the route that an HTTP API chooses for a request. */
  readonly route: (method: string, path: string) => { readonly name: string; readonly routeKey: string };
  readonly remove: () => Promise<void>;
};

/** A function: returns the answer to an event. */
export type Handler = (event: unknown, invocation?: unknown) => Promise<unknown>;

/**
 * Runs `npm run package` without credentials and unpacks its zips.
 *
 * @param environment settings
 * @param again an earlier deployment, which this one replaces
 */
export async function packageDeployment(
  environment: Readonly<Record<string, string>> = {},
  again?: Pick<Deployment, 'place'>,
): Promise<Deployment> {
  const home = await mkdtemp(join(tmpdir(), 'deployment-'));
  await mkdir(join(ROOT, '.run'), { recursive: true });
  const place = again?.place ?? relative(ROOT, await mkdtemp(join(ROOT, '.run/deployment-')));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    BUNDLES: `${place}/aws`,
    PACKAGES: `${place}/packages`,
    ...environment,
  };
  execFileSync(process.execPath, ['tools/build/package.ts'], { cwd: ROOT, env, stdio: 'pipe' });
  const template = join(ROOT, place, 'packages/cloudformation-template-update-stack.json');
  const text = await readFile(template, 'utf8');
  const { Resources: resources }: { Resources: Deployment['resources'] } = JSON.parse(text);
  const functions = Object.values(resources).flatMap(({ Type, Properties: { FunctionName: name } }) =>
    Type === 'AWS::Lambda::Function' ? [String(name).replace(/^.*-dev-/, '')] : [],
  );
  const zip = (name: string) => join(ROOT, place, `packages/${name}.zip`);
  for (const name of functions) {
    execFileSync('python3', ['-m', 'zipfile', '-e', zip(name), join(home, name)]);
  }
  const routes = routesOf(resources);
  return {
    resources,
    functions,
    place,
    template,
    zip,
    async files(name) {
      const found = await readdir(join(home, name), { recursive: true, withFileTypes: true });
      const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return files.map((file) => relative(join(home, name, place, 'aws', name), file)).toSorted();
    },
    environment: (name) => functionOf(resources, name)['Environment'] as ReturnType<Deployment['environment']>, // as templates have it
    async load(name, instance = '') {
      const place = String(functionOf(resources, name)['Handler']);
      const [, file, exported] = /^(.+)\.([^.]+)$/.exec(place) ?? [];
      const module: Record<string, Handler> = await import(
        `${pathToFileURL(join(home, name, `${file}.mjs`))}?${instance}`
      );
      const handler = module[exported ?? ''];
      if (handler === undefined) throw new Error(`The zip of ${name} has no ${place}.`);
      return handler;
    },
    async remove() {
      for (const folder of [home, join(ROOT, place)]) await rm(folder, { recursive: true, force: true });
    },
    route(method, path) {
      const matching = routes.filter((route) => route.matches(method, path));
      const [best] = matching.sort((a, b) => b.weight - a.weight);
      if (best === undefined) throw new Error(`No route takes ${method} ${path}.`);
      return best;
    },
  };
}

/** Properties of a function. */
function functionOf(resources: Deployment['resources'], name: string): Resource['Properties'] {
  const found = Object.values(resources).find(
    ({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' && String(Properties['FunctionName']).endsWith(`-dev-${name}`),
  );
  if (found === undefined) throw new Error(`The template has no function ${name}.`);
  return found.Properties;
}

/**
 * The routes of the HTTP API. API Gateway chooses the most specific one: a whole path, then the longest prefix. Where its
 * documentation is silent, this is the harder case for the service: a path variable matches an empty rest, and none that starts with
 * a slash.
 */
function routesOf(resources: Deployment['resources']) {
  return Object.values(resources).flatMap(({ Type, Properties }) => {
    const key = String(Properties['RouteKey']);
    const [, integration] = /"(?:HttpApiIntegration)(\w+)"/.exec(JSON.stringify(Properties['Target'] ?? '')) ?? [];
    if (Type !== 'AWS::ApiGatewayV2::Route' || integration === undefined) return [];
    const [method = '', template = ''] = key.split(' ');
    const name = integration
      .replaceAll('Dash', '-')
      .replace(/(?<=[a-z])[A-Z]/g, '-$&')
      .toLowerCase();
    const greedy = template.endsWith('/{proxy+}');
    const beginning = template.replace('{proxy+}', '');
    const matches = (asked: string, path: string): boolean => {
      if (key === '$default') return true;
      if (method !== 'ANY' && method !== asked) return false;
      return greedy ? path.startsWith(beginning) && path.charAt(beginning.length) !== '/' : path === template;
    };
    const weight = key === '$default' ? 0 : beginning.length * 2 + (greedy ? 0 : 1);
    return [{ routeKey: key, name, matches, weight }];
  });
}

/** Sends requests to the functions of a deployment as an HTTP API does. */
export function throughHttpApi(deployment: Deployment): typeof fetch {
  const handlers = new Map<string, Promise<Handler>>();
  return async (input, init) => {
    const request = new Request(input, init);
    const { name, routeKey } = deployment.route(request.method, new URL(request.url).pathname);
    let handler = handlers.get(name);
    if (handler === undefined) {
      handler = deployment.load(name);
      handlers.set(name, handler);
    }
    const event: APIGatewayProxyEventV2 = await httpApiEvent(request, routeKey);
    const result = await (await handler)(JSON.parse(JSON.stringify(event)));
    return httpApiResponse(result as APIGatewayProxyStructuredResultV2); // the result of functions behind an HTTP API
  };
}

/** The address of the API in the events. */
export const URL_OF_API = `https://${DOMAIN}/`;
