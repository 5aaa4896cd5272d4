import { SILENT } from '../../test/support/silent.ts';
import { createForwarding } from '../access/forwarding.ts';
import type { SheetVerifier } from '../access/signature-sheet.ts';
import { toConfig } from '../config/config.ts';
import { parsePublicKey } from '../crypto/public-key.ts';
import { createMemoryBudget } from '../memory-budget.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { CallContext } from './call.ts';

type Options = {
  readonly memoryBudget?: number;
  readonly logger?: Logger;
  readonly verify?: SheetVerifier['verify'];
};

/** Dependencies of calls, without forwarded keys; signature sheets are refused unless `verify` is given. */
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
