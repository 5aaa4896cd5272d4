import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** A process that runs this script with `log`, a logger. */
function run(script: string) {
  const module = JSON.stringify(new URL('./logger.ts', import.meta.url).href);
  const settings = "{ logLevel: 'info', logFilter: { categories: [], severities: [], messages: [] }, logFile: null }";
  const start = `const log = createLogger(${settings}, { keyId: 'key', sign: () => 'signature' });`;
  const source = `import { createLogger } from ${module}; ${start} ${script}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('every line logged before the end of the process is written', async () => {
  const { stdout } = run("for (let i = 0; i < 20_000; i++) log.info('DATA', 'Saved', { i }); process.exit(0);");
  const lines = (await text(stdout)).trimEnd().split('\n');
  expect(lines).toHaveLength(20_001); // including the first line of the log
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 30, category: 'DATA', i: 19_999, msg: 'Saved' });
});

test('a process outlives the reader of its log', async () => {
  const child = run("setInterval(() => log.info('DATA', 'Saved'), 5); setTimeout(() => process.exit(7), 300);");
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([7, null]);
});
