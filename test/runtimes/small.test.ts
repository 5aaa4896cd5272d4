import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundleFunctions } from '../../scripts/package/bundle.ts';
import { SMALL } from '../../scripts/package/functions.ts';
import type { Handler } from '../support/deployment.ts';
import { DOMAIN, httpApiEvent, httpApiResponse } from '../support/http-api-event.ts';
import { smoke } from './smoke.ts';

const URL_OF_API = `https://${DOMAIN}/`;
const INVOCATION = { getRemainingTimeInMillis: () => 60_000 };

describe('the one function of a small deployment, on the embedded store', () => {
  let directory: string;
  let handler: Handler;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'small-'));
    vi.stubEnv('SVC_DATA_DIR', join(directory, 'data'));
    vi.stubEnv('SVC_DATA_DIR_ON', 'network');
    vi.stubEnv('SVC_LOOPBACK', `${URL_OF_API}api/`);
    vi.stubEnv('SEARCH_ENDPOINT', '');
    vi.stubEnv('LOG_LEVEL', 'silent');
    const bundles = pathToFileURL(`${directory}/aws/`);
    await bundleFunctions(bundles, [SMALL]);
    handler = (await import(new URL('small/index.mjs', bundles).href)).handler;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true, force: true });
  });

  smoke(() => ({
    url: URL_OF_API,
    api: `${URL_OF_API}api/`,
    postMaxSize: 4_500_000,
    async fetch(input, init) {
      const event = await httpApiEvent(new Request(input, init));
      return httpApiResponse((await handler(event, INVOCATION)) as APIGatewayProxyStructuredResultV2); // of an HTTP event
    },
  }));

  test('a schedule is the same function', async () => {
    const event = JSON.parse(await readFile(new URL('../fixtures/events/scheduled.json', import.meta.url), 'utf8'));
    expect(await handler(event, INVOCATION)).toBeUndefined();
  });
});
