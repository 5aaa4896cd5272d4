#!/usr/bin/env node
/**
 * Stands in for the command `docker` in tests. Writes each call as a line of JSON to $FAKE_DOCKER/calls, keeps what was
 * created as files there, and runs as a "container" a server on the published port that answers as a healthy engine does.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const home = process.env.FAKE_DOCKER;
const call = process.argv.slice(2);
const [verb, ...parameters] = call;
const after = (option) => parameters[parameters.indexOf(option) + 1];
appendFileSync(join(home, 'calls'), `${JSON.stringify(call)}\n`);

switch (verb) {
  case 'image':
    process.exit(existsSync(join(home, 'image')) ? 0 : 1);
    break;
  case 'pull':
    if (existsSync(join(home, 'offline'))) {
      process.stderr.write('pulling\nno such host\n');
      process.exit(1);
    }
    writeFileSync(join(home, 'image'), '');
    break;
  case 'create':
    writeFileSync(join(home, after('--name')), after('--publish').split(':')[1]);
    break;
  case 'start': {
    const container = join(home, parameters.at(-1));
    writeFileSync(`${container}.pid`, String(process.pid));
    createServer((_, response) => response.end('{"timed_out":false}')).listen(
      Number(readFileSync(container, 'utf8')),
      '127.0.0.1',
    );
    break;
  }
  case 'stop':
  case 'kill':
    process.kill(Number(readFileSync(join(home, `${parameters.at(-1)}.pid`), 'utf8')), 'SIGKILL');
    break;
  case 'rm':
    for (const name of parameters.filter((parameter) => !parameter.startsWith('--'))) {
      rmSync(join(home, name), { force: true });
    }
    break;
}
