import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import type { KeyValueEntry, KeyValueStore, SetOptions } from '../../repository/store/key-value-store.ts';
import { createIdentities, type Identities } from './identities.ts';
import { createHashing, MAX_WAITING } from './password.ts';

const CREDENTIALS = { pad: 'the pad', credentials: [{ ppk: 'private words', iv: 'iv' }], contacts: [{ pk: 'pk' }] };
const ADA = { username: 'ada lovelace', password: 'correct horse', credentials: CREDENTIALS };
const REFUSED = '403 credentials-refused Invalid username or password.';
const OUT_OF_STEP = '403 credentials-refused An error in synchronization has occurred. Please re-login and try again.';

/** The port over a map: what the identities need of a store, revisions included. */
class MemoryKeyValues implements Pick<KeyValueStore, 'get' | 'set'> {
  readonly entries = new Map<string, KeyValueEntry>();
  /** Runs once, before the next write: what another request does at that moment. */
  meanwhile: (() => Promise<unknown>) | null = null;
  #writes = 0;

  async get(key: string) {
    await Promise.resolve();
    return this.entries.get(key) ?? null;
  }

  async set(key: string, value: string, options: SetOptions = {}) {
    const other = this.meanwhile;
    this.meanwhile = null;
    await other?.();
    const before = this.entries.get(key)?.revision ?? null;
    if (options.expected !== undefined && options.expected !== before) return null;
    const entry = { value, revision: `r${++this.#writes}` };
    this.entries.set(key, entry);
    return entry;
  }

  async delete(key: string) {
    return this.entries.delete(key);
  }

  async clear() {
    this.entries.clear();
  }
}

class MemorySecrets implements SecretStore {
  readonly values = new Map<string, string>();

  async secret(name: string, create: () => Promise<string>) {
    const value = this.values.get(name) ?? (await create());
    this.values.set(name, value);
    return value;
  }
}

let keyValues: MemoryKeyValues;
let secrets: MemorySecrets;
let identities: Identities;
let time: number;

const open = (passwordIterations = 1000) =>
  createIdentities({ keyValues, secrets, passwordIterations, now: () => time });

const login = (password = ADA.password, username = ADA.username) => identities.login({ username, password });

async function token(): Promise<string> {
  const given = (await login()).token;
  if (typeof given !== 'string') throw new Error('no token');
  return given;
}

/** The response to the caller: status, code and text. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Problem) return `${error.status} ${error.code} ${error.message}`;
      throw error;
    },
  );

beforeEach(async () => {
  keyValues = new MemoryKeyValues();
  secrets = new MemorySecrets();
  time = 1_700_000_000_000;
  identities = await open();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('salts', () => {
  test("J11 salts meet the clients' requirements and differ from each other", () => {
    const salts = identities.salts();
    expect(salts).toMatchObject({ usernameLength: 64, passwordLength: 64, secretLength: 64 });
    for (const name of ['username', 'password', 'secret'] as const) {
      expect(salts[`${name}Salt`].length).toBeGreaterThanOrEqual(16);
      expect(salts[`${name}Iterations`]).toBeGreaterThanOrEqual(1000);
    }
    expect(new Set([salts.usernameSalt, salts.passwordSalt, salts.secretSalt]).size).toBe(3);
  });

  test('salts stay the same after a restart, and differ between servers', async () => {
    expect((await open()).salts()).toEqual(identities.salts());
    secrets = new MemorySecrets();
    expect((await open()).salts().usernameSalt).not.toBe(identities.salts().usernameSalt);
  });

  test.each(['skyId.username.public.salt', 'skyId.password.public.salt', 'skyId.secret.public.salt', 'skyId.secret'])(
    'a %s that is too short stops the start',
    async (name) => {
      secrets.values.set(name, 'short');
      await expect(open()).rejects.toThrow(`${name} must have`);
    },
  );
});

describe('create and login', () => {
  test('login returns the created credentials, with a token and the time of the previous login', async () => {
    expect(await identities.create(ADA)).toEqual(CREDENTIALS);
    expect(await login()).toEqual({ ...CREDENTIALS, token: expect.any(String), lastLogin: time });
    const first = time;
    time += 5000;
    expect((await login()).lastLogin).toBe(first);
    time += 5000;
    expect((await login()).lastLogin).toBe(first + 5000);
  });

  test('identities survive a restart', async () => {
    await identities.create(ADA);
    identities = await open();
    expect(await login()).toMatchObject(CREDENTIALS);
  });

  test('the answer holds neither user name nor password', async () => {
    await identities.create(ADA);
    const text = JSON.stringify(await login());
    expect(text).not.toContain(ADA.username);
    expect(text).not.toContain(ADA.password);
  });

  test('a user name is taken once, also by concurrent requests', async () => {
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((password) => outcomeOf(identities.create({ ...ADA, password }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    const refusals = new Set(outcomes.filter((outcome) => outcome !== 'accepted'));
    expect(refusals).toEqual(new Set(['422 invalid-identity Cannot create, account already exists.']));
    const winner = ['a', 'b', 'c', 'd'][outcomes.indexOf('accepted')];
    expect(await login(winner)).toMatchObject(CREDENTIALS);
  });

  test('concurrent logins of a user all succeed, and the last token is valid', async () => {
    await identities.create(ADA);
    const answers = await Promise.all(Array.from({ length: 8 }, () => login()));
    const works: JsonObject[] = [];
    for (const answer of answers) {
      const outcome = await outcomeOf(identities.commit({ ...ADA, token: answer.token ?? null }));
      if (outcome === 'accepted') works.push(answer);
      else expect(outcome).toBe(OUT_OF_STEP);
    }
    expect(works).toHaveLength(1);
  });

  test('a login that another one overtakes returns a token that works', async () => {
    await identities.create(ADA);
    keyValues.meanwhile = () => login();
    const proof = await token();
    expect(await outcomeOf(identities.commit({ ...ADA, token: proof }))).toBe('accepted');
  });

  test('a login with the old password is refused when the password changes during the login', async () => {
    await identities.create(ADA);
    const proof = await token();
    keyValues.meanwhile = () => identities.commit({ ...ADA, token: proof, password: 'new' });
    expect(await outcomeOf(login())).toBe(REFUSED);
    expect(await login('new')).toMatchObject(CREDENTIALS);
  });

  test('members of the stored credentials never pass for the token and the time of the server', async () => {
    await identities.create({ ...ADA, credentials: { ...CREDENTIALS, token: 'mine', lastLogin: 1 } });
    const answer = await login();
    expect(answer.token).not.toBe('mine');
    expect(answer.lastLogin).toBe(time);
  });
});

describe('commit', () => {
  beforeEach(() => identities.create(ADA));

  test('a commit replaces credentials and password, repeatedly with the same token', async () => {
    const proof = await token();
    await identities.commit({ ...ADA, token: proof, credentials: { pad: 'second' } });
    await identities.commit({ ...ADA, token: proof, credentials: { pad: 'third' }, password: 'battery staple' });
    expect(await outcomeOf(login())).toBe(REFUSED);
    const answer = await login('battery staple');
    expect(answer).toEqual({ pad: 'third', token: expect.any(String), lastLogin: time });
  });

  test('a login invalidates the previous token', async () => {
    const old = await token();
    await login();
    expect(await outcomeOf(identities.commit({ ...ADA, token: old }))).toBe(OUT_OF_STEP);
  });

  test('a login that fails leaves the token as it is', async () => {
    const proof = await token();
    await outcomeOf(login('wrong'));
    expect(await outcomeOf(identities.commit({ ...ADA, token: proof }))).toBe('accepted');
  });

  test('before the first login no token is accepted', async () => {
    expect(await outcomeOf(identities.commit({ ...ADA, token: 'null' }))).toBe(OUT_OF_STEP);
  });

  test('the token of one user is refused for another', async () => {
    await identities.create({ ...ADA, username: 'eve' });
    const proof = (await login(ADA.password, 'eve')).token ?? null;
    expect(await outcomeOf(identities.commit({ ...ADA, token: proof }))).toBe(OUT_OF_STEP);
  });

  test('of two concurrent commits, one is stored and the other has to log in again', async () => {
    const proof = await token();
    const commit = (pad: string) =>
      outcomeOf(identities.commit({ ...ADA, token: proof, password: pad, credentials: { pad } }));
    let second = '';
    keyValues.meanwhile = async () => {
      second = await commit('two');
    };
    expect([await commit('one'), second]).toEqual([OUT_OF_STEP, 'accepted']);
    expect((await login('two')).pad).toBe('two');
  });
});

describe('J10 user names cannot be found out', () => {
  beforeEach(() => identities.create(ADA));

  test('J10 an unknown user and a wrong password get the same answer', async () => {
    expect(await outcomeOf(login('wrong'))).toBe(REFUSED);
    expect(await outcomeOf(login(ADA.password, 'ada loveless'))).toBe(REFUSED);
  });

  test('J10 a commit for an unknown user and one with a wrong token get the same answer', async () => {
    await login();
    expect(await outcomeOf(identities.commit({ ...ADA, token: 'wrong' }))).toBe(OUT_OF_STEP);
    expect(await outcomeOf(identities.commit({ ...ADA, username: 'ada loveless', token: 'wrong' }))).toBe(OUT_OF_STEP);
  });

  /** Every cryptographic operation of a request, in order, with what decides its cost. */
  async function steps(work: () => Promise<unknown>): Promise<unknown[]> {
    const done: unknown[] = [];
    for (const name of ['deriveBits', 'decrypt', 'encrypt', 'digest', 'sign'] as const) {
      const real: (...given: never[]) => Promise<unknown> = crypto.subtle[name].bind(crypto.subtle);
      vi.spyOn(crypto.subtle, name).mockImplementation(((...given: never[]) => {
        const [algorithm, , data]: readonly unknown[] = given;
        const { iterations } = algorithm as { iterations?: number };
        done.push([name, iterations ?? null, data instanceof Uint8Array ? data.length : null]);
        return real(...given);
      }) as never);
    }
    await outcomeOf(work());
    vi.restoreAllMocks();
    return done;
  }

  test('J10 a login does the same work for an unknown user as for a wrong password', async () => {
    const known = await steps(() => login('wrong'));
    expect(known).toContainEqual(['deriveBits', 1000, null]);
    expect(await steps(() => login('wrong', 'ada loveless'))).toEqual(known);
  });

  test('J10 the work stays the same for users with longer credentials and with older hashes', async () => {
    await identities.create({ ...ADA, username: 'rich', credentials: { pad: 'x'.repeat(100_000) } });
    identities = await open(3000);
    const sum = (done: unknown[]) =>
      done.reduce((total: number, step) => total + (Array.isArray(step) ? Number(step[1]) : 0), 0);
    const unknown = await steps(() => login('wrong', 'ada loveless'));
    const old = await steps(() => login('wrong', 'rich'));
    expect([sum(unknown), sum(old)]).toEqual([3000, 3000]);
    const decryptions = (done: unknown[]) => done.filter((step) => Array.isArray(step) && step[0] === 'decrypt');
    expect(decryptions(old)).toEqual(decryptions(unknown));
  });

  test('J10 a commit does the same work for an unknown user as for a wrong token', async () => {
    const known = await steps(() => identities.commit({ ...ADA, token: 'wrong' }));
    expect(known.length).toBeGreaterThan(0);
    expect(await steps(() => identities.commit({ ...ADA, username: 'ada loveless', token: 'wrong' }))).toEqual(known);
  });
});

describe('J11 a stored record', () => {
  test('J11 the store contains neither user names nor passwords, tokens and credentials', async () => {
    await identities.create(ADA);
    const proof = await token();
    const all = JSON.stringify([...keyValues.entries]);
    for (const secret of [ADA.username, ADA.password, proof, 'private words', 'the pad', 'PBKDF2']) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(btoa(secret).replace(/=+$/, ''));
    }
  });

  test('J11 records of two users with one password have nothing in common, nor do two records of one user', async () => {
    await identities.create(ADA);
    await identities.create({ ...ADA, username: 'eve' });
    const before = [...keyValues.entries.values()].map((entry) => entry.value);
    await identities.commit({ ...ADA, token: await token() });
    const texts = [...before, ...[...keyValues.entries.values()].map((entry) => entry.value)].slice(0, 3);
    expect(
      new Set(
        texts.flatMap((text) =>
          text
            .split('.')
            .slice(1)
            .map((part) => part.slice(0, 16)),
        ),
      ).size,
    ).toBe(6);
  });

  test('J11 a hash with fewer iterations is replaced at the next login', async () => {
    await identities.create(ADA);
    const derived = vi.spyOn(crypto.subtle, 'deriveBits');
    const iterations = () => derived.mock.calls.splice(0).map(([algorithm]) => Object(algorithm).iterations);
    identities = await open(3000);
    await login();
    iterations();
    await login();
    expect(iterations()).toEqual([3000]);
    identities = await open(1000);
    await login();
    expect(iterations()).toEqual([3000]);
  });

  test('J11 without an option, a login costs 600,000 iterations', async () => {
    identities = await createIdentities({ keyValues, secrets, now: () => time });
    const derived = vi.spyOn(crypto.subtle, 'deriveBits');
    await outcomeOf(login());
    expect(derived.mock.calls.map(([algorithm]) => Object(algorithm).iterations)).toEqual([600_000]);
  });

  test('at most two passwords are hashed at a time, and those beyond the queue are refused', async () => {
    identities = await createIdentities({
      keyValues,
      secrets,
      passwordIterations: 1000,
      now: () => time,
      hashing: createHashing(),
    });
    const release: (() => void)[] = [];
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    const derived = vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...parameters) => {
      await new Promise<void>((resolve) => release.push(resolve));
      return derive(...parameters);
    });
    let ended = 0;
    const asked = Array.from({ length: MAX_WAITING + 3 }, async (_, index) => {
      const answer = await outcomeOf(login('wrong', `user ${index}`));
      ended++;
      return answer;
    });
    await vi.waitFor(() => expect(ended).toBe(1));
    expect(derived).toHaveBeenCalledTimes(2);
    for (let done = 0; done < MAX_WAITING + 2; done++) {
      const next = await vi.waitUntil(() => release.shift(), { interval: 1 });
      expect(derived.mock.calls.length - done).toBeLessThanOrEqual(2);
      next();
    }
    const answers = await Promise.all(asked);
    const busy = '503 overloaded Too many users are logging in: try again later.';
    expect(answers.filter((answer) => answer !== REFUSED)).toEqual([busy]);
  });

  test('B28 a record that was altered in the store, or moved to another user, is reported and not used', async () => {
    await identities.create(ADA);
    await identities.create({ ...ADA, username: 'eve' });
    const [[adaKey, adas], [, eves]] = [...keyValues.entries] as [[string, KeyValueEntry], [string, KeyValueEntry]];
    for (const value of [eves.value, adas.value.slice(0, -8), `${adas.value.slice(0, -1)}!`, 'garbage']) {
      keyValues.entries.set(adaKey, { value, revision: 'altered' });
      expect(await outcomeOf(login())).toMatch(/^500 internal-error The stored identity cannot be read/);
    }
    keyValues.entries.set(adaKey, adas);
    expect(await login()).toMatchObject(CREDENTIALS);
  });

  test('B25 no refusal repeats a user name, password, token or credentials', async () => {
    await identities.create(ADA);
    const proof = await token();
    const inputs = [
      () => identities.login({ username: 'user words', password: 'password words' }),
      () => identities.login({ username: 'user words'.repeat(200), password: 'password words' }),
      () => identities.login({ username: ['user words'], password: 'password words' }),
      () => identities.create({ ...ADA, password: 'password words', credentials: ['private words'] }),
      () => identities.create({ ...ADA, password: 'password words', credentials: { pad: 'private words' } }),
      () => identities.commit({ ...ADA, username: 'user words', password: 'password words', token: proof }),
      () => identities.commit({ ...ADA, password: 'password words', token: 'token words' }),
    ];
    for (const input of inputs) {
      const problem = await input().catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(Problem);
      const shown = `${String(problem)} ${JSON.stringify(problem)} ${(problem as Problem).cause}`;
      expect(shown).not.toMatch(/words/);
      for (const secret of [proof, ADA.username, ...secrets.values.values()]) expect(shown).not.toContain(secret);
    }
  });
});
