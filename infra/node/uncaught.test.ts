import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** A process that runs this script with the handler of uncaught errors installed; its alerts are lines on standard error. */
function run(script: string) {
  const module = JSON.stringify(new URL('./uncaught.ts', import.meta.url).href);
  const source = `import { exitOnUncaughtErrors } from ${module};
    const logger = { emergency: (...words) => console.log(JSON.stringify(words)) };
    const raise = async (...words) => { await null; console.error(words.join(' ')); };
    const onUncaughtError = exitOnUncaughtErrors(logger, { raise });
    onUncaughtError(async () => { await new Promise((resolve) => setTimeout(resolve, 50)); console.error('flushed'); });
    setInterval(() => {}, 1000);
    ${script}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test.each([
  ['thrown', "setTimeout(() => { throw new Error('lost'); });"],
  ['in a promise', "Promise.reject(new Error('lost'));"],
])(
  'an uncaught error %s is logged, sent by mail, and ends the process with code 1 when the mail is sent',
  async (_where, script) => {
    const child = run(script);
    const [log, mail, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    const [category, message, fields] = JSON.parse(log);
    expect([category, message]).toEqual(['SYSTEM', 'The process ends by an uncaught error']);
    expect(fields.error).toContain('Error: lost');
    expect(mail).toContain('Uncaught Exception Error: lost');
    expect(mail).toContain('flushed');
    expect(code).toBe(1);
  },
);
