import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKeyPair } from '../../shared/base/crypto/private-key.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { bundleFunctions } from '../../tools/build/package/bundle.ts';
import type { Thing } from '../support/client.ts';
import { httpApiEvent, httpApiResponse } from '../support/http-api-event.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { newThing, shortId } from '../support/things.ts';

const SCRIPT = fileURLToPath(new URL('../support/frozen-function.mjs', import.meta.url));
const API = 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com/api/';
const engine = await openSearchForTests();

type Invocation = { readonly name: string; readonly request: Request };
type Outcome = { readonly response: Response; readonly pending: readonly string[] };

describe.skipIf(engine === null)('a function that is frozen after its response', () => {
  const prefix = `freeze-${randomUUID()}-`;
  let directory: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'freeze-'));
    await bundleFunctions(pathToFileURL(`${directory}/aws/`));
    environment = {
      SEARCH_ENDPOINT: engine?.endpoint ?? '',
      SEARCH_PREFIX: prefix,
      SEARCH_REPLICAS: '0',
      LOG_LEVEL: 'silent',
      SVC_LOOPBACK: API,
      skyAdmin2: (await generateKeyPair()).privatePem,
    };
  });
  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
    await removeIndices(engine?.endpoint ?? '', prefix);
  });

  /** Calls functions one after the other in a process that is killed at the last answer. */
  async function frozen(...invocations: readonly Invocation[]): Promise<readonly Outcome[]> {
    const calls = invocations.map(async ({ name, request }) => ({
      module: pathToFileURL(`${directory}/aws/${name}/index.mjs`).href,
      event: await httpApiEvent(request),
    }));
    const child = spawn(process.execPath, [SCRIPT], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify(await Promise.all(calls)));
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const results: { result: APIGatewayProxyStructuredResultV2; pending: string[] }[] = JSON.parse(output);
    return results.map(({ result, pending }) => ({ response: httpApiResponse(result), pending }));
  }

  const save = (thing: Thing): Invocation => ({ name: 'data', request: post(thing['@id'], thing) });
  const find = (query: string): Invocation => ({
    name: 'search',
    request: new Request(`${API}sky/repo/search?size=1000&q=${query}`),
  });

  test('G20 leaves an acknowledged save complete', async () => {
    const mark = `mark${randomUUID().replaceAll('-', '')}`;
    const thing = newThing({ api: API }, { mark });
    const [saved] = await frozen(save(thing));
    expect(saved?.response.status).toBe(200);
    const [read, found] = await frozen({ name: 'data', request: new Request(shortId(thing)) }, find(mark));
    expect(await read?.response.json()).toEqual(thing);
    expect(await found?.response.json()).toEqual([thing]);
  });

  test('G20 leaves an acknowledged batch complete', async () => {
    const mark = `mark${randomUUID().replaceAll('-', '')}`;
    const things = Array.from({ length: 250 }, () => newThing({ api: API }, { mark }));
    const [put] = await frozen({ name: 'search', request: post(`${API}sky/repo/multiPut`, things) });
    expect(await put?.response.json()).toMatchObject({ stored: 250, failed: [] });
    const [found] = await frozen(find(mark));
    expect(await found?.response.json()).toHaveLength(250);
  });

  test('has no work left between two requests', async () => {
    const outcomes = await frozen(save(newThing({ api: API })), find('*'), save(newThing({ api: API })));
    expect(outcomes.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    expect(outcomes.flatMap(({ pending }) => pending)).toEqual([]);
  });
});

function post(url: string, body: unknown): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
