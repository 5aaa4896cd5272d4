import { afterAll, beforeAll } from 'vitest';
import { lazily } from './lazily.ts';
import { openProfileWorld, type ProfileWorld } from './profile-fixture.ts';

/** One repository for all tests of the file or block in which this is called: opened before them, closed after them. */
export function useProfileWorld(): ProfileWorld {
  let world: ProfileWorld | null = null;
  beforeAll(async () => {
    world = await openProfileWorld();
  });
  afterAll(() => world?.close());
  return lazily(() => {
    if (world === null) throw new Error('There is a repository only in hooks and tests.');
    return world;
  });
}
