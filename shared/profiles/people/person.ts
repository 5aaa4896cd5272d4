import { isEncryptedValue } from '../../access/kbac-types.ts';
import { isObject, type Json, type JsonObject, member } from '../../linked-data/json.ts';
import { typeKey } from '../../linked-data/type-key.ts';
import type { ProfileGoal, ProfilePerson } from '../../profile-engine/model.ts';
import type { CompetencyIds } from '../load/competency-ids.ts';
import { idsIn } from '../load/ids.ts';
import { items } from '../load/read-members.ts';

/** Whether an object is a person that can be read; one that says of itself to be of another kind (`personType`) is none. */
export function isPerson(object: JsonObject): boolean {
  const kind = member(object, 'personType') ?? 'Person';
  return !isEncryptedValue(object) && kind === 'Person' && /(?:^|\.)person$/.test(typeKey(object));
}

/**
 * Name and goals of a person (specification: profile rule 12). Everything that may stand several times may stand alone too.
 *
 * @param ids by what ids the graph knows the competencies; absent: goals are not read
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
