import { expect, it } from 'vitest';
import { runSchemathesis, schemathesis } from './run.ts';

const { SCHEMATHESIS_SECONDS: seconds, SCHEMATHESIS_SEED: seed = '1' } = process.env;

/** Always the same requests; with SCHEMATHESIS_SECONDS, all phases for that long, including sequences of requests. */
const OPTIONS =
  seconds === undefined
    ? ['--phases', 'examples,coverage,fuzzing', '--max-examples', '20', '--generation-deterministic']
    : ['--max-time', seconds, '--seed', seed, '--generation-database', 'none'];

it('H1 generated requests, valid and invalid, get the answers of the API description', async ({ skip }) => {
  const tool = await schemathesis();
  if ('absent' in tool) {
    if (process.env.CI) throw new Error(tool.absent);
    console.warn(`Skipped: ${tool.absent}`);
    return skip();
  }
  const { clean, output } = await runSchemathesis(tool.command, OPTIONS);
  expect(clean, output).toBe(true);
});
