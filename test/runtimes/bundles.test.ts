import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS } from '../../shared/base/config/settings/settings.ts';
import { type Bundle, bundleFunctions } from '../../tools/build/package/bundle.ts';
import { FUNCTIONS, HEAVY } from '../../tools/build/package/functions.ts';

const NAMES = FUNCTIONS.map(({ name }) => name);
let directory: string;
let bundles: ReadonlyMap<string, Bundle>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bundles-'));
  const built = await bundleFunctions(pathToFileURL(`${directory}/`));
  bundles = new Map(built.map((bundle) => [bundle.source.name, bundle]));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function inputsOf(name: string): readonly string[] {
  return [...(bundles.get(name)?.inputs.keys() ?? [])];
}

test.each(NAMES)('the bundle of %s is within its limit', (name) => {
  const bundle = bundles.get(name);
  expect(bundle?.bytes).toBeLessThanOrEqual(bundle?.source.limit ?? 0);
});

test.each(NAMES)('the bundle of %s contains no code of another group', (name) => {
  const own = FUNCTIONS.find((source) => source.name === name)?.own ?? [];
  const groups = inputsOf(name).filter((path) => /^(?:functions|events)\//.test(path));
  expect(groups.filter((path) => !own.some((folder) => path.startsWith(folder)))).toEqual([]);
});

test.each(NAMES)('the bundle of %s contains none of the heavy parts that it does not need', (name) => {
  const own = FUNCTIONS.find((source) => source.name === name)?.own ?? [];
  const foreign = HEAVY.filter(({ folder }) => !own.includes(folder));
  const found = inputsOf(name).filter((path) =>
    foreign.some(({ folder, except }) => path.startsWith(folder) && !except.some((part) => path.startsWith(part))),
  );
  expect(found).toEqual([]);
});

test('no bundle contains an AWS SDK, locales of schema messages, descriptions of operations, or tests', () => {
  const unwanted =
    /@aws-sdk|zod\/v4\/locales|\.(?:test|contract|fixture)\.ts$|\/testing\/|^functions\/[a-z-]+\/routes\.ts$/;
  const bundled = NAMES.flatMap((name) =>
    [...(bundles.get(name)?.inputs ?? [])].map((input) => [name, ...input] as const),
  );
  // The MCP SDK includes the messages in English.
  const inputs = bundled.flatMap(([name, ...input]) => (name === 'mcp' && /\/en\.js$/.test(input[0]) ? [] : [input]));
  const emptyNamespace = 20; // bytes: esbuild may leave a namespace object without members
  expect(inputs.filter(([path, bytes]) => unwanted.test(path) && bytes > emptyNamespace)).toEqual([]);
});

test.each(NAMES)(
  'the bundle of %s contains no sentence that is only for the documentation of settings',
  async (name) => {
    const text = await readFile(join(directory, name, 'index.mjs'), 'utf8');
    const beginnings = Object.values(SETTINGS).map(({ effect }) => effect.slice(0, 30).replace(/[`'"].*/, ''));
    expect(beginnings.filter((words) => words.length > 20 && text.includes(words))).toEqual([]);
  },
);

test('L3 building a bundle again gives the same bytes', async () => {
  const again = await mkdtemp(join(tmpdir(), 'bundles-'));
  const [system] = FUNCTIONS.filter(({ name }) => name === 'system');
  await bundleFunctions(pathToFileURL(`${again}/`), system && [system]);
  const [first, second] = await Promise.all(
    [directory, again].map((folder) => readFile(join(folder, 'system', 'index.mjs'), 'utf8')),
  );
  await rm(again, { recursive: true });
  expect(second).toBe(first);
});
