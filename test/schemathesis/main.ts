/**
 * A longer run with random data and sequences of requests: `npm run schemathesis`, for 120 seconds or the number given
 * (`npm run schemathesis -- 600`). Exits with 1 when there is a finding; its output has the seed and how to repeat it.
 */
import { runSchemathesis, schemathesis } from './run.ts';

const [seconds = '120', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2);

const tool = await schemathesis();
if ('absent' in tool) {
  console.error(tool.absent);
  process.exit(1);
}
console.log(`schemathesis for ${seconds} s with seed ${seed}`);
const { clean } = await runSchemathesis(
  tool.command,
  ['--max-time', seconds, '--seed', seed, '--generation-database', 'none'],
  (text) => process.stdout.write(text),
);
process.exitCode = clean ? 0 : 1;
