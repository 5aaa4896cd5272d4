import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findJdk, javaMajor } from './java.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'java-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function kit(name: string, version: string, programs: readonly string[] = ['java', 'javac']): Promise<string> {
  const home = join(root, name);
  await mkdir(join(home, 'bin'), { recursive: true });
  for (const program of programs) await writeFile(join(home, 'bin', program), '');
  await writeFile(join(home, 'release'), `IMPLEMENTOR="Somebody"\nJAVA_VERSION="${version}"\n`);
  return home;
}

const find = (least: number, environment: NodeJS.ProcessEnv = {}) => findJdk(least, environment, [join(root, '*')]);

test.each([
  ['25.0.3', 25],
  ['21', 21],
  ['26-ea', 26],
  ['17.0.15+6', 17],
  ['1.8.0_412', 8],
  ['', null],
  ['unknown', null],
])('the major version of Java %s is %s', (version, major) => {
  expect(javaMajor(version)).toBe(major);
});

test('JAVA_HOME comes first, then its relatives, then the java of the path, then the newest of the usual places', async () => {
  await kit('a', '22');
  const newest = await kit('b', '25.0.1');
  const named = await kit('c', '21.0.2');
  const onPath = await kit('d', '23');
  await mkdir(join(root, 'links'));
  await symlink(join(onPath, 'bin', 'java'), join(root, 'links', 'java'));
  const PATH = join(root, 'links');
  expect(await find(21)).toEqual({ home: newest, version: 25 });
  expect(await find(21, { PATH })).toEqual({ home: onPath, version: 23 });
  expect(await find(21, { PATH, JAVA_HOME_21_X64: named })).toEqual({ home: named, version: 21 });
  expect(await find(21, { PATH, JAVA_HOME_21_X64: named, JAVA_HOME: newest })).toEqual({ home: newest, version: 25 });
});

test('a Java that is too old is skipped, even as JAVA_HOME', async () => {
  const old = await kit('old', '17.0.15');
  const fresh = await kit('fresh', '25.0.3');
  expect(await find(21, { JAVA_HOME: old })).toEqual({ home: fresh, version: 25 });
  expect(await find(17, { JAVA_HOME: old })).toEqual({ home: old, version: 17 });
});

test('a runtime without a compiler is not a development kit, and the reason names the wanted version', async () => {
  await kit('runtime', '25', ['java']);
  expect(await find(21, { JAVA_HOME: join(root, 'nowhere') })).toEqual({
    absent: expect.stringContaining('version 21 or newer'),
  });
});
