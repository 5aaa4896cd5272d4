import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';
import type { Service } from './service.ts';
import { ServiceError } from './service-error.ts';
import { type BatchFailure, createWrites, type Writes } from './writes.ts';

export type { BatchFailure, Writes } from './writes.ts';

/** A rule for writes. */
type Rule = {
  /** The types of objects that may be written, as the last parts of their keys; null: any, since another object or file names them. */
  readonly types: readonly string[] | null;
  /** Every object has an owner. */
  readonly isOwned: boolean;
  /** The person needs a key, which is made before the first write. */
  readonly isSigned: boolean;
};

const PARTS = ['framework', 'competency', 'relation', 'level', 'rolluprule'];

const CONCEPTS = ['conceptscheme', 'concept'];

/** What objects are written for, and the rule for that. */
const RULES = {
  /** Changes in a framework. New parts have its owners, so they have none in a framework that anyone may change. */
  outline: { types: PARTS, isOwned: false, isSigned: false },
  /** Names of the versions of a framework, which has no owners if anyone may change it. */
  version: { types: ['creativework'], isOwned: false, isSigned: false },
  /** Folders of frameworks. */
  folder: { types: ['directory'], isOwned: true, isSigned: true },
  /** Comments of the person. */
  comment: { types: ['comment'], isOwned: true, isSigned: true },
  /** New frameworks of the person. */
  framework: { types: PARTS, isOwned: true, isSigned: true },
  /** Changes in a concept scheme. New concepts have its owners. */
  scheme: { types: CONCEPTS, isOwned: false, isSigned: false },
  /** New concept schemes of the person. */
  'new-scheme': { types: CONCEPTS, isOwned: true, isSigned: true },
  /** The example, which anyone may change. */
  example: { types: PARTS, isOwned: false, isSigned: false },
  /** Files of others. Objects in JSON-LD keep the owners that they name. */
  import: { types: null, isOwned: false, isSigned: true },
  /** Who may read and change what a framework lists. Owners may be given up. */
  access: { types: null, isOwned: false, isSigned: false },
  /** People, with their goals. */
  person: { types: ['person', 'organization'], isOwned: true, isSigned: true },
  /** What is said about learners. */
  assertion: { types: ['assertion'], isOwned: true, isSigned: true },
  /** Who reads what is said about learners, with the permissions of links. */
  share: { types: ['assertion', 'digitaldocumentpermission'], isOwned: true, isSigned: true },
} as const satisfies Readonly<Record<string, Rule>>;

/** What objects are written for. */
export type Purpose = keyof typeof RULES;

/** The service, with writes for one purpose. */
export type WritingService = Service & Writes;

const REFUSED = 422;

/**
 * The only way of the editor to write objects: checks their types and owners by the purpose of the write, and makes the person's key if
 * the purpose needs one. Refuses objects with a ServiceError of the kind `invalid`, or as a failure of their batch.
 *
 * @param ownerOf returns the public key (PEM) of the person, and makes one if there is none
 */
export function createWriter(service: Service, purpose: Purpose, ownerOf: () => Promise<string>): WritingService {
  const rule: Rule = RULES[purpose];
  const writes = service.part((sender) => createWrites(service.base, sender));
  const sign = async (): Promise<void> => void (rule.isSigned && (await ownerOf()));

  /** Sends the objects that the rule allows. */
  async function batch<Item>(
    given: readonly Item[],
    objectOf: (item: Item) => JsonObject,
    send: (items: readonly Item[]) => Promise<readonly BatchFailure[]>,
  ): Promise<readonly BatchFailure[]> {
    const faults = new Map(given.map((item) => [item, faultOf(rule, objectOf(item))]));
    const refused = given.flatMap((item) => {
      const detail = faults.get(item) ?? null;
      return detail === null ? [] : [{ '@id': idOf(objectOf(item)), status: REFUSED, detail }];
    });
    const allowed = given.filter((item) => faults.get(item) === null);
    if (allowed.length === 0) return refused;
    await sign();
    return [...refused, ...(await send(allowed))];
  }

  return {
    ...service,
    async save(shortId, object, condition, signal) {
      const detail = faultOf(rule, object);
      if (detail !== null) throw new ServiceError(REFUSED, { detail });
      await sign();
      return writes.save(shortId, object, condition, signal);
    },
    putMany: (objects, signal) =>
      batch(
        objects,
        (object) => object,
        (allowed) => writes.putMany(allowed, signal),
      ),
    saveMany: (tagged, signal) =>
      batch(
        tagged,
        ({ object }) => object,
        (allowed) => writes.saveMany(allowed, signal),
      ),
    async remove(...given) {
      await sign();
      return writes.remove(...given);
    },
    async removeMany(...given) {
      await sign();
      return writes.removeMany(...given);
    },
    async importFrom(...given) {
      await sign();
      return writes.importFrom(...given);
    },
  };
}

/** Why an object may not be written; null: it may. An encrypted object has the type of what it contains. */
function faultOf({ types, isOwned }: Rule, object: JsonObject): string | null {
  const type = typeKey(object).split('.').at(-1) ?? '';
  if (types !== null && !types.includes(type)) return `An object of this type is not changed here: ${type}.`;
  const owners = ['@owner', 'owner'].flatMap((name) => items(member(object, name)));
  return isOwned && owners.length === 0 ? 'The object has no owner.' : null;
}

function idOf(object: JsonObject): string | null {
  const id = member(object, '@id');
  return typeof id === 'string' ? id : null;
}
