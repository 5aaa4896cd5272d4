import { expect, it } from 'vitest';
import { warningHeader } from './answer.ts';

it('is absent when there is nothing to say', () => {
  expect(warningHeader([])).toEqual({});
});

it('says each sentence once, as a quoted string', () => {
  const headers = warningHeader(['Say "a\\b".', 'Other.', 'Other.']);
  expect(headers).toEqual({ warning: '199 - "Say \\"a\\\\b\\".", 199 - "Other."' });
  expect(new Headers(headers).get('warning')).toBe(headers.warning);
});
