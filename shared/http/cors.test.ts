import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { EXPOSED_HEADERS } from './cors.ts';

const DESCRIPTION = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.object({ headers: z.optional(z.record(z.string(), z.unknown())) })),
      }),
    ),
  ),
});

test('pages may read every header that the API description names, but cookies', async () => {
  const file = new URL('../../functions/system/openapi.json', import.meta.url);
  const { paths } = DESCRIPTION.parse(JSON.parse(await readFile(file, 'utf8')));
  const answers = Object.values(paths).flatMap(Object.values<z.infer<typeof DESCRIPTION>['paths'][string][string]>);
  const described = answers.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)),
  );
  const names = new Set(described.map((name) => name.toLowerCase()));
  names.delete('set-cookie');
  expect(names.size).toBeGreaterThan(5);
  expect(EXPOSED_HEADERS.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining([...names]));
});

test('pages may read the session of MCP, the challenge of a sign-in, and the version of xAPI', () => {
  expect(EXPOSED_HEADERS).toEqual(
    expect.arrayContaining(['Mcp-Session-Id', 'WWW-Authenticate', 'X-Experience-API-Version']),
  );
});
