import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import { createCalculator } from '../../shared/profiles/engine/calculator.ts';
import { assertions, framework, goals, NOW } from '../../shared/profiles/engine/testing/notation.ts';
import { loadStages } from './profile-stages.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stages-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function stage(name: string, order = 70): string {
  return `export const stage = { name: '${name}', order: ${order} };\n`;
}

/** Reasons for refusing to start. */
async function refusal(files: Readonly<Record<string, string>>): Promise<string> {
  await write(files);
  try {
    await loadStages(directory);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('a directory of stages', () => {
  test('yields one stage for each *.js, *.mjs and *.ts file directly in it, in the order of their names', async () => {
    await write({
      'b.mjs': stage('second'),
      'a.ts': `const order: number = 70;\nexport const stage = { name: 'first', order };\n`,
      'c.js': `exports.stage = { name: 'third', order: 1 };\n`,
      'types.d.ts': 'export {};\n',
      'README.md': 'Ours.\n',
      '.hidden.mjs': 'throw new Error();\n',
      'lib/help.mjs': 'throw new Error();\n',
    });
    const { stages, files } = await loadStages(directory);
    expect(stages.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    expect(files.get('second')).toBe(join(directory, 'b.mjs'));
  });

  test('may consist of links, as mounted configuration does', async () => {
    await write({ '..data/a.mjs': stage('linked') });
    await symlink(join('..data', 'a.mjs'), join(directory, 'a.mjs'));
    expect((await loadStages(directory)).stages.map(({ name }) => name)).toEqual(['linked']);
  });

  test('has another digest when one of its files changes, even one that a stage imports from a subdirectory', async () => {
    const digest = async (files: Readonly<Record<string, string>>): Promise<string> => {
      await write(files);
      return (await loadStages(directory)).digest;
    };
    const first = await digest({ 'a.mjs': stage('own'), 'lib/help.mjs': 'export const one = 1;\n' });
    expect(await digest({})).toBe(first);
    const second = await digest({ 'lib/help.mjs': 'export const one = 2;\n' });
    const third = await digest({ 'b.mjs': stage('other') });
    expect(new Set([first, second, third]).size).toBe(3);
  });
});

describe('a start is refused with the file and the reason', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a file that cannot be parsed', { 'a.mjs': 'export const stage = {' }, 'a.mjs cannot be loaded: '],
    ['a file that fails', { 'a.mjs': 'throw new Error("no licence");' }, 'a.mjs cannot be loaded: no licence'],
    ['a file without a stage', { 'a.mjs': 'export default {};' }, 'a.mjs is missing: the file must export it'],
    ['a misspelt hook', { 'a.mjs': 'export const stage = { name: "x", order: 1, nodes() {} };' }, 'a.mjs has "nodes"'],
    ['two of one name', { 'a.mjs': stage('x'), 'b.mjs': stage('x') }, 'b.mjs is called "x", as a stage of '],
    ['the name of a stage of every calculation', { 'a.mjs': stage('direct') }, 'as a stage of every calculation is'],
    ['a directory without any', { 'a.txt': '' }, 'which has no *.js, *.mjs or *.ts file'],
  ])('for %s', async (_, files, words) => {
    expect(await refusal(files)).toContain(words);
  });

  test('for a missing directory', async () => {
    directory = join(directory, 'none');
    await expect(loadStages(directory)).rejects.toThrow(
      /^PROFILE_STAGES_DIRECTORY is ".*none", which cannot be read: /,
    );
  });
});

test('the example of a stage adds a summary to profiles', async () => {
  const own = await loadStages(fileURLToPath(new URL('../../examples/profile-stages', import.meta.url)));
  const { before, after } = await createCalculator(own, () => undefined).calculate({
    graph: framework('C>P, D>P', 'P C'),
    assertions: assertions('+C@1'),
    person: { goals: goals('P, C') },
    options: { now: NOW },
  });
  expect(JSON.parse(`${before},${after}`).summary).toEqual({
    competencies: 2,
    achieved: 1,
    goals: 2,
    goalsAchieved: 1,
  });
});
