import { type Hierarchy, hierarchyOf } from '../../shared/exchange/frameworks/hierarchy.ts';
import { displayText } from '../../shared/profiles/engine/stored-values.ts';
import { member } from '../../shared/repository/linked-data/json.ts';
import { idsIn } from '../../shared/repository/linked-data/references.ts';
import { type McpRepository, RefusedError, type StoredAnswer } from './repository.ts';

/** A relation between two competencies. */
export type Relation = { readonly id: string; readonly type: string; readonly source: string; readonly target: string };

/** A framework with the parts that the caller may read. */
export type FrameworkView = {
  readonly framework: StoredAnswer;
  /** The competencies, in the order of the framework. */
  readonly competencies: readonly StoredAnswer[];
  readonly relations: readonly Relation[];
  readonly hierarchy: Hierarchy;
};

/** Maximum number of competencies of a framework that a task accepts. */
export const MAX_COMPETENCIES = 5000;

/** Reads a framework and its competencies. @throws RefusedError when there is none, or it is too large */
export async function readFramework(repository: McpRepository, id: string): Promise<FrameworkView> {
  const framework = await repository.read(id);
  if (framework === null)
    throw new RefusedError(`There is no framework ${id} that you may read: look for it with search_data.`);
  const ids = repository.listed(framework.object, 'competency');
  if (ids.length > MAX_COMPETENCIES) {
    throw new RefusedError(
      `The framework has ${ids.length} competencies, more than the ${MAX_COMPETENCIES} that this tool takes.`,
    );
  }
  const [members, related] = await Promise.all([
    repository.readMany(ids),
    repository.readMany(repository.listed(framework.object, 'relation')),
  ]);
  const competencies = ids.flatMap((one) => members.get(one) ?? []);
  const relations = [...related.values()].flatMap((one) => relationOf(one, repository) ?? []);
  const hierarchy = hierarchyOf({ memberIds: competencies.map((one) => one.id), relations });
  return { framework, competencies, relations, hierarchy };
}

/** A stored relation; null when it names no two ends. */
export function relationOf({ id, object }: StoredAnswer, { shortId }: Pick<McpRepository, 'shortId'>): Relation | null {
  const [source] = idsIn(member(object, 'source'));
  const [target] = idsIn(member(object, 'target'));
  const type = displayText(member(object, 'relationType'));
  if (source === undefined || target === undefined || type === null) return null;
  return { id, type, source: shortId(source), target: shortId(target) };
}
