import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['events', 'functions', 'infra', 'shared', 'tools', 'package.json', 'tsconfig.json'];

describe('npm start', () => {
  let checkout: string;
  beforeAll(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
    for (const name of SOURCES) await cp(join(ROOT, name), join(checkout, name), { recursive: true });
    await mkdir(join(checkout, 'node_modules'));
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      if (name !== '.cache') await symlink(join(ROOT, 'node_modules', name), join(checkout, 'node_modules', name));
    }
  });
  afterAll(() => rm(checkout, { recursive: true, force: true }));

  const start = (...args: string[]): string =>
    execFileSync(process.execPath, [join(checkout, 'tools/build/start.cjs'), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });

  const replace = async (file: string, text: string, by: string): Promise<void> => {
    const path = join(checkout, file);
    await writeFile(path, (await readFile(path, 'utf8')).replace(text, by));
  };

  const bundles = async (): Promise<number> =>
    (await readdir(join(checkout, 'node_modules/.cache'))).filter((name) => name.startsWith('server-')).length;

  it('is recommended by the command of the package, which needs a build', () => {
    const args = [join(checkout, 'infra/node/bin.cjs'), 'audit', 'verify', 'service.log'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      'This checkout is not built. Run `npm start -- audit verify service.log` in it, or `npm run build` first.\n',
    ]);
  });

  it('builds the service once, and runs the current sources after each change', async () => {
    const usage = 'infra/node/commands/usage.ts';
    expect(start('--help')).toContain('Usage:');
    expect(start('--help')).toContain('Usage:');
    expect(await bundles()).toBe(1);
    await replace(usage, 'Usage:', 'USAGE:');
    expect(start('--help')).toContain('USAGE:');
    await replace(usage, 'USAGE:', 'Usage:');
    expect(start('--help')).toContain('Usage:');
  });

  it('reports an error in the sources as Node does', async () => {
    await replace('infra/node/commands/usage.ts', 'export', 'exprot');
    expect(() => start('--help')).toThrow(/usage\.ts.*SyntaxError/s);
    await replace('infra/node/commands/usage.ts', 'exprot', 'export');
  });

  it('runs the sources if the service cannot be built', async () => {
    await rm(join(checkout, 'node_modules/esbuild'));
    await replace('infra/node/commands/usage.ts', 'Usage:', 'USAGE:');
    expect(start('--help')).toContain('USAGE:');
  });
});
