import type { RequestOutcome } from '../../../shared/base/telemetry/request-outcome.ts';

/** Queues whose length is measured. */
export const QUEUES = ['memory', 'writes', 'searches', 'profiles', 'large-objects', 'passwords'] as const;
export type QueueName = (typeof QUEUES)[number];

/** One call of a store. */
export type StoreCall = { readonly store: 'objects' | 'values'; readonly method: string };

/** The instruments of this process: one set for each monitoring system. */
export type Instruments = {
  readonly onRequest: (outcome: RequestOutcome) => void;
  /**
   * Called when a call begins.
   *
   * @returns a function to call at the end of the call, with the error, or null if it succeeded
   */
  readonly onStoreCall: (call: StoreCall) => (error: unknown) => void;
  /** Called when a task begins to wait in a queue (1), and when it no longer does (-1). */
  readonly onWaiting: (queue: QueueName, change: 1 | -1) => void;
  /** Called when a subscriber of the notification channel connects (1), and when it is gone (-1). */
  readonly onSubscriber: (change: 1 | -1) => void;
  /** Called when a profile was returned. */
  readonly onProfile: (kept: boolean) => void;
  /** Called once, if the service replicates another server. @param read called whenever the metrics are read */
  readonly observeReplication: (read: ReadReplication) => void;
};

/** The progress of replication from another server; null: unknown. */
export type ReadReplication = () => Promise<{ readonly lagMs: number; readonly refusedCount: number } | null>;

/** Instruments that pass every call on to all of these. */
export function joinInstruments(all: readonly Instruments[]): Instruments {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    onRequest(outcome) {
      for (const { onRequest } of all) onRequest(outcome);
    },
    onStoreCall(call) {
      const ends = all.map(({ onStoreCall }) => onStoreCall(call));
      return (error) => {
        for (const end of ends) end(error);
      };
    },
    onWaiting(queue, change) {
      for (const { onWaiting } of all) onWaiting(queue, change);
    },
    onSubscriber(change) {
      for (const { onSubscriber } of all) onSubscriber(change);
    },
    onProfile(kept) {
      for (const { onProfile } of all) onProfile(kept);
    },
    observeReplication(read) {
      for (const { observeReplication } of all) observeReplication(read);
    },
  };
}
