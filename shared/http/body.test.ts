import { expect, test } from 'vitest';
import { createMemoryBudget } from '../memory-budget.ts';
import { readBody } from './body.ts';
import { openScope } from './request-scope.ts';

const MIB = 1 << 20;

/** A request with so many bytes in chunks, of announced or unknown length. */
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
    const memory = createMemoryBudget(10 * MIB);
    const context = { memory, config: { memoryBudget: 10 * MIB } };
    const first = openScope(context);
    const read = (size: number, { scope } = openScope(context)) => readBody(requestOf(size, announced), 8 * MIB, scope);
    expect(await read(2 * MIB, first)).toHaveLength(2 * MIB);
    expect(await read(1024)).toHaveLength(1024);
    const order: string[] = [];
    const second = read(2 * MIB).then((bytes) => order.push(`read ${bytes.length}`));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('answered');
    first.end();
    await second;
    expect(order).toEqual(['answered', `read ${2 * MIB}`]);
  },
);

test('a body that needs more than all memory there is for it is read alone', async () => {
  const { scope, end } = openScope({
    memory: createMemoryBudget(MIB),
    config: { memoryBudget: MIB },
  });
  expect(await readBody(requestOf(6 * MIB, false), 8 * MIB, scope)).toHaveLength(6 * MIB);
  end();
});
