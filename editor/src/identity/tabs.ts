import type { IdentityStore } from './identity-store.ts';

const CHANNEL = 'competency-editor identities';

/** Tells other pages of the browser about changes of the identities. */
export type Tabs = {
  readonly tell: (change: 'changed' | 'signed-out') => void;
  /** Follows what other pages tell: keys that were added there count here, and signing out there signs out here. */
  readonly follow: (store: IdentityStore, signedOut: () => void) => void;
};

export function createTabs(channel = new BroadcastChannel(CHANNEL)): Tabs {
  return {
    tell: (change) => channel.postMessage(change),
    follow(store, signedOut) {
      channel.onmessage = ({ data }) => {
        if (data === 'signed-out') signedOut();
        else void store.reload();
      };
    },
  };
}
