import { expect, it } from 'vitest';
import { NotText, readText } from './read-text.ts';

it.each([
  ['UTF-8', new TextEncoder().encode('Sägen – 東京')],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFSägen – 東京')],
  ['UTF-16', Buffer.from('\uFEFFSägen – 東京', 'utf16le')],
  ['UTF-16, the other order', Buffer.from('\uFEFFSägen – 東京', 'utf16le').swap16()],
])('a table that is saved as %s has its letters', async (_, bytes) => {
  expect(await readText(new Blob([Uint8Array.from(bytes)]))).toBe('Sägen – 東京');
});

it('a table that a spreadsheet on Windows saves as CSV keeps its letters', async () => {
  expect(await readText(new Blob([Uint8Array.of(0x53, 0xe4, 0x67, 0x65, 0x6e, 0x20, 0x96, 0x20, 0x80)]))).toBe(
    'Sägen – €',
  );
});

it.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj', 'latin1')],
])('%s is not text', async (_, bytes) => {
  await expect(readText(new Blob([Uint8Array.from(bytes)]))).rejects.toThrow(NotText);
});
