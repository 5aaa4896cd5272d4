import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { toConfig } from '../../shared/base/config/config.ts';
import type { Settings } from '../../shared/base/config/read-env.ts';
import type { LogFields } from '../../shared/base/telemetry/logger.ts';
import type { CalculationInput } from '../../shared/profiles/engine/calculation.ts';
import type { OperatorStages } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { framework, NOW } from '../../shared/profiles/engine/testing/notation.ts';
import { openProfileCalculator } from './profile-workers.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/profile-stages', import.meta.url));
const INPUT: CalculationInput = {
  graph: framework('C>P'),
  assertions: [],
  person: { goals: [] },
  options: { now: NOW },
};

async function opened(settings: Settings, built?: OperatorStages) {
  const errors: LogFields[] = [];
  const quiet = (): void => undefined;
  const logger = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (_category: string, _message: string, fields: LogFields = {}) => void errors.push(fields),
  };
  return { ...(await openProfileCalculator(toConfig(settings, '1').profiles, logger, built)), errors };
}

test('stages of the directory apply to small profiles too', async () => {
  const { calculator, close } = await opened({ PROFILE_STAGES_DIRECTORY: EXAMPLE });
  expect((await calculator.calculate(INPUT)).after).toContain('"summary"');
  await close();
});

test('stages that are built into a program apply, and their faults are logged', async () => {
  const stages = [{ name: 'built-in', order: 1, states: () => JSON.parse('no JSON') }];
  const { calculator, close, errors } = await opened({}, { stages, digest: 'v1' });
  expect(calculator.stages).toBe('v1');
  await expect(calculator.calculate(INPUT)).rejects.toMatchObject({ code: 'profile-unavailable' });
  expect(errors).toMatchObject([{ stage: 'built-in' }]);
  await close();
});

test('stages from both sources are refused', async () => {
  const both = opened({ PROFILE_STAGES_DIRECTORY: EXAMPLE }, { stages: [], digest: '' });
  await expect(both).rejects.toThrow('PROFILE_STAGES_DIRECTORY');
});
