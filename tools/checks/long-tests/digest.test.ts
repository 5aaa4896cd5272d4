import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COVERED_BY_ALL, LONG_PROJECTS } from '../../../test/long-projects.ts';
import { digestOf, digestOfProject } from './digest.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'digest-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  for (const path of ['a/one.ts', 'a/deep/two.ts', 'a/one.test.ts', 'b/three.ts', 'c.json']) write(path, path);
  write('.gitignore', 'made/\n');
  execFileSync('git', ['add', '.'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const digest = (...patterns: string[]) => digestOf(root, patterns, /\.test\.ts$/);

test.each<[string, () => void]>([
  ['an edited file', () => write('a/one.ts', 'other')],
  ['an edited file in a folder', () => write('a/deep/two.ts', 'other')],
  ['a new file', () => write('a/new.ts', '')],
  ['a removed file', () => rmSync(join(root, 'a/one.ts'))],
  [
    'a renamed file',
    () => {
      rmSync(join(root, 'a/one.ts'));
      write('a/renamed.ts', 'a/one.ts');
    },
  ],
])('%s is noticed, committed or not', (_what, change) => {
  const before = digest('a/**', 'c.json');
  change();
  expect(digest('a/**', 'c.json')).not.toBe(before);
});

test.each<[string, () => void]>([
  ['elsewhere', () => write('b/three.ts', 'other')],
  ['that are tests', () => write('a/one.test.ts', 'other')],
  ['that git ignores', () => write('a/made/x.ts', '')],
])('changes of files %s are not noticed', (_what, change) => {
  const before = digest('a/**', 'c.json');
  change();
  expect(digest('a/**', 'c.json')).toBe(before);
});

test('a pattern may name several alternatives', () => {
  expect(digest('{a,b}/*.ts')).toBe(digest('a/one.ts', 'b/three.ts'));
});

test('a pattern that no file matches is refused, and so is a folder without git', () => {
  expect(() => digest('a/**', 'd/**')).toThrow('No file matches d/**.');
  rmSync(join(root, '.git'), { recursive: true });
  expect(() => digest('a/**')).toThrow();
});

test.each([
  [true, 'noticed'],
  [false, 'not noticed'],
] as const)('with coversUnitTests %s, a changed unit test is %s', (coversUnitTests, outcome) => {
  for (const path of COVERED_BY_ALL) write(path, path);
  const project = { name: 'long', include: ['c.json'], testTimeoutMs: 1, covers: ['a/**'], coversUnitTests };
  const before = digestOfProject(root, project);
  write('a/one.test.ts', 'other');
  expect(digestOfProject(root, project) === before).toBe(outcome === 'not noticed');
});

test.each(LONG_PROJECTS)('$name covers existing files', (project) => {
  const repository = fileURLToPath(new URL('../../../', import.meta.url));
  expect(digestOfProject(repository, project)).toMatch(/^[0-9a-f]{64}$/);
});
