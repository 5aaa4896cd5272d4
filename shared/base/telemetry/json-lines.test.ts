import { expect, test } from 'vitest';
import { createJsonLines } from './json-lines.ts';

test('every event is one line, regardless of its contents, with its severity as a number', () => {
  const lines: string[] = [];
  const logger = createJsonLines('info', (line) => lines.push(line), { now: () => 0 });
  logger.warn('DATA', 'Two\nlines', { error: 'a\r\nb', count: 2 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\r\n]/);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 40,
    severity: 'WARNING',
    time: '1970-01-01T00:00:00.000Z',
    category: 'DATA',
    msg: 'Two\nlines',
    error: 'a\r\nb',
    count: 2,
  });
});

test('events below the level are not written, and no event is written with the level silent', () => {
  const lines: string[] = [];
  createJsonLines('warn', (line) => lines.push(line)).info('SYSTEM', 'quiet');
  createJsonLines('silent', (line) => lines.push(line)).error('SYSTEM', 'quiet');
  expect(lines).toEqual([]);
});

test('events that are filtered by category, severity or message are not written', () => {
  const lines: string[] = [];
  const filter = { categories: ['DATA'], severities: ['ERROR'], messages: ['Request'] } as const;
  const logger = createJsonLines('debug', (line) => lines.push(line), { filter });
  logger.info('DATA', 'Saved');
  logger.error('SYSTEM', 'Failed');
  logger.info('NETWORK', 'Request');
  logger.info('NETWORK', 'Request refused');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['Request refused']);
});
