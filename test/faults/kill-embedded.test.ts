import { it } from 'vitest';
import { HUB } from '../support/instances.ts';
import { KILLS, seed, survivesKills } from '../support/kill-loop.ts';
import { startServer } from '../support/server.ts';

it.each([
  ['write-ahead log', 'local'],
  ['rollback journal', 'network'],
])(
  `G1 G2 I11 loses no acknowledged write to ${KILLS} kill -9 during saves, batches and deletes, with a %s (SEED=${seed})`,
  (_journal, on) => {
    const settings = { SVC_EXTERNAL_ENDPOINT: HUB, SVC_DATA_DIR_ON: on };
    return survivesKills((environment, directory) => startServer({ ...settings, ...environment }, directory));
  },
);
