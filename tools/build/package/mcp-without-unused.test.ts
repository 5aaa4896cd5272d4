import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { MCP_WITHOUT_UNUSED } from './esbuild.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The names of what a program is bundled of. */
async function inputs(code: string, resolveDir: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: code, resolveDir },
    plugins: [MCP_WITHOUT_UNUSED],
    ...{ bundle: true, format: 'esm', platform: 'node', metafile: true, write: false, logLevel: 'silent' },
  });
  return Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
}

test('a bundle has the parts of the MCP SDK that it uses, without the validator that it takes by default', async () => {
  const found = await inputs("import { Server } from '@modelcontextprotocol/server'; console.log(Server);", ROOT);
  expect(found.some((path) => path.includes('@modelcontextprotocol/server/dist/mcp-'))).toBe(true);
  expect(found.filter((path) => path.includes('ajv'))).toEqual([]);
});

test('a bundle fails, and says what to do, when a version of the MCP SDK is written in another way', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'other-sdk-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const dist = join(directory, 'node_modules/@modelcontextprotocol/server/dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.mjs'), 'export class Server {}');
  const code =
    "import { Server } from './node_modules/@modelcontextprotocol/server/dist/index.mjs'; console.log(Server);";
  await expect(inputs(code, directory)).rejects.toThrow(/the table of all schemas.*Adapt MCP_EDITS/);
  expect(await inputs('console.log(1);', directory)).toEqual(['<stdin>']);
});
