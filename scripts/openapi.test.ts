import { expect, it } from 'vitest';
import { committedFiles, descriptionFiles } from './openapi.ts';

it('functions/system/openapi.json describes the operations there are: else run npm run openapi', async () => {
  expect(committedFiles().join() === (await descriptionFiles()).join()).toBe(true);
});
