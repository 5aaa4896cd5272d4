import type { IdentitySnapshot, IdentityStore } from './identity-store.ts';

/** Adds identities and contacts to an account. */
type Save = (held: Pick<IdentitySnapshot, 'identities' | 'contacts'>) => Promise<void>;

/** Keeps what is added to the identities of this browser in the account that was opened since the page was loaded. */
export type AccountKeeper = {
  /**
   * Saves the identities and contacts now, and again whenever they change.
   *
   * @throws ServiceError of the first save
   */
  readonly begin: (username: string, save: Save) => Promise<void>;
};

export function createAccountKeeper(store: IdentityStore): AccountKeeper {
  let opened: { readonly username: string; readonly save: Save } | null = null;
  let saved = '';
  let last: Promise<void> = Promise.resolve();

  const textOf = ({ identities, contacts }: IdentitySnapshot): string =>
    JSON.stringify([...identities, ...contacts].map(({ id, name }) => [id, name]));

  async function keep(): Promise<void> {
    const snapshot = store.getSnapshot();
    if (opened === null || snapshot.identities.length === 0) return; // the person has signed out
    const { username, save } = opened;
    const text = textOf(snapshot);
    await save(snapshot);
    saved = text;
    await store.markKept(username);
  }

  store.subscribe(() => {
    if (opened === null || textOf(store.getSnapshot()) === saved) return;
    // After a failure the keys are not marked as kept, so that the person is asked to save them.
    last = last.then(keep).catch(() => {});
  });

  return {
    async begin(username, save) {
      opened = { username, save };
      const first = last.then(keep);
      last = first.catch(() => {
        opened = null;
      });
      await first;
    },
  };
}
