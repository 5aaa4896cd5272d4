/** Loads a function and answers one event, as a new process of its platform does; writes the milliseconds of processor time. */
import { readFileSync } from 'node:fs';

const [, , module, file] = process.argv;
const event = JSON.parse(readFileSync(file, 'utf8'));
const before = process.cpuUsage();
const { handler } = await import(module);
await handler(event);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
