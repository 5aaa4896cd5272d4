import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withPrefix } from '../../shared/exchange/frameworks/vocabulary.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';
import { read } from './read.ts';
import { write } from './write.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const FILES = [
  'ctdlasn-bcsp-csp.json',
  'ctdlasn-DQP.jsonld',
  'ctdlasn-ConnectingCredentials.json',
  'ctdlasn-ConnectingCredentialsLevels.json',
];

/** The statements of a graph: node, property, value. Single values and arrays with one element are the same. */
function statements(graph: readonly Json[]): Set<string> {
  const found = new Set<string>();
  for (const node of graph as JsonObject[]) {
    for (const [name, value] of Object.entries(node)) {
      if (name === '@id') continue;
      for (const one of [value].flat()) found.add(JSON.stringify([node['@id'], withPrefix(name), plain(one)]));
    }
  }
  return found;
}

function plain(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as JsonObject);
  if (entries.length === 1 && entries[0]?.[0] === '@id') return entries[0][1];
  return Object.fromEntries(
    entries.map(([tag, text]) => [tag, Array.isArray(text) && text.length === 1 ? (text[0] ?? '') : text]),
  );
}

/** Whether a statement about the hierarchy is implied by other statements. */
function isImplied(statement: string, roots: readonly string[]): boolean {
  const [, name, value] = JSON.parse(statement) as [string, string, Json];
  return name === 'ceasn:isChildOf' && roots.includes(String(value));
}

describe.skipIf(!existsSync(DATA))('CTDL-ASN documents of publishers (skipped: no ../shared/data)', () => {
  it.each(FILES)('%s comes back with every statement', async (file) => {
    const graph = (JSON.parse(readFileSync(new URL(file, DATA), 'utf8')) as { '@graph': Json[] })['@graph'];
    const { frameworks, losses } = await read(graph);
    const written = frameworks.map((framework) => write(framework));
    const nodes = written.flatMap((each) => [...each.nodes]);
    const after = statements(nodes);
    const roots = frameworks.map(({ root }) => root.id);
    expect(losses).toEqual([]);
    expect(written.flatMap((each) => each.losses)).toEqual([]);
    expect([...statements(graph)].filter((one) => !after.has(one) && !isImplied(one, roots))).toEqual([]);
    const again = await read(nodes);
    expect(again.frameworks.flatMap((framework) => [...write(framework).nodes])).toEqual(nodes);
  });
});
