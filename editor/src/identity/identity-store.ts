import * as z from 'zod/mini';
import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { type Contact, createIdentity, type Identity, readIdentity } from './identity.ts';
import type { TextStorage } from './text-storage.ts';

const STORAGE_KEY = 'identities 1';

const storedSchema = z.object({
  current: z.nullable(z.string()),
  /** Whether the person has saved the keys outside this browser. */
  kept: z.boolean(),
  /** Whether the person was asked to save the keys outside this browser. */
  urged: z._default(z.boolean(), false),
  /** The name of the account that has the keys. */
  account: z._default(z.nullable(z.string()), null),
  identities: z.array(z.object({ name: z.string(), privatePem: z.string() })),
  contacts: z.array(z.object({ name: z.string(), publicPem: z.string(), person: z.nullable(z.string()) })),
});

/** The identities and contacts of the person. The same object until something changes. */
export type IdentitySnapshot = {
  readonly identities: readonly Identity[];
  /** Who the person acts as; null: nobody yet, or the account of the organization. */
  readonly current: Identity | null;
  readonly contacts: readonly Contact[];
  /** Whether the person has a recovery file or an account. False: ask the person to save the keys. */
  readonly kept: boolean;
  /** Whether the person was asked already, and chose to do it later. */
  readonly urged: boolean;
  /** The user name of the account that the person keeps the keys in; null: none is known here. */
  readonly account: string | null;
  /** False: the browser forgets everything when the page is closed. */
  readonly durable: boolean;
};

/** A store for `useSyncExternalStore`. */
export type IdentityStore = {
  readonly getSnapshot: () => IdentitySnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Makes a key pair and makes it the current one. */
  readonly create: (name: string) => Promise<Identity>;
  /** Adds identities, as from a recovery file; the first becomes the current one if there is none. */
  readonly add: (identities: readonly Identity[]) => Promise<void>;
  readonly rename: (id: string, name: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Acts as an identity from now on; null: as the account of the organization. */
  readonly select: (id: string | null) => Promise<void>;
  /** @throws Problem `malformed-key` */
  readonly addContact: (name: string, publicPem: string, person?: string | null) => Promise<Contact>;
  readonly removeContact: (id: string) => Promise<void>;
  /** Records that the keys are saved outside this browser. @param account the account that has them, if they are in one */
  readonly markKept: (account?: string) => Promise<void>;
  /** Records that the person was asked to save the keys. */
  readonly markUrged: () => Promise<void>;
  /** Reads again what another page of the browser has stored. */
  readonly reload: () => Promise<void>;
  /** Forgets all keys, contacts, undo steps and changes that are not sent. The caller must then leave the page. */
  readonly signOut: () => Promise<void>;
  /** Forgets them here too after another page of the browser has signed out: this one may have stored something since. */
  readonly signedOutElsewhere: () => Promise<void>;
};

/**
 * Opens the identities and contacts that the browser has stored.
 *
 * @param onChange is called after every change, for other pages of the browser
 */
export async function openIdentityStore(
  storage: TextStorage,
  onChange: (change: 'changed' | 'signed-out') => void = () => {},
): Promise<IdentityStore> {
  const listeners = new Set<() => void>();
  let snapshot = await load(storage);

  function show(next: IdentitySnapshot): void {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  /** Changes what is stored now: another page may have added a key, which must not be lost. */
  async function change(update: (latest: IdentitySnapshot) => Partial<IdentitySnapshot>): Promise<void> {
    const latest = storage.durable ? await load(storage) : snapshot;
    const next = { ...latest, ...update(latest) };
    await save(storage, next);
    show(next);
    onChange('changed');
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async create(name) {
      const identity = await createIdentity(name);
      await change(({ identities }) => ({
        identities: [...identities, identity],
        current: identity,
        kept: false,
        urged: false,
      }));
      return identity;
    },
    async add(added) {
      const known = new Set(added.map(({ id }) => id));
      await change(({ identities, current }) => ({
        identities: [...identities.filter(({ id }) => !known.has(id)), ...added],
        current: current ?? added[0] ?? null,
      }));
    },
    async rename(id, name) {
      await change(({ identities, current }) => {
        const renamed = identities.map((one) => (one.id === id ? { ...one, name } : one));
        return { identities: renamed, current: renamed.find((one) => one.id === current?.id) ?? null };
      });
    },
    async remove(id) {
      await change(({ identities, current }) => {
        const others = identities.filter((one) => one.id !== id);
        return { identities: others, current: current?.id === id ? (others[0] ?? null) : current };
      });
    },
    async select(id) {
      await change(({ identities }) => ({ current: identities.find((one) => one.id === id) ?? null }));
    },
    async addContact(name, publicPem, person = null) {
      const { fingerprint, pem } = parsePublicKey(publicPem);
      const contact: Contact = { id: fingerprint, name, publicPem: pem, person };
      await change(({ contacts }) => ({ contacts: [...contacts.filter(({ id }) => id !== fingerprint), contact] }));
      return contact;
    },
    async removeContact(id) {
      await change(({ contacts }) => ({ contacts: contacts.filter((one) => one.id !== id) }));
    },
    markKept: (account) => change(() => ({ kept: true, ...(account !== undefined && { account }) })),
    markUrged: () => change(() => ({ urged: true })),
    reload: async () => show(await load(storage)),
    async signOut() {
      await storage.clear();
      show({ ...NOBODY, durable: storage.durable });
      onChange('signed-out');
    },
    signedOutElsewhere: () => storage.clear(),
  };
}

const NOBODY = { identities: [], current: null, contacts: [], kept: false, urged: false, account: null } as const;

async function load(storage: TextStorage): Promise<IdentitySnapshot> {
  const text = await storage.get(STORAGE_KEY);
  if (text === null) return { ...NOBODY, durable: storage.durable };
  const stored = storedSchema.parse(JSON.parse(text));
  const identities = await Promise.all(stored.identities.map(({ name, privatePem }) => readIdentity(name, privatePem)));
  return {
    identities,
    current: identities.find(({ id }) => id === stored.current) ?? null,
    contacts: stored.contacts.map((contact) => ({ ...contact, id: parsePublicKey(contact.publicPem).fingerprint })),
    kept: stored.kept,
    urged: stored.urged,
    account: stored.account,
    durable: storage.durable,
  };
}

async function save(
  storage: TextStorage,
  { identities, current, contacts, kept, urged, account }: IdentitySnapshot,
): Promise<void> {
  const stored: z.infer<typeof storedSchema> = {
    current: current?.id ?? null,
    kept,
    urged,
    account,
    identities: identities.map(({ name, privatePem }) => ({ name, privatePem })),
    contacts: contacts.map(({ name, publicPem, person }) => ({ name, publicPem, person })),
  };
  await storage.set(STORAGE_KEY, JSON.stringify(stored));
}
