import type { Notifications, Sink } from '../../shared/repository/notifications/notifications.ts';

/** Subscribers that receive changes in the response to a request. */
export type StreamedSubscribers = {
  readonly admit: Notifications['admit'];
  /** Ends all responses, because the server stops. */
  readonly close: () => void;
};

/** Opens the notification channel for responses that are streams. */
export function createStreamedSubscribers(notifications: Pick<Notifications, 'admit'>): StreamedSubscribers {
  const sinks = new Set<Sink>();
  return {
    async admit(subscription, caller) {
      const admission = await notifications.admit(subscription, caller);
      let connected: Sink | null = null;
      return {
        connect(sink) {
          connected = sink;
          sinks.add(sink);
          admission.connect(sink);
        },
        end() {
          if (connected !== null) sinks.delete(connected);
          admission.end();
        },
      };
    },
    close() {
      for (const sink of sinks) sink.fail();
    },
  };
}
