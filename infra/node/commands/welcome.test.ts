import { expect, test } from 'vitest';
import { toConfig } from '../../../shared/base/config/config.ts';
import { welcomeText } from './welcome.ts';

test('a first start tells in less than ten lines where the data is, how to become admin, and what to try first', () => {
  const text = welcomeText(toConfig({ SVC_DATA_DIR: '/srv/data' }, '1.2.3'), 'http://127.0.0.1:8080/');
  expect(text.trimEnd().split('\n').length).toBeLessThan(10);
  for (const part of [
    '1.2.3 listens on http://127.0.0.1:8080/',
    '/srv/data/keys',
    'skyAdmin2.pem',
    '1. ',
    '2. ',
    '3. ',
  ]) {
    expect(text).toContain(part);
  }
});
