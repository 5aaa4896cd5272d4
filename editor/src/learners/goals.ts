import { isObject, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, items, shortIdOf } from '../../../shared/repository/linked-data/references.ts';

/** The Person with a competency as a goal, or without it (specification: Person). @param competency its short id */
export function withGoal(person: JsonObject, competency: string, isGoal: boolean): JsonObject {
  const others = items(member(person, 'seeks')).filter(
    (demand) => !isObject(demand) || !soughtBy(demand).includes(competency),
  );
  return { ...person, seeks: isGoal ? [...others, demandFor(competency)] : others };
}

function soughtBy(demand: JsonObject): readonly string[] {
  return objects(demand, 'itemOffered')
    .flatMap((offered) => objects(offered, 'serviceOutput'))
    .flatMap((output) => idsIn(member(output, 'competency')))
    .map((id) => shortIdOf(id, []));
}

function objects(object: JsonObject, name: string): readonly JsonObject[] {
  return items(member(object, name)).filter(isObject);
}

function demandFor(competency: string): JsonObject {
  return {
    '@type': 'Demand',
    itemOffered: { '@type': 'Service', serviceOutput: { '@type': 'Assertion', competency } },
  };
}
