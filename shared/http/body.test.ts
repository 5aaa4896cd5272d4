import { expect, test } from 'vitest';
import { readBody } from './body.ts';
import { createCall } from './call.ts';
import { callContext } from './testing/call.ts';

const MIB = 1 << 20;

/** A request with a body of this size in chunks, of announced or unknown length. */
function requestOf(size: number, announced: boolean): Request {
  const chunks = [size / 2, size / 2].map((length) => new Uint8Array(length).fill(0x20));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const headers: Record<string, string> = announced ? { 'content-length': String(size) } : {};
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit); // streams need it
}

test.each([
  ['announced', true],
  ['unknown', false],
])(
  'a large body of %s length waits until the request before it has been answered, a small one does not',
  async (_, announced) => {
    const context = callContext({ memoryBudget: 10 * MIB });
    const callOf = (size: number) => createCall(context, requestOf(size, announced), {});
    const first = callOf(2 * MIB);
    expect(await readBody(first, 8 * MIB)).toHaveLength(2 * MIB);
    expect(await readBody(callOf(1024), 8 * MIB)).toHaveLength(1024);
    const order: string[] = [];
    const second = readBody(callOf(2 * MIB), 8 * MIB).then((bytes) => order.push(`read ${bytes.length}`));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('answered');
    first.release();
    await second;
    expect(order).toEqual(['answered', `read ${2 * MIB}`]);
  },
);

test('a body that needs more than all memory there is for it is read alone', async () => {
  const call = createCall(callContext({ memoryBudget: MIB }), requestOf(6 * MIB, false), {});
  expect(await readBody(call, 8 * MIB)).toHaveLength(6 * MIB);
});
