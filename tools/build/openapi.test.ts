import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { committedFiles, descriptionFiles } from './openapi.ts';

it('functions/system/openapi.json describes the operations there are: else run npm run openapi', async () => {
  expect(committedFiles().join() === (await descriptionFiles()).join()).toBe(true);
});

it('a validator with its default settings compiles every schema', () => {
  const [description] = committedFiles();
  const { paths, components } = JSON.parse(description);
  // What the format registry of OpenAPI names, as far as it is used, and the one keyword that JSON Schema does not have.
  const formats = { 'date-time': true, uuid: true, binary: true } as const;
  const schemas: unknown[] = Object.values(components.schemas);
  (function collect(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'schema') schemas.push(value);
      else collect(value);
    }
  })({ paths, responses: components.responses, headers: components.headers });
  expect(schemas.length).toBeGreaterThan(500);
  const ajv = new Ajv({ formats });
  ajv.addVocabulary(['components', 'example']);
  ajv.addSchema({ components }, 'api');
  for (const text of new Set(schemas.map((schema) => JSON.stringify(schema).replaceAll('"#/', '"api#/')))) {
    expect(() => ajv.compile(JSON.parse(text)), text.slice(0, 200)).not.toThrow();
  }
});
