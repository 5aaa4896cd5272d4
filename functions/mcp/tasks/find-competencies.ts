import { mapInSlices } from '../../../shared/base/concurrency/slices.ts';
import { member } from '../../../shared/repository/linked-data/json.ts';
import { relationOf } from '../framework.ts';
import { type McpRepository, RefusedError, type StoredAnswer } from '../repository.ts';
import { nameOf, quote } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';

/** Maximum number of broader competencies in a path. */
const MAX_PATH = 5;

/** Maximum number of words of a query; further ones are left out. */
const MAX_WORDS = 20;

/** Maximum number of candidates of a search inside one framework. */
const MAX_CANDIDATES = 500;

type Input = { readonly query: string; readonly framework?: string | undefined; readonly limit: number };

/** `find_competencies`: competencies by what they are about. */
export async function findCompetencies(
  { repository }: Pick<ToolCall, 'repository'>,
  { query, framework, limit: most }: Input,
) {
  const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) throw new RefusedError('The query has no words.');
  const members = framework === undefined ? null : await membersOf(repository, framework);
  const size = members === null ? most : MAX_CANDIDATES;
  const q = words.map((word) => `(name:"${word}"^2 OR "${word}")`).join(' OR ');
  const found = (await repository.find({ q, types: '*competency', size, mode: 'both' }))
    .filter(({ id }) => members === null || members.has(id))
    .slice(0, most);
  const [frameworks, paths] = await Promise.all([frameworksOf(repository, found), pathsOf(repository, found)]);
  const competencies = found.map(({ id, object }) => ({
    id,
    name: nameOf(object, id),
    description: quote(member(object, 'description'), 160),
    frameworks: (frameworks.get(id) ?? []).map((one) => ({ id: one.id, name: nameOf(one.object, one.id) })),
    path: paths.get(id) ?? [],
  }));
  const lines = competencies.map(({ id, name, frameworks: listing, path }) => {
    const where = listing.map((one) => one.name).join(', ') || 'no framework that you may read';
    return `- ${[...path, name].join(' > ')}, in ${where} [${id}]`;
  });
  return {
    lines: [`${competencies.length} competencies found, best first.`, ...lines],
    data: { competencies },
    links: competencies,
  };
}

async function membersOf(repository: McpRepository, id: string): Promise<ReadonlySet<string>> {
  const framework = await repository.read(id);
  if (framework === null) throw new RefusedError(`There is no framework ${id} that you may read.`);
  return new Set(repository.listed(framework.object, 'competency'));
}

/** The frameworks that list each competency. */
export async function frameworksOf(
  repository: McpRepository,
  competencies: readonly StoredAnswer[],
): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
  const ids = competencies.map(({ id }) => id);
  const frameworks = ids.length === 0 ? [] : await repository.findBy('*framework', 'competency', ids);
  const listings = new Map(ids.map((id): [string, StoredAnswer[]] => [id, []]));
  await mapInSlices(frameworks, (framework) => {
    const listed = new Set(repository.listed(framework.object, 'competency'));
    for (const [id, listing] of listings) if (listed.has(id)) listing.push(framework);
  });
  return listings;
}

/** The names of the broader competencies above each, the broadest first. */
async function pathsOf(
  repository: McpRepository,
  competencies: readonly StoredAnswer[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const broader = new Map<string, string>();
  let level = competencies.map(({ id }) => id);
  for (let depth = 0; depth < MAX_PATH && level.length > 0; depth++) {
    const relations = (await repository.findBy('*relation', 'source', level)).flatMap(
      (one) => relationOf(one, repository) ?? [],
    );
    const next: string[] = [];
    for (const { type, source, target } of relations) {
      if (type !== 'narrows' || broader.has(source) || source === target) continue;
      broader.set(source, target);
      next.push(target);
    }
    level = next;
  }
  const above = await repository.readMany([...broader.values()]);
  return new Map(
    competencies.map(({ id }) => {
      const path: string[] = [];
      for (let at = broader.get(id); at !== undefined && path.length < MAX_PATH; at = broader.get(at)) {
        const one = above.get(at);
        path.unshift(one === undefined ? quote(at) : nameOf(one.object, at));
      }
      return [id, path];
    }),
  );
}
