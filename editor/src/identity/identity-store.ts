import * as z from 'zod/mini';
import { parsePublicKey } from '../../../shared/crypto/public-key.ts';
import { type Contact, createIdentity, type Identity, readIdentity } from './identity.ts';
import type { TextStorage } from './text-storage.ts';

const STORAGE_KEY = 'identities 1';

const storedSchema = z.object({
  current: z.nullable(z.string()),
  /** Whether the person has kept the keys elsewhere. */
  kept: z.boolean(),
  identities: z.array(z.object({ name: z.string(), privatePem: z.string() })),
  contacts: z.array(z.object({ name: z.string(), publicPem: z.string(), person: z.nullable(z.string()) })),
});

/** The identities and contacts of the person. The same object until something changes. */
export type IdentitySnapshot = {
  readonly identities: readonly Identity[];
  /** Who the person acts as; null: nobody yet. */
  readonly current: Identity | null;
  readonly contacts: readonly Contact[];
  /** Whether the person has a recovery file or an account. False: urge to keep the keys. */
  readonly kept: boolean;
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
  readonly select: (id: string) => Promise<void>;
  /** @throws Problem `malformed-key` */
  readonly addContact: (name: string, publicPem: string, person?: string | null) => Promise<Contact>;
  readonly removeContact: (id: string) => Promise<void>;
  /** Notes that the keys are kept elsewhere. */
  readonly markKept: () => Promise<void>;
  /** Forgets all keys, contacts, undo steps and changes that are not sent. */
  readonly signOut: () => Promise<void>;
};

/** Opens what the browser has kept. */
export async function openIdentityStore(storage: TextStorage): Promise<IdentityStore> {
  const listeners = new Set<() => void>();
  let snapshot = await load(storage);

  async function change(next: Partial<IdentitySnapshot>): Promise<void> {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
    await save(storage, snapshot);
  }

  async function add(added: readonly Identity[]): Promise<void> {
    const known = new Set(added.map(({ id }) => id));
    const identities = [...snapshot.identities.filter(({ id }) => !known.has(id)), ...added];
    await change({ identities, current: snapshot.current ?? added[0] ?? null });
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async create(name) {
      const identity = await createIdentity(name);
      await change({ identities: [...snapshot.identities, identity], current: identity, kept: false });
      return identity;
    },
    add,
    async rename(id, name) {
      const identities = snapshot.identities.map((one) => (one.id === id ? { ...one, name } : one));
      await change({ identities, current: identities.find((one) => one.id === snapshot.current?.id) ?? null });
    },
    async remove(id) {
      const identities = snapshot.identities.filter((one) => one.id !== id);
      const current = snapshot.current?.id === id ? (identities[0] ?? null) : snapshot.current;
      await change({ identities, current });
    },
    async select(id) {
      const current = snapshot.identities.find((one) => one.id === id);
      if (current !== undefined) await change({ current });
    },
    async addContact(name, publicPem, person = null) {
      const { fingerprint, pem } = parsePublicKey(publicPem);
      const contact: Contact = { id: fingerprint, name, publicPem: pem, person };
      await change({ contacts: [...snapshot.contacts.filter(({ id }) => id !== fingerprint), contact] });
      return contact;
    },
    async removeContact(id) {
      await change({ contacts: snapshot.contacts.filter((one) => one.id !== id) });
    },
    markKept: () => change({ kept: true }),
    async signOut() {
      snapshot = { identities: [], current: null, contacts: [], kept: false, durable: storage.durable };
      for (const listener of listeners) listener();
      await storage.clear();
    },
  };
}

async function load(storage: TextStorage): Promise<IdentitySnapshot> {
  const text = await storage.get(STORAGE_KEY);
  const stored =
    text === null ? { current: null, kept: false, identities: [], contacts: [] } : storedSchema.parse(JSON.parse(text));
  const identities = await Promise.all(stored.identities.map(({ name, privatePem }) => readIdentity(name, privatePem)));
  return {
    identities,
    current: identities.find(({ id }) => id === stored.current) ?? identities[0] ?? null,
    contacts: stored.contacts.map((contact) => ({ ...contact, id: parsePublicKey(contact.publicPem).fingerprint })),
    kept: stored.kept,
    durable: storage.durable,
  };
}

async function save(storage: TextStorage, { identities, current, contacts, kept }: IdentitySnapshot): Promise<void> {
  const stored: z.infer<typeof storedSchema> = {
    current: current?.id ?? null,
    kept,
    identities: identities.map(({ name, privatePem }) => ({ name, privatePem })),
    contacts: contacts.map(({ name, publicPem, person }) => ({ name, publicPem, person })),
  };
  await storage.set(STORAGE_KEY, JSON.stringify(stored));
}
