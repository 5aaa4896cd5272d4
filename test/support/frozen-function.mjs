/**
 * Calls functions with the events of standard input, each of which is `{ "module": path, "event": event }`, and kills itself at the
 * last answer, like a function that its platform never thaws. Before that it writes the answers, each with the unfinished work of the
 * process.
 */
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const handlers = new Map();
const results = [];
for (const { module, event } of JSON.parse(await text(process.stdin))) {
  if (!handlers.has(module)) handlers.set(module, (await import(module)).handler);
  const result = await handlers.get(module)(event);
  const pending = process
    .getActiveResourcesInfo()
    .filter((kind) => /Timeout|Immediate|FSReq|ConnectWrap|WriteWrap/.test(kind));
  results.push({ result, pending });
}
writeSync(1, JSON.stringify(results));
process.kill(process.pid, 'SIGKILL');
