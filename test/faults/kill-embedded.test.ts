import { it } from 'vitest';
import { HUB } from '../support/instances.ts';
import { KILLS, seed, survivesKills } from '../support/kill-loop.ts';
import { startServer } from '../support/server.ts';

it(`G1 G2 I11 loses no acknowledged write to ${KILLS} kill -9 during saves, batches and deletes (SEED=${seed})`, () =>
  survivesKills((environment, directory) => startServer({ SVC_EXTERNAL_ENDPOINT: HUB, ...environment }, directory)));
