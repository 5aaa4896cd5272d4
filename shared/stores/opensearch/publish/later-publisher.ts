import { aliasOfNext, type IndexNames } from '../indices/index-names.ts';
import type { RebuildWatch } from '../rebuild/announcement.ts';
import { createPublisher, type Publisher, type PublisherOptions, persist } from './publisher.ts';

/**
 * Writes the search copies of batches, which are acknowledged as a whole: a refresh takes as long as the writing of a hundred copies,
 * so there is one for all.
 */
export type LaterPublisher = {
  /** Like {@link Publisher}, but searches need not see the state before `show` resolves. */
  readonly add: Publisher['add'];
  /** When it resolves, searches of every instance see all states of which `add` has resolved before the call. */
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
    // The new index first: if it has taken the place of the other by now, the second call refreshes it.
    if (rebuild !== null) await engine.refresh(aliasOfNext(rebuild.objects), { optional: true });
    await engine.refresh(names.search);
  }

  return {
    add: createPublisher({ ...options, refresh: false }).add,
    show: () => persist(refreshAll, report),
  };
}
