import { describe, expect, it } from 'vitest';
import { CATALOG } from '../shared/base/errors/catalog.ts';
import { describeApi } from '../tools/build/openapi/description.ts';
import { manifests } from './manifests.ts';

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>;
  readonly security?: object;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: string }>>;
  };
};

const document = JSON.parse(JSON.stringify(describeApi(manifests))) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byId = Object.fromEntries(operations.map((operation) => [operation.operationId, operation]));

const statusesOf = (id: string): string =>
  Object.keys(byId[id]?.responses ?? {})
    .sort()
    .join(' ');

describe('the API description', () => {
  it('is OpenAPI 3.0.3 under the title and version that clients know', () => {
    expect(document.openapi).toBe('3.0.3');
    expect(document.info).toMatchObject({ title: 'CaSS', version: '1.7.7' });
  });

  it('declares openId as optional for all operations', () => {
    expect(document.components.securitySchemes.openId?.type).toBe('openIdConnect');
    expect(document.security).toEqual([{ openId: [] }, {}]);
    expect(operations.filter((operation) => operation.security !== undefined)).toEqual([]);
  });

  it('names every operation once, with a summary, under a declared tag', () => {
    expect(Object.keys(byId)).toHaveLength(operations.length);
    const tags = document.tags.map(({ name }) => name);
    for (const {
      summary,
      tags: [tag = ''],
    } of operations) {
      expect(summary).not.toBe('');
      expect(tags).toContain(tag);
    }
  });

  it('names every variable segment of a path as a parameter', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(segments);
      }
    }
  });

  it('H2 lists exactly the statuses that each operation can return', () => {
    expect(statusesOf('ping')).toBe('200 400 500');
    expect(statusesOf('readyz')).toBe('200 400 500 503');
    expect(statusesOf('getObject')).toBe('200 304 400 401 403 404 406 412 413 419 422 429 451 500 503');
    expect(statusesOf('deleteObject')).toBe('200 400 401 403 409 412 419 422 429 451 500 503');
    expect(statusesOf('search')).toBe('200 400 401 403 404 419 422 429 451 500 502 503 504');
    expect(statusesOf('createIdentity')).toBe('200 400 401 403 413 415 422 429 500 503');
  });

  it('lists the errors of a body only for operations with a body', () => {
    for (const { requestBody, responses } of operations) {
      if (requestBody !== undefined) expect(responses).toHaveProperty('413');
      expect('415' in responses).toBe(requestBody !== undefined);
    }
  });

  it('lists the errors of a signature sheet only for operations that accept one', () => {
    for (const { parameters, responses } of operations) {
      const signed = parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'signatureSheet');
      expect('419' in responses).toBe(signed);
      expect('451' in responses).toBe(signed);
    }
  });

  it('lists errors by codes of the catalog, under their status', () => {
    const referred = (name: string) => document.components.responses[name.replace('#/components/responses/', '')];
    for (const { responses } of operations) {
      for (const [status, response] of Object.entries(responses)) {
        const { description = '' } = response.$ref === undefined ? response : (referred(response.$ref) ?? {});
        for (const [, code = ''] of description.matchAll(/^`([a-z0-9-]+)`: /gm)) {
          expect(Object.entries(CATALOG).find(([name]) => name === code)?.[1].status).toBe(Number(status));
        }
      }
    }
  });
});
