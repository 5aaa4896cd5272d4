import { createKeyedQueue } from '../base/concurrency/keyed-queue.ts';
import { createMemoryBudget } from '../base/concurrency/memory-budget.ts';
import type { RsaVerification } from '../base/crypto/rsa.ts';
import { createForwarding } from './access/forwarding.ts';
import { createSheetVerifier } from './access/signature-sheet.ts';
import type { Context } from './context.ts';
import { createChangeFeed } from './objects/change-feed.ts';
import { largeObjectsHere } from './objects/large-objects.ts';
import type { SignOn } from './sign-on.ts';

/** The platform's parts of a context: stores, clock, log. */
export type PlatformParts = Pick<
  Context,
  'config' | 'logger' | 'now' | 'readKey' | 'store' | 'keyValues' | 'keys' | 'adminPublicKeys' | 'observers'
> &
  Partial<Pick<Context, 'changes' | 'large' | 'memory'>> & {
    /** Binds the authentication mode to the context. */
    readonly signOn?: (core: Omit<Context, 'signOn'>) => SignOn;
    readonly verifyRsa?: RsaVerification;
  };

/**
 * Adds what is the same on all platforms. The forwarding table is empty: `loadForwarding` fills it before callers are served.
 *
 * @param parts without `changes`: writes are published in this process; without `large`: large objects are processed in the
 *   thread of the caller; without `memory`: a budget of its own; without `signOn`: key-based mode; without `verifyRsa`: WebCrypto verifies signatures
 */
export function createCoreContext(parts: PlatformParts): Context {
  const { config, logger, now, readKey, adminPublicKeys } = parts;
  const core: Omit<Context, 'signOn'> = {
    ...parts,
    sheets: createSheetVerifier({
      ...config.sheets,
      bases: config.bases,
      adminKeys: adminPublicKeys.map((pem) => readKey(pem).id),
      now,
      ...(parts.verifyRsa && { verifyRsa: parts.verifyRsa }),
      warn: ({ message, ...fields }) => logger.warn('AUTH', message, fields),
    }),
    forwarding: createForwarding({ readKey, logger }),
    changes:
      parts.changes ??
      createChangeFeed((error) =>
        logger.error('SYSTEM', 'A subscriber of the change feed failed', { error: String(error) }),
      ),
    large: parts.large ?? largeObjectsHere(readKey),
    memory: parts.memory ?? createMemoryBudget(config.memoryBudget),
    writeQueue: createKeyedQueue(),
  };
  return { ...core, signOn: parts.signOn?.(core) ?? null };
}
