import { member } from '../../../shared/repository/linked-data/json.ts';
import { relationOf } from '../framework.ts';
import { RefusedError } from '../repository.ts';
import { nameOf, quote } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { frameworksOf } from './find-competencies.ts';

/** Maximum number of relations that a result lists. */
const MAX_RELATIONS = 30;

type Input = { readonly id: string };

/** `explain_competency`: the description of a competency, and its relations. */
export async function explainCompetency({ repository }: Pick<ToolCall, 'repository'>, { id: given }: Input) {
  const competency = await repository.read(given);
  if (competency === null) throw new RefusedError(`There is no competency ${given} that you may read.`);
  const { id, object } = competency;
  const [outgoing, incoming, listing] = await Promise.all([
    repository.findBy('*relation', 'source', [id]),
    repository.findBy('*relation', 'target', [id]),
    frameworksOf(repository, [competency]),
  ]);
  const relations = [...outgoing, ...incoming].flatMap((one) => relationOf(one, repository) ?? []);
  const shown = relations.filter(({ source, target }) => source === id || target === id).slice(0, MAX_RELATIONS);
  const others = await repository.readMany(shown.map(({ source, target }) => (source === id ? target : source)));
  const nameAt = (at: string): string => {
    const other = at === id ? competency : others.get(at);
    return other === undefined ? quote(at) : nameOf(other.object, at);
  };
  const frameworks = (listing.get(id) ?? []).map((one) => ({ id: one.id, name: nameOf(one.object, one.id) }));
  const description = quote(member(object, 'description'), 1000);
  return {
    lines: [
      `${nameOf(object, id)} [${id}]`,
      ...(description === '' ? [] : [`It is described as ${description}.`]),
      frameworks.length === 0
        ? 'No framework that you may read lists it.'
        : `It is in ${frameworks.map(({ name }) => name).join(', ')}.`,
      ...shown.map(({ type, source, target }) => `- ${nameAt(source)} ${quote(type)} ${nameAt(target)}`),
    ],
    data: { id, name: nameOf(object, id), description, frameworks, relations: shown },
    links: [
      ...frameworks.map((one) => ({ ...one, isFramework: true })),
      ...[...others.values()].map((one) => ({ id: one.id, name: nameOf(one.object, one.id) })),
    ],
  };
}
