import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, readLines } from './lines.ts';
import { bytesOf } from './testing/transfer.ts';

async function read(text: string | Uint8Array, { limit = 1000, size = 7 } = {}): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of readLines(bytesOf(text, size), limit))
    lines[line.number - 1] = 'text' in line ? line.text : null;
  return lines;
}

describe('lines', () => {
  it('are the same however the bytes are chunked', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }).map((text) => `x${text.replace(/\n/g, '')}`)),
        fc.integer({ min: 1, max: 40 }),
        async (lines, size) => {
          expect(await read(lines.join('\n'), { size })).toEqual(lines);
          expect(await read(lines.map((line) => `${line}\n`).join(''), { size })).toEqual(lines);
        },
      ),
      { numRuns: 10 },
    ));

  it('are numbered with the empty ones, which are left out', async () => {
    const numbers: number[] = [];
    for await (const { number } of readLines(bytesOf('\n{"a":1}\n  \r\n\n{"b":2}'), 1000)) numbers.push(number);
    expect(numbers).toEqual([2, 5]);
  });

  it('that are too long or not UTF-8 are reported by number, and the next are read', async () => {
    const text = new Uint8Array([
      ...Buffer.from(`${'x'.repeat(21)}\nfits\n`),
      0xff,
      0xfe,
      0x0a,
      ...Buffer.from('last'),
    ]);
    const lines: Line[] = [];
    for await (const line of readLines(bytesOf(text, 5), 20)) lines.push(line);
    expect(
      lines.map((line) => ('problem' in line ? [line.number, line.problem.code] : [line.number, line.text])),
    ).toEqual([
      [1, 'body-too-large'],
      [2, 'fits'],
      [3, 'malformed-json'],
      [4, 'last'],
    ]);
  });
});
