import { afterEach, expect } from 'vitest';
import type { Client, Place } from './client.ts';
import { type ListenOptions, listenTo, type TestListener } from './listener.ts';
import { newThing, shortId } from './things.ts';

/** Listeners of a service, each gone after the test that it was for. Call it in the file or block of these tests. */
export function useListeners(place: Place, client: Client) {
  const listeners: TestListener[] = [];
  afterEach(() => {
    for (const { socket } of listeners.splice(0)) socket.terminate();
  });

  return {
    /** @param to another service than the one that the other listeners are of */
    async listen(options: ListenOptions = {}, to: Pick<Place, 'url'> = place): Promise<TestListener> {
      const listener = await listenTo(to, options);
      listeners.push(listener);
      return listener;
    },

    /**
     * Saves one more object, waits until the listener hears of it, and gives what else it heard: whatever came before has
     * been heard by then.
     */
    async settled(heard: readonly string[]): Promise<readonly string[]> {
      const last = newThing(place);
      await client.save(last);
      await expect.poll(() => heard).toContain(shortId(last));
      return heard.filter((message) => message !== shortId(last));
    },
  };
}
