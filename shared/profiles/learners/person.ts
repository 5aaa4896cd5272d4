import type { PublicKey, ReadKey } from '../../base/crypto/public-key.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import { OWNER_MEMBERS, pemTexts } from '../../repository/access/key-lists.ts';
import { isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { idsIn, items } from '../../repository/linked-data/references.ts';
import { typeKey } from '../../repository/linked-data/type-key.ts';
import type { ProfileGoal, ProfilePerson } from '../engine/model.ts';
import type { CompetencyIds } from '../load/ids.ts';

/** Whether an object is a person that can be read; an object with another `personType` is not. */
export function isPerson(object: JsonObject): boolean {
  const kind = member(object, 'personType') ?? 'Person';
  return !isEncryptedValue(object) && kind === 'Person' && /(?:^|\.)person$/.test(typeKey(object));
}

/**
 * Name and goals of a person (specification: profile rule 12). Members that may be arrays may also be single values.
 *
 * @param ids absent: goals are not read
 */
export function readPerson(object: JsonObject, ids?: CompetencyIds): ProfilePerson {
  return { name: member(object, 'name'), goals: ids === undefined ? [] : goalsOf(object, ids) };
}

function goalsOf(object: JsonObject, ids: CompetencyIds): readonly ProfileGoal[] {
  return objects(member(object, 'seeks')).flatMap((demand) => {
    const priority = member(demand, 'isHighPriorityGoal');
    const highPriority = priority === true || priority === 'true' || priority === 1;
    return objects(member(demand, 'itemOffered'))
      .flatMap((offered) => objects(member(offered, 'serviceOutput')))
      .flatMap((output) => idsIn(member(output, 'competency')))
      .map((id) => ({ competency: ids.resolve(id), highPriority }));
  });
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return items(value).filter(isObject);
}

/** The keys of an object's owners, in their order; texts that are not keys are skipped. */
export function ownerKeys(object: JsonObject, readKey: ReadKey): readonly PublicKey[] {
  return OWNER_MEMBERS.flatMap((name) => pemTexts(member(object, name))).flatMap((pem) => {
    try {
      return [readKey(pem)];
    } catch {
      return [];
    }
  });
}
