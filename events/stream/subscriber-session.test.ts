import { expect, test } from 'vitest';
import { Problem } from '../../shared/base/errors/problem.ts';
import { DeliveryError } from './sender.ts';
import { createReplayer } from './subscriber-session.ts';

const builder = { messageFor: async () => null, missed: async () => [] };

test.each([
  ['a replaced store refuses the position of one subscriber: it alone is given up', 'invalid-parameter', DeliveryError],
  ['a store that is away is asked again', 'store-unavailable', Problem],
] as const)('%s', async (_title, code, kind) => {
  const replayer = createReplayer({
    store: { changes: () => Promise.reject(new Problem(code, 'No.')) },
    log: { requestReplay: async () => undefined },
    connections: { advance: async () => true },
  });
  await expect(replayer.next({ cursor: 'old', step: 0 }, builder)).rejects.toBeInstanceOf(kind);
});
