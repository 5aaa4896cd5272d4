import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folders of sources. */
const FOLDERS = ['shared', 'functions', 'events', 'infra', 'tools', 'bench', 'editor/src'];

/** The rooms of `shared/`, and those that each may import. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  repository: ['base'],
  stores: ['base', 'repository'],
  people: ['base', 'repository'],
  profiles: ['base', 'repository'],
  exchange: ['base', 'repository', 'stores', 'people', 'profiles'],
  http: ['base', 'repository', 'stores', 'people', 'profiles', 'exchange'],
};

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports of every source file from other source files, including types. */
function fileGraph(): Graph {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ).filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|contract|d)\.ts$|\/(?:testing|contract)\//.test(file));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
        relative(ROOT, join(ROOT, dirname(file), path)),
      );
      return [file, new Set(imported.filter((to) => known.has(to)))];
    }),
  );
}

/** The same, between the folders of the rooms, such as `shared/repository/objects`; files beside them stand for themselves. */
function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of files) {
    if (!file.startsWith('shared/')) continue;
    const folder = folderOf(file);
    const others = [...imported].map(folderOf).filter((other) => other !== folder);
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  return folders;
}

function folderOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
}

/** Imports of a room from another one that it may not know, as `from -> to`. */
function upwardImports(files: Graph): readonly string[] {
  return [...files].flatMap(([file, imported]) => {
    const room = roomOf(file);
    if (room === null) return [];
    return [...imported]
      .filter((to) => roomOf(to) !== room && !ROOMS[room]?.includes(roomOf(to) ?? ''))
      .map((to) => `${file} -> ${to}`);
  });
}

function roomOf(file: string): string | null {
  const [folder, room = ''] = file.split('/');
  return folder === 'shared' ? room : null;
}

/** One cycle of a graph, as a path that ends where it begins; null when there is none. */
function findCycle(graph: Graph): string | null {
  const done = new Set<string>();
  const path: string[] = [];
  function visit(node: string): string | null {
    if (done.has(node)) return null;
    const start = path.indexOf(node);
    if (start !== -1) return [...path.slice(start), node].join(' -> ');
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(node);
    return null;
  }
  for (const node of graph.keys()) {
    const cycle = visit(node);
    if (cycle !== null) return cycle;
  }
  return null;
}

test('the source files import each other without cycles, also of types', () => {
  const graph = fileGraph();
  expect(graph.get('shared/repository/core-context.ts')).toContain('shared/repository/context.ts');
  expect(findCycle(graph)).toBeNull();
});

test('the rooms of shared/ import each other in one direction, also types', () => {
  const files = fileGraph();
  expect([...new Set([...files.keys()].map(roomOf))].filter((room) => room !== null).sort()).toEqual(
    Object.keys(ROOMS).sort(),
  );
  expect(upwardImports(files)).toEqual([]);
});

test('an import in the wrong direction is found', () => {
  const wrong = new Map([['shared/base/a.ts', new Set(['shared/http/b.ts'])]]);
  expect(upwardImports(wrong)).toEqual(['shared/base/a.ts -> shared/http/b.ts']);
});

test('the folders of shared/ import each other without cycles', () => {
  expect(findCycle(folderGraph(fileGraph()))).toBeNull();
});

test('a cycle is found wherever it is', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set<string>()],
    ['d', new Set(['b'])],
  ]);
  expect(findCycle(graph)).toBe('b -> d -> b');
});
