import { createForwarding } from './access/forwarding.ts';
import { createSheetVerifier } from './access/signature-sheet.ts';
import type { Context } from './context.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { createChangeFeed } from './notifications/change-feed.ts';
import { largeObjectsHere } from './objects/large-objects.ts';
import { createTurns } from './objects/turns.ts';

/** What a platform brings to a context: its stores, its clock, its log. */
export type PlatformParts = Pick<
  Context,
  'config' | 'logger' | 'now' | 'readKey' | 'store' | 'keyValues' | 'adminPublicKeys' | 'profiles'
> &
  Partial<Pick<Context, 'changes' | 'large'>>;

/**
 * Joins what a platform brings with what is the same on all of them. The forwarding table is empty: `loadForwarding` fills it
 * before callers are served.
 *
 * @param parts without `changes`: writes are told to listeners in this process; without `large`: large objects are worked on in
 *   the thread of the caller
 */
export function createCoreContext(parts: PlatformParts): Context {
  const { config, logger, now, readKey, adminPublicKeys } = parts;
  return {
    ...parts,
    sheets: createSheetVerifier({
      ...config.sheets,
      bases: config.bases,
      adminKeys: adminPublicKeys.map((pem) => readKey(pem).id),
      now,
      warn: ({ message, ...fields }) => logger.warn('AUTH', message, fields),
    }),
    forwarding: createForwarding({ readKey, logger }),
    changes:
      parts.changes ??
      createChangeFeed((error) => logger.error('SYSTEM', 'A listener of changes failed', { error: String(error) })),
    turns: createTurns(),
    large: parts.large ?? largeObjectsHere(readKey),
    memory: createMemoryBudget(config.memoryBudget),
  };
}
