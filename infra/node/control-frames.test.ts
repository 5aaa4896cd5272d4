import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createControlFrames } from './control-frames.ts';

const [TEXT, BINARY, CONTINUED, CLOSE, PING, PONG] = [0x1, 0x2, 0x0, 0x8, 0x9, 0xa];
const MASK = [1, 2, 3, 4];

/** A frame of a client (RFC 6455, 5.2), with its length in the shortest form. */
function frame(opcode: number, length: number, final = true): Buffer {
  const payload = Buffer.alloc(length, 0x88); // looks like the head of a frame
  const size = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8);
  if (size.length === 2) size.writeUInt16BE(length);
  if (size.length === 8) size.writeBigUInt64BE(BigInt(length));
  const short = size.length === 0 ? length : size.length === 2 ? 126 : 127;
  return Buffer.concat([Buffer.of((final ? 0x80 : 0) | opcode, 0x80 | short), size, Buffer.from(MASK), payload]);
}

const message = fc.record({
  opcode: fc.constantFrom(TEXT, BINARY, CONTINUED),
  length: fc.oneof(fc.nat(130), fc.constantFrom(125, 126, 65_535, 65_536, 100_000)),
  final: fc.boolean(),
});
const control = fc.record({
  opcode: fc.constantFrom(CLOSE, PING, PONG),
  length: fc.nat(125),
  final: fc.constant(true),
});

test('control frames pass unchanged and messages are dropped, however the bytes are chunked', async () => {
  const frames = fc.array(fc.oneof(message, control), { maxLength: 12 });
  await fc.assert(
    fc.property(frames, fc.infiniteStream(fc.integer({ min: 1, max: 40_000 })), (sent, sizes) => {
      const bytes = (some: typeof sent) => Buffer.concat(some.map((one) => frame(one.opcode, one.length, one.final)));
      const controlFrames = createControlFrames();
      const kept: Buffer[] = [];
      for (let rest = bytes(sent); rest.length > 0; ) {
        const size = sizes.next().value ?? 1;
        kept.push(controlFrames(rest.subarray(0, size)));
        rest = rest.subarray(size);
      }
      expect(Buffer.concat(kept)).toEqual(bytes(sent.filter(({ opcode }) => opcode >= CLOSE)));
    }),
  );
});

test.each([
  ['a frame without a mask', [0x81, 0x01, 0x41]],
  ['a reserved bit', [0xc1, 0x80, ...MASK]],
  ['an opcode that is not known', [0x83, 0x80, ...MASK]],
  ['anything else', Array<number>(64).fill(0xff)],
])('%s, and all data after it, is left to the frame parser, which refuses it', (_, bytes) => {
  const controlFrames = createControlFrames();
  const before = controlFrames(frame(TEXT, 10));
  const faulty = Buffer.from(bytes);
  const after = frame(TEXT, 10);
  expect(Buffer.concat([before, controlFrames(faulty), controlFrames(after)])).toEqual(Buffer.concat([faulty, after]));
});
