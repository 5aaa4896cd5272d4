import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { parsePackage } from './parse-package.ts';
import { read } from './read.ts';
import { writePackage } from './write.ts';

const FILE = new URL('../../../shared/data/case-framework-sample.json', import.meta.url);
const BASE = 'https://here.example/api/';

type Package = Readonly<Record<'CFItems' | 'CFAssociations', readonly JsonObject[]>> & {
  readonly CFDocument: JsonObject;
  readonly CFDefinitions: Readonly<Record<string, readonly JsonObject[]>>;
};

async function roundTrip(text: string, version: 'v1p0' | 'v1p1'): Promise<{ written: Package; losses: unknown[] }> {
  const { frameworks, losses } = await read(await parsePackage(text), (uri) => uri);
  const [framework] = frameworks;
  if (framework === undefined) throw new Error('There is no framework.');
  const lost = [...losses];
  const written = JSON.parse([...writePackage(framework, { base: BASE, version, losses: lost })].join('')) as Package;
  return { written, losses: lost };
}

/** A part without links, addresses, and null values. */
function fieldsOf(part: JsonObject): JsonObject {
  const entries = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || /URI$|^uri$/.test(name)) return [];
    if (name === 'educationalLevel') return [['educationLevel', [value].flat()]];
    if (name === 'lastChangeDateTime') return [[name, `${String(value).replace(/Z$/, '')}Z`]];
    return [[name, value]];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function byIdentifier(parts: readonly JsonObject[]): Map<unknown, JsonObject> {
  return new Map(parts.map((part) => [part.identifier, part]));
}

const endOf = (association: JsonObject | undefined, name: string): unknown =>
  (association?.[name] as JsonObject)?.identifier;

describe.skipIf(!existsSync(FILE))('a package of a public server (skipped: no ../shared/data)', () => {
  it.each(['v1p0', 'v1p1'] as const)(
    'comes back with every field, association and definition in %s',
    async (version) => {
      const text = readFileSync(FILE, 'utf8');
      const given = JSON.parse(text) as Package;
      const { written, losses } = await roundTrip(text, version);
      expect(losses).toEqual([]);
      expect(fieldsOf(written.CFDocument)).toMatchObject(fieldsOf(given.CFDocument));
      const items = byIdentifier(written.CFItems);
      expect(written.CFItems).toHaveLength(given.CFItems.length);
      for (const item of given.CFItems)
        expect(fieldsOf(items.get(item.identifier) ?? {})).toMatchObject(fieldsOf(item));
      const stated = written.CFAssociations.map((one) =>
        JSON.stringify([one.associationType, endOf(one, 'originNodeURI'), endOf(one, 'destinationNodeURI')]),
      );
      for (const one of given.CFAssociations) {
        expect(stated).toContain(
          JSON.stringify([one.associationType, endOf(one, 'originNodeURI'), endOf(one, 'destinationNodeURI')]),
        );
      }
      for (const [name, definitions] of Object.entries(given.CFDefinitions)) {
        const found = byIdentifier(written.CFDefinitions[name] ?? []);
        for (const one of definitions) expect(fieldsOf(found.get(one.identifier) ?? {})).toMatchObject(fieldsOf(one));
      }
    },
  );
});
