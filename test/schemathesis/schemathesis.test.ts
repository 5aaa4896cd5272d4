import { expect, it } from 'vitest';
import { runSchemathesis } from './run.ts';
import { schemathesisTool } from './tool.ts';

const DETERMINISTIC = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '20', '--generation-deterministic'];

it('H1 generated requests, valid and invalid, get answers that the API description promises', async ({ skip }) => {
  const tool = await schemathesisTool();
  if ('absent' in tool) {
    if (process.env.CI) throw new Error(tool.absent);
    console.warn(`Skipped: ${tool.absent}`);
    return skip();
  }
  const { clean, output } = await runSchemathesis(tool.command, DETERMINISTIC);
  expect(clean, output).toBe(true);
});
