import { SILENT } from '../../../test/support/silent.ts';
import { createMemoryBudget } from '../../base/concurrency/memory-budget.ts';
import { toConfig } from '../../base/config/config.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import { createForwarding } from '../../repository/access/forwarding.ts';
import type { SheetVerifier } from '../../repository/access/signature-sheet.ts';
import type { CallContext } from '../call.ts';

type Options = {
  readonly memoryBudget?: number;
  readonly logger?: Logger;
  readonly verify?: SheetVerifier['verify'];
};

/** Dependencies of calls, without forwarded keys; signature sheets are refused unless `verify` is passed. */
export function callContext({ memoryBudget = 1 << 20, logger = SILENT, verify = refuse }: Options = {}): CallContext {
  return {
    config: { network: toConfig({}, '1').network },
    memory: createMemoryBudget(memoryBudget),
    logger,
    sheets: { verify },
    signOn: null,
    forwarding: createForwarding({ readKey: parsePublicKey, logger }),
  };
}

function refuse(): never {
  throw new Error('No signature sheet was expected.');
}
