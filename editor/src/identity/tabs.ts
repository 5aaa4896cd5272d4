import type { IdentityStore } from './identity-store.ts';

const CHANNEL = 'competency-editor identities';

/** Shares changes of the identities between the pages of a browser. */
export type Tabs = {
  readonly publish: (change: 'changed' | 'signed-out') => void;
  /** Follows the changes of other pages: keys that are added there can be used here, and signing out there signs out here. */
  readonly follow: (store: IdentityStore, signedOut: () => void) => void;
};

export function createTabs(channel = new BroadcastChannel(CHANNEL)): Tabs {
  return {
    publish: (change) => channel.postMessage(change),
    follow(store, signedOut) {
      channel.onmessage = ({ data }) => {
        if (data === 'signed-out') void store.signedOutElsewhere().finally(signedOut);
        else void store.reload();
      };
    },
  };
}
