import { participants } from '../../access/participants.ts';
import type { KeyId } from '../../crypto/key-id.ts';
import type { ReadKey } from '../../crypto/public-key.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../linked-data/json.ts';
import type { AccessFacts } from '../../store/object-store.ts';
import type { Generations } from './generations.ts';
import type { Watch } from './in-use.ts';

/** What of a version, old or new, decides which profiles it changes. */
export type ChangedVersion = {
  /** Null where it is too long to be looked at: such a version may change every profile. */
  readonly text: string | null;
  readonly access: AccessFacts;
};

/** What the write doors know of profiles: that cached ones end before a write is acknowledged (specification: profile rule 14). */
export type ProfileInvalidation = {
  /** Begins to gather what one request writes. */
  readonly changes: () => ProfileChanges;
};

/** What one request writes, as far as it touches profiles. */
export type ProfileChanges = {
  /**
   * Begins to look whether there is anything to end: a request looks once whether profiles are kept at all, and each part
   * of it for those that are. To be called right before the state that is to be replaced is read: the store then takes both
   * in one call. Without it, `begin` looks when it has something to end.
   */
  readonly watch: () => void;
  /** A version that is written, replaced or deleted, or may be; null is nothing. Before it is known whether it succeeds. */
  readonly add: (version: ChangedVersion | null) => void;
  /**
   * A version that is put among others: as {@link add}, but which versions it supersedes is not known, so all cached
   * profiles end when it is of a kind that profiles are made of.
   */
  readonly addAmongOthers: (version: ChangedVersion) => void;
  /**
   * Ends the cached profiles that what was added since the last call may change. To be awaited before the write, so that a process
   * that is killed right after it leaves none of them behind; {@link ProfileChanges.end} has then only those to end that were
   * made meanwhile.
   *
   * @throws Problem `store-unavailable` (503): the write must not be begun then
   */
  readonly begin: () => Promise<void>;
  /**
   * Ends the cached profiles that any of these may change. To be awaited after the write and before it is acknowledged.
   * Does nothing, and asks the store nothing, when no version is of a kind that profiles are made of, or when nothing that
   * lacks them can be kept: see {@link Watch}.
   *
   * @throws Problem `store-unavailable` (503): the write is done then, but must not be acknowledged
   */
  readonly end: () => Promise<void>;
};

const NO_CHANGES: ProfileChanges = {
  watch: () => {},
  add: () => {},
  addAmongOthers: () => {},
  begin: async () => {},
  end: async () => {},
};

/** Where no profile was ever kept: nothing is gathered. */
export const NO_INVALIDATION: ProfileInvalidation = { changes: () => NO_CHANGES };

/** For a service without profiles: its first write ends all that were kept before, and nothing is gathered. */
export function endAllOnce(generations: Pick<Generations, 'endAll'>): ProfileInvalidation {
  let ended: Promise<void> | null = null;
  function begin(): Promise<void> {
    ended ??= generations.endAll().catch((error: unknown) => {
      ended = null;
      throw error;
    });
    return ended;
  }
  return { changes: () => ({ ...NO_CHANGES, begin }) };
}

/** A request that touches more keys ends all cached profiles instead: that is one entry. */
const MAX_KEYS = 256;

/** Ends of the types of objects, encrypted or not, that any profile may be made of. */
const SHARED_TYPE = /(?:framework|competency|relation|level|creativework|concept|person)$/;
const ASSERTION_TYPE = /assertion$/;

/** Members that make a relation or a concept of an object of any type. */
const SHARED_MEMBERS = ['relationType', 'prefLabel', 'skos:prefLabel', 'hiddenLabel', 'skos:hiddenLabel'];

/** Told by the text alone, so that most objects need not be parsed. */
const MAY_MATTER =
  /framework|competency|relation|level|creativework|concept|person|assertion|encryptedvalue|prefLabel|hiddenLabel/i;

/** Gathers changes and ends generations. */
export function createInvalidation(generations: Generations, readKey: ReadKey): ProfileInvalidation {
  return {
    changes() {
      const keys = new Set<KeyId>();
      /** Those of `keys` that were added since the last `begin`. */
      const fresh = new Set<KeyId>();
      let begun: Promise<unknown> = Promise.resolve();
      let all = false;
      let mayBeKept: Watch | null = null;
      /** As the last look found it. */
      let mayHaveShared = Promise.resolve(true);

      function watch(): Watch {
        mayBeKept ??= generations.watch();
        return mayBeKept;
      }

      function addKeys(version: ChangedVersion, object: JsonObject): void {
        const { owners, readers } = version.access;
        for (const key of [...owners, ...readers, ...participants(object, readKey)]) {
          keys.add(key);
          fresh.add(key);
        }
        if (keys.size > MAX_KEYS) all = true;
      }

      function add(version: ChangedVersion | null): void {
        if (version === null || all) return;
        if (version.text === null) all = true;
        if (version.text === null || !MAY_MATTER.test(version.text)) return;
        const object = parsed(version.text);
        if (object === null || isShared(object)) all = true;
        else if (typesOf(object).some((type) => ASSERTION_TYPE.test(type))) addKeys(version, object);
      }

      async function endGenerations(of: readonly KeyId[], hasShared: Promise<boolean>): Promise<void> {
        if ((!all && of.length === 0) || !(await watch()())) return;
        if (!all) await generations.end(of);
        else if (await hasShared) await generations.endAll();
      }

      return {
        watch() {
          watch();
          mayHaveShared = generations.mayHaveShared();
        },
        add,
        addAmongOthers(version) {
          const before = keys.size;
          add(version);
          if (keys.size > before) all = true;
        },
        async begin() {
          const own = [...fresh];
          fresh.clear();
          begun = Promise.all([begun, endGenerations(own, mayHaveShared)]); // several slices of a request write at once
          await begun;
        },
        end: () => endGenerations([...keys], Promise.resolve(true)),
      };
    },
  };
}

/** Null for what is no object: then it cannot be told what it was. */
function parsed(text: string): JsonObject | null {
  try {
    const value = parseJson(text, 'The stored object');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** True for what any profile may be made of, and for what is encrypted and does not say what is inside. */
function isShared(object: JsonObject): boolean {
  const types = typesOf(object);
  if (types.every((type) => type.endsWith('encryptedvalue'))) return true;
  const shared = types.some((type) => SHARED_TYPE.test(type));
  return shared || SHARED_MEMBERS.some((name) => member(object, name) !== undefined);
}

/** What an object says that it is, and that is inside it if it is encrypted, in lower case. */
function typesOf(object: JsonObject): readonly string[] {
  return ['@type', 'type', '@encryptedType', 'encryptedType'].flatMap((name) => {
    const value: Json | undefined = member(object, name);
    const types = Array.isArray(value) ? value : [value];
    return types.flatMap((type) => (typeof type === 'string' ? type.toLowerCase() : []));
  });
}
