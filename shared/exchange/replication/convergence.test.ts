import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changePart } from '../transfer/change-lines.ts';
import { SourceError } from '../transfer/retry.ts';
import type { SourceClient } from '../transfer/source-client.ts';
import { openRepository, type Repository, thing } from '../transfer/testing/transfer.ts';
import { pull, type Run } from './pull.ts';
import { newState, type ReplicationState } from './state.ts';

const SIDES = ['left', 'right'] as const;
type Side = (typeof SIDES)[number];

/** Each of the histories has stores of its own. */
const TIMEOUT_MS = 180_000;

/** More rounds than two servers need to agree. */
const MAX_ROUNDS = 5;

type Write = {
  readonly write: Side;
  readonly object: number;
  readonly version: number;
  readonly word: string;
  readonly gone: boolean;
};

type Step =
  | Write
  | { readonly pull: Side; readonly maxBytes: number; readonly parts: number }
  | { readonly cut: Side }
  | { readonly join: Side };

const side = fc.constantFrom(...SIDES);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      write: side,
      object: fc.nat(2),
      version: fc.nat(4),
      word: fc.constantFrom('a', 'b', 'c'),
      gone: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      pull: side,
      maxBytes: fc.constantFrom(1, 300, 100_000),
      parts: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ cut: side }) },
  { weight: 1, arbitrary: fc.record({ join: side }) },
);

/** A server that pulls from another one, in parts of a size, while it is connected. */
class Puller {
  isConnected = true;
  state: ReplicationState = newState('https://peer.example/api/', 0);
  readonly #own: Repository;
  readonly #peer: Repository;

  constructor(own: Repository, peer: Repository) {
    this.#own = own;
    this.#peer = peer;
  }

  /** @returns how many versions came */
  async pull(maxBytes: number, parts = Number.POSITIVE_INFINITY): Promise<number> {
    const before = this.state.restored;
    let requests = 0;
    const client: SourceClient = {
      base: 'https://peer.example/api/',
      proves: true,
      post: () => Promise.reject(new Error('There is no search.')),
      get: async (path) => {
        requests++;
        if (!this.isConnected) throw new SourceError('The connection is cut.');
        const cursor = new URL(path, client.base).searchParams.get('cursor');
        const { bytes, next, upToDate } = await changePart(this.#peer.ctx, cursor, maxBytes);
        const headers = { 'content-type': 'application/x-ndjson', 'x-up-to-date': String(upToDate) };
        return new Response(bytes, { headers: { ...headers, link: `<?cursor=${next}>; rel="next"` } });
      },
    };
    const run: Run = {
      ctx: this.#own.ctx,
      client,
      restore: { resolve: true },
      state: () => this.state,
      save: async (change) => {
        this.state = { ...this.state, ...change };
      },
      changedIds: [],
      now: false,
      mayContinue: () => requests < parts,
    };
    await pull(run).catch((error: unknown) => {
      if (!(error instanceof SourceError)) throw error;
    });
    return this.state.restored - before;
  }
}

test(
  'servers that pull from each other agree after any history, with partitions, and come to rest',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 40 }), async (steps) => {
        const directory = await mkdtemp(join(tmpdir(), 'convergence-'));
        const [left, right] = await Promise.all(SIDES.map((name) => openRepository(join(directory, name))));
        if (left === undefined || right === undefined) throw new Error('There are two sides.');
        const repositories = { left, right };
        const pullers = { left: new Puller(left, right), right: new Puller(right, left) };
        try {
          for (const step of steps) {
            if ('write' in step) await repositories[step.write].import([lineOf(step)]);
            else if ('pull' in step) await pullers[step.pull].pull(step.maxBytes, step.parts);
            else pullers['cut' in step ? step.cut : step.join].isConnected = 'join' in step;
          }
          for (const puller of Object.values(pullers)) puller.isConnected = true;
          let came = 1;
          for (let round = 0; came > 0; round++) {
            expect(round, 'rounds until both are at rest').toBeLessThan(MAX_ROUNDS);
            came = (await pullers.left.pull(300)) + (await pullers.right.pull(300));
          }
          expect(await left.exported()).toEqual(await right.exported());
          for (const { state } of Object.values(pullers)) expect(state.refused).toEqual([]);
        } finally {
          await Promise.all([left.close(), right.close()]);
          await rm(directory, { recursive: true });
        }
      }),
      { numRuns: 100 },
    );
  },
  TIMEOUT_MS,
);

function lineOf({ object, version, word, gone }: Write): string {
  const own = thing(`https://example.org/api/data/schema.org.Thing/o${object}/${version}`, { name: word });
  return JSON.stringify({ object: own, version, time: version, ...(gone && { deleted: true }) });
}
