import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HUB } from './instances.ts';
import type { TestServer } from './server.ts';

/** One save or delete of an object, as its client knows it. */
export type Attempt = {
  readonly kind: 'save' | 'delete';
  /** For a save, the requested version; for a delete, the version that it deleted. */
  readonly version: number;
  /** The name of the object in a save: a word that no other save has. */
  readonly word: string;
  /** null while unknown: there was no response, or a 503 because the store was unreachable. */
  acknowledged: true | null;
};

/** An object and all attempts to write it, in order: only one client writes it. */
export type Written = {
  readonly guid: string;
  readonly shortId: string;
  /** A word that all versions of this object have, and no other object. */
  readonly mark: string;
  /** Ids of addresses that it was saved to. */
  readonly urlIds: Set<string>;
  readonly attempts: Attempt[];
};

/** The record of a load. */
export type Ledger = {
  readonly objects: Written[];
  /** A violation: a response that is neither a success, nor 503 with Retry-After, nor a connection closed by a crash. */
  readonly violations: string[];
  /** Number of answers 503. */
  refusals: number;
};

export type LoadOptions = {
  readonly writers: number;
  readonly random: () => number;
  /** The test expects lost connections; otherwise they are violations. */
  readonly crashes?: boolean;
  /** Milliseconds within which every request has to be answered. */
  readonly deadline?: number;
};

/** Writers at work. */
export type Load = {
  readonly ledger: Ledger;
  /** Number of saves and deletes that were acknowledged so far. */
  acknowledged(): number;
  /** Resolves when every request in progress is answered, or its connection lost. */
  stop(): Promise<void>;
};

const DEADLINE = 45_000;

function acknowledgedIn({ objects }: Ledger): number {
  return objects.reduce((sum, { attempts }) => sum + attempts.filter((one) => one.acknowledged === true).length, 0);
}

/** Starts writers that save and delete objects, one by one and in batches, on the instances in turn. */
export function startLoad(servers: readonly TestServer[], options: LoadOptions): Load {
  const ledger: Ledger = { objects: [], violations: [], refusals: 0 };
  const running = { on: true };
  const writers = Array.from({ length: options.writers }, (_, index) => {
    const server = servers[index % servers.length];
    if (server === undefined) throw new Error('A load needs a server.');
    return new Writer(server, ledger, options).run(running);
  });
  return {
    ledger,
    acknowledged: () => acknowledgedIn(ledger),
    async stop() {
      running.on = false;
      await Promise.all(writers);
    },
  };
}

/** Waits until a load has this many acknowledged saves and deletes, or has stopped for some reason. */
export async function untilAcknowledged(load: Load, count: number): Promise<void> {
  const late = Date.now() + DEADLINE;
  while (load.acknowledged() < count && load.ledger.violations.length === 0 && Date.now() < late) await sleep(5);
}

const OBJECTS_PER_WRITER = 12;
const BATCH = 6;

class Writer {
  readonly #server: TestServer;
  readonly #ledger: Ledger;
  readonly #options: LoadOptions;
  /** Objects that it continues with. */
  #own: Written[] = [];
  #gone = false;

  constructor(server: TestServer, ledger: Ledger, options: LoadOptions) {
    this.#server = server;
    this.#ledger = ledger;
    this.#options = options;
  }

  async run(running: { readonly on: boolean }): Promise<void> {
    while (running.on && !this.#gone) {
      const dice = this.#options.random();
      if (dice < 0.55) await this.#save();
      else if (dice < 0.75) await this.#saveMany();
      else if (dice < 0.9) await this.#remove();
      else await this.#removeMany();
    }
  }

  async #save(): Promise<void> {
    const written = this.#pick();
    const { attempt, object } = this.#nextSave(written);
    const urlId = `url-${written.mark}`;
    written.urlIds.add(urlId);
    const answer = await this.#send(`data/schema.org.Thing/${urlId}`, 'POST', object);
    if (answer === null) return;
    if (memberOf(answer, '@id') === object['@id']) attempt.acknowledged = true;
    else this.#violated(`A save of ${object['@id']} was answered with ${JSON.stringify(answer).slice(0, 200)}`);
  }

  async #saveMany(): Promise<void> {
    const batch = [...new Set(Array.from({ length: BATCH }, () => this.#pick()))].map((one) => this.#nextSave(one));
    const answer = await this.#send(
      'sky/repo/multiPut',
      'POST',
      batch.map(({ object }) => object),
    );
    this.#settleBatch(answer, batch, 'stored');
  }

  async #remove(): Promise<void> {
    const written = this.#own.find(isSurelyLive);
    if (written === undefined) return this.#save();
    const attempt = nextDelete(written);
    const answer = await this.#send(`data/${written.guid}`, 'DELETE');
    if (answer !== null) attempt.acknowledged = true;
  }

  async #removeMany(): Promise<void> {
    const batch = this.#own.filter(isSurelyLive).slice(0, BATCH / 2);
    if (batch.length === 0) return this.#save();
    const attempts = batch.map((written) => ({ attempt: nextDelete(written) }));
    const ids = batch.map(({ shortId }) => shortId);
    this.#settleBatch(await this.#send('sky/repo/multiDelete', 'POST', ids), attempts, 'deleted');
  }

  #settleBatch(answer: unknown, batch: readonly { readonly attempt: Attempt }[], count: string): void {
    if (answer === null) return;
    if (memberOf(answer, count) === batch.length) for (const { attempt } of batch) attempt.acknowledged = true;
    else this.#violated(`A batch of ${batch.length} was answered with ${JSON.stringify(answer).slice(0, 300)}`);
  }

  /** An object to save: a new one, or an earlier one. */
  #pick(): Written {
    const { random } = this.#options;
    const known = this.#own[Math.floor(random() * this.#own.length)];
    if (known !== undefined && random() < 0.6) return known;
    const guid = randomUUID();
    const mark = `mark${guid.replaceAll('-', '')}`;
    const shortId = `${HUB}data/schema.org.Thing/${guid}`;
    const written: Written = { guid, shortId, mark, urlIds: new Set(), attempts: [] };
    this.#ledger.objects.push(written);
    this.#own = [...this.#own.slice(1 - OBJECTS_PER_WRITER), written];
    return written;
  }

  #nextSave(written: Written) {
    const version = 1_000 + written.attempts.length;
    const word = `word${version}x${written.mark}`;
    const attempt: Attempt = { kind: 'save', version, word, acknowledged: null };
    written.attempts.push(attempt);
    const id = `${written.shortId}/${version}`;
    return {
      attempt,
      object: { '@context': 'https://schema.org', '@type': 'Thing', '@id': id, name: word, description: written.mark },
    };
  }

  /** The body of a successful answer; null after 503, or when the connection was lost. */
  async #send(path: string, method: string, body?: unknown): Promise<unknown> {
    try {
      const response = await fetch(`${this.#server.api}${path}`, {
        method,
        signal: AbortSignal.timeout(this.#options.deadline ?? DEADLINE),
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      if (response.status === 200) return text === '' ? {} : JSON.parse(text);
      await this.#refused(response, `${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    } catch (error) {
      if (this.#options.crashes && isLostConnection(error)) this.#gone = true;
      else this.#violated(`${method} ${path}: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`);
    }
    return null;
  }

  async #refused(response: Response, words: string): Promise<void> {
    if (response.status === 503 && Number(response.headers.get('retry-after')) >= 1) {
      this.#ledger.refusals++;
      await sleep(100);
    } else {
      this.#violated(words);
    }
  }

  #violated(words: string): void {
    this.#ledger.violations.push(words);
    this.#gone = true;
  }
}

function nextDelete(written: Written): Attempt {
  const last = written.attempts.at(-1);
  const attempt: Attempt = { kind: 'delete', version: last?.version ?? 0, word: last?.word ?? '', acknowledged: null };
  written.attempts.push(attempt);
  return attempt;
}

function isSurelyLive({ attempts }: Written): boolean {
  const last = attempts.at(-1);
  return last?.kind === 'save' && last.acknowledged === true;
}

function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
