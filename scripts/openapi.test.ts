import { expect, it } from 'vitest';
import { committedDescriptionText, descriptionText } from './openapi.ts';

it('functions/system/openapi.json describes the operations there are: else run npm run openapi', () => {
  expect(committedDescriptionText() === descriptionText()).toBe(true);
});
