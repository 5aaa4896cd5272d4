import { expect, test } from 'vitest';
import { typedBy } from './typed-input.ts';

const schema = {
  properties: {
    size: { type: 'integer' },
    share: { type: 'number' },
    success: { type: 'boolean' },
    q: { type: 'string' },
  },
};

test('numbers and truth values that were sent as text are converted to the type of the schema', () => {
  expect(typedBy(schema, { size: '10', share: ' 0.5 ', success: 'false', q: '10' })).toEqual({
    size: 10,
    share: 0.5,
    success: false,
    q: '10',
  });
});

test.each(['', 'ten', '1e3', '0x10', '12345678901234567890'])('%j stays text, which the schema refuses', (size) => {
  expect(typedBy(schema, { size, success: 'yes', other: '1' })).toEqual({ size, success: 'yes', other: '1' });
});
