import { afterEach, expect } from 'vitest';
import type { Client, Place } from './client.ts';
import { SOON, type SubscribeOptions, subscribeTo, type TestSubscriber } from './subscriber.ts';
import { newThing, shortId } from './things.ts';

/** Subscribers of a service, disconnected after each test. Call it at the top of a file or block of tests. */
export function useSubscribers(place: Place, client: Client) {
  const subscribers: TestSubscriber[] = [];
  afterEach(() => {
    for (const { socket } of subscribers.splice(0)) socket.terminate();
  });

  return {
    /** @param to connects to another service */
    async listen(options: SubscribeOptions = {}, to: Pick<Place, 'url'> = place): Promise<TestSubscriber> {
      const subscriber = await subscribeTo(to, options);
      subscribers.push(subscriber);
      return subscriber;
    },

    /**
     * Saves one more object and waits until the subscriber has received it, and so everything before it.
     *
     * @returns all other messages
     */
    async settled(received: readonly string[]): Promise<readonly string[]> {
      const last = newThing(place);
      await client.save(last);
      await expect.poll(() => received, SOON).toContain(shortId(last));
      return received.filter((message) => message !== shortId(last));
    },
  };
}
