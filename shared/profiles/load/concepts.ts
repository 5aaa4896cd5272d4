import type { ProfileCompetency, ProfileConcept } from '../../profile-engine/model.ts';
import type { LoadContext } from './context.ts';
import { shortIdOf } from './ids.ts';
import { readConcept } from './members.ts';
import { readMany } from './objects.ts';
import type { ProfileRights } from './rights.ts';

/**
 * The concepts that the conditions asked for name, and those that name valid conditions of competencies (specification:
 * Competency, `validCondition`). None is read where no condition is asked for.
 */
export async function loadConcepts(
  ctx: LoadContext,
  competencies: readonly ProfileCompetency[],
  conditions: readonly string[],
  rights: ProfileRights,
): Promise<readonly ProfileConcept[]> {
  if (conditions.length === 0) return [];
  const valid = competencies.flatMap(({ validCondition = [] }) => validCondition);
  const written = [...new Set([...valid, ...conditions.filter((condition) => condition.includes(':'))])];
  const shortIds = new Map(written.map((id) => [id, shortIdOf(id, ctx.config.bases)]));
  const read = await readMany(ctx, shortIds.values(), rights);
  return written.flatMap((id) => {
    const concept = read.get(shortIds.get(id) ?? id);
    return concept === undefined ? [] : [{ ...readConcept(concept), id }]; // the engine looks for it as it is written
  });
}
