import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { generateKeyPair } from '../../shared/base/crypto/private-key.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { bundleFunctions } from '../../tools/build/package/bundle.ts';
import { FUNCTIONS, SMALL } from '../../tools/build/package/functions.ts';
import type { Handler } from '../support/deployment.ts';
import { DOMAIN, httpApiEvent, httpApiResponse } from '../support/http-api-event.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { newThing } from '../support/things.ts';

const API = `https://${DOMAIN}/api/`;
const ORIGIN = 'https://editor.example';
const engine = await openSearchForTests();
const prefix = `overtime-${randomUUID()}-`;

/** More objects than any function stores within the time limit of these tests. */
const MANY = 3000;

const SMALL_SETTINGS = { SEARCH_ENDPOINT: '', SVC_DATA_DIR_ON: 'network' };
const LARGE_SETTINGS = {
  SEARCH_ENDPOINT: engine?.endpoint ?? '',
  SEARCH_PREFIX: prefix,
  SEARCH_REPLICAS: '0',
};

describe.each([
  ['small', [SMALL], SMALL_SETTINGS, true],
  ['search', FUNCTIONS.filter(({ name }) => name === 'search'), LARGE_SETTINGS, engine !== null],
] as const)(
  'the function %s, when a request is not done shortly before its end',
  (name, sources, settings, isThere) => {
    let directory: string;
    let handler: Handler;

    beforeAll(async () => {
      if (!isThere) return;
      directory = await mkdtemp(join(tmpdir(), 'overtime-'));
      const { privatePem } = await generateKeyPair();
      const all = { ...settings, SVC_DATA_DIR: join(directory, 'data'), SVC_LOOPBACK: API, CORS_ORIGINS: ORIGIN };
      for (const [key, value] of Object.entries({ ...all, LOG_LEVEL: 'silent', skyAdmin2: privatePem })) {
        vi.stubEnv(key, value);
      }
      const bundles = pathToFileURL(`${directory}/aws/`);
      await bundleFunctions(bundles, sources);
      handler = (await import(new URL(`${name}/index.mjs`, bundles).href)).handler;
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      if (!isThere) return;
      await rm(directory, { recursive: true, force: true });
      if (name === 'search') await removeIndices(engine?.endpoint ?? '', prefix);
    });

    /** @param milliseconds time limit of the answer */
    async function send(path: string, body: unknown, milliseconds = 20_000): Promise<Response> {
      const headers = { 'content-type': 'application/json', origin: ORIGIN };
      const event = await httpApiEvent(
        new Request(API + path, { headers, ...(body !== null && { method: 'POST', body: JSON.stringify(body) }) }),
      );
      const result = await handler(event, { getRemainingTimeInMillis: () => 1_500 + milliseconds });
      return httpApiResponse(result as APIGatewayProxyStructuredResultV2); // the result of an HTTP event
    }

    async function found(mark: string): Promise<number> {
      const answer = await send(`sky/repo/search?size=10000&ids=true&q=${mark}`, null);
      return (await answer.json()).length;
    }

    test.skipIf(!isThere)('reports that; later requests do not continue its work, which can be repeated', async () => {
      const mark = `mark${randomUUID().replaceAll('-', '')}`;
      const things = Array.from({ length: MANY }, () => newThing({ api: API }, { mark }));
      expect((await send('sky/repo/multiPut', [newThing({ api: API })])).status).toBe(200);
      const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true); // the log line about it
      const late = await send('sky/repo/multiPut', things, 60);
      write.mockRestore();
      expect([late.status, late.headers.get('access-control-allow-origin')]).toEqual([503, ORIGIN]);
      expect(await late.json()).toMatchObject({ type: 'urn:competency-service:problem:took-too-long' });
      await sleep(1_000); // calls in flight have reached the store
      const part = await found(mark);
      expect(part).toBeLessThan(MANY);
      for (let others = 0; others < 5; others++) {
        expect((await send('sky/repo/multiPut', [newThing({ api: API })])).status).toBe(200);
        await sleep(200);
      }
      expect(await found(mark)).toBe(part);
      for (let at = 0; at < MANY; at += 500) {
        const again = await send('sky/repo/multiPut', things.slice(at, at + 500));
        expect(await again.json()).toMatchObject({ stored: 500, failed: [] });
      }
      expect(await found(mark)).toBe(MANY);
    });
  },
);
