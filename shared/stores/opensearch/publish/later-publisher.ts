import { aliasOfNext, type IndexNames } from '../indices/index-names.ts';
import type { RebuildWatch } from '../rebuild/announcement.ts';
import { createPublisher, type Publisher, type PublisherOptions, persist } from './publisher.ts';

/**
 * Writes the search copies of batches, which are acknowledged as a whole. A refresh takes as long as writing a hundred copies, so
 * one refresh serves the whole batch.
 */
export type LaterPublisher = {
  /** Like {@link Publisher}, but searches need not see the state before `show` resolves. */
  readonly add: Publisher['add'];
  /** When it resolves, searches of every instance see all states whose `add` resolved before the call. */
  show(): Promise<void>;
};

export type LaterPublisherOptions = Omit<PublisherOptions, 'refresh'> & {
  readonly names: IndexNames;
  readonly present: RebuildWatch['present'];
};

export function createLaterPublisher({ names, present, ...options }: LaterPublisherOptions): LaterPublisher {
  const { engine, report } = options;

  async function refreshAll(): Promise<void> {
    const rebuild = await present();
    // The new index first: if it replaces the other one in the meantime, the second call refreshes it.
    if (rebuild !== null) await engine.refresh(aliasOfNext(rebuild.objects), { optional: true });
    await engine.refresh(names.search);
  }

  return {
    add: createPublisher({ ...options, refresh: false }).add,
    show: () => persist(refreshAll, report),
  };
}
