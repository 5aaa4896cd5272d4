import { beforeAll, describe, expect, it } from 'vitest';
import { loadClient, shortIds, useSession } from './client.ts';
import type { Competency } from './client-types.ts';
import { type CommonCore, parseCsv, readStatements, type Statement, toFramework } from './common-core.ts';

const statements = readStatements();

it('cells of comma-separated values may contain commas, quotes and line breaks', () => {
  expect(parseCsv('a,b\r\n"1,2","say ""hi""\nthere"\n,\n')).toEqual([
    ['a', 'b'],
    ['1,2', 'say "hi"\nthere'],
    ['', ''],
  ]);
});

if (statements === null) it.skip('skipped: no ../shared/data', () => undefined);
else describe('H10 the Common Core statements', () => withStatements(statements));

function withStatements(statements: readonly Statement[]): void {
  const client = loadClient();
  const { EcCompetency, EcFramework, EcFrameworkGraph, EcRepository } = client;
  const session = useSession(client);
  let core: CommonCore;

  const at = (level: string): Competency => {
    const competency = core.competencies.get(level);
    if (competency === undefined) throw new Error(`There is no statement ${level}.`);
    return competency;
  };

  beforeAll(async () => {
    const { repo, me, server } = session();
    core = toFramework(client, server.api, me, statements);
    await repo.multiput([core.framework, ...core.competencies.values(), ...core.relations]);
  }, 120_000);

  it('are 1,189 competencies, all but 12 narrowing another', () => {
    expect(core.competencies.size).toBe(1189);
    expect(core.relations.length).toBe(1177);
  });

  it('are read back as they were saved', async () => {
    const { repo } = session();
    const framework = await EcFramework.get(core.framework.shortId(), null, null, repo);
    expect(framework?.competency?.length).toBe(1189);
    expect(framework?.relation?.length).toBe(1177);
    const saved = [...core.competencies.values(), ...core.relations];
    const found = await repo.multiget([...(framework?.competency ?? []), ...(framework?.relation ?? [])]);
    expect(found.map((one) => JSON.parse(one.toJson()))).toEqual(saved.map((one) => JSON.parse(one.toJson())));
  }, 120_000);

  it('can be loaded as a graph', async () => {
    const { repo } = session();
    const framework = await EcFramework.get(core.framework.shortId(), null, null, repo);
    if (framework === null) throw new Error('The framework is not there.');
    const graph = new EcFrameworkGraph();
    await new Promise<void>((resolve, reject) => {
      graph.addFramework(framework, repo, resolve, reject).catch(reject);
    });
    expect([graph.getVertexCount(), graph.getEdgeCount()]).toEqual([1189, 1177]);
  }, 120_000);

  it('are found by coded notation, exactly and by prefix', async () => {
    const { repo } = session();
    const coded = statements.filter((statement) => statement.humanCodingScheme !== '');
    for (const { humanCodingScheme = '', smartLevel = '' } of coded.filter((_, index) => index % 60 === 0)) {
      const found = await repo.search(`ceasn\\:codedNotation.keyword:"${humanCodingScheme}"`);
      expect(shortIds(found), humanCodingScheme).toEqual([at(smartLevel).shortId()]);
      const byText = await repo.searchWithParams(`ceasn\\:codedNotation:"${humanCodingScheme}"`, { size: 1000 });
      expect(shortIds(byText), humanCodingScheme).toContain(at(smartLevel).shortId());
    }
    const expected = coded.filter((statement) => statement.humanCodingScheme?.startsWith('RL.11-12.'));
    const found = await repo.searchWithParams('ceasn\\:codedNotation.keyword:RL.11\\-12.*', { size: 1000 });
    expect(expected.length).toBeGreaterThan(5);
    expect(shortIds(found)).toEqual(expected.map(({ smartLevel = '' }) => at(smartLevel).shortId()).sort());
  });

  it('are all found by words that they contain', async () => {
    const { repo } = session();
    const holding = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement.fullStatement ?? ''));
    for (const [query, pattern] of [
      ['grammar', /\bgrammar\b/i],
      ['"standard English grammar"', /\bstandard English grammar\b/i],
      ['figurative AND NOT poems', /^(?=.*\bfigurative\b)(?!.*\bpoems\b)/is],
    ] as const) {
      const found = await EcCompetency.search(repo, `name:(${query})`, null, null, { size: 10_000 });
      expect(holding(pattern).length, query).toBeGreaterThan(0);
      expect(shortIds(found), query).toEqual(
        holding(pattern)
          .map(({ smartLevel = '' }) => at(smartLevel).shortId())
          .sort(),
      );
    }
  });

  it('are paged through in order, each once', async () => {
    const { repo } = session();
    const sort = '[{"ceasn:listID.keyword":{"order":"asc","unmapped_type":"text","missing":"_last"}}]';
    const seen: string[] = [];
    for (let start = 0; start < 1300; start += 100) {
      const page = await EcCompetency.search(repo, '*', null, null, { start, size: 100, sort });
      seen.push(...page.map((one) => String(one['ceasn:listID'])));
    }
    expect(seen).toEqual([...core.competencies.keys()].sort());
  }, 60_000);

  it('have their parts and wholes in the graph', async () => {
    const { repo } = session();
    const relations = await at('1.1').relations(repo);
    const [above] = relations.filter((relation) => relation.source === at('1.1').shortId());
    expect(above?.target).toBe(at('1').shortId());
    const below = relations.filter((relation) => relation.target === at('1.1').shortId());
    const direct = [...core.competencies.keys()].filter((level) => /^1\.1\.\d+$/.test(level));
    expect(below.map((relation) => relation.source).sort()).toEqual(direct.map((level) => at(level).shortId()).sort());
  });

  it('are updated one at a time: one gets another version, the others do not change', async () => {
    const { repo } = session();
    const changed = at('3.6.2.1');
    const before = changed.getName();
    changed.setName('Clarify unknown words, zebra edition');
    await changed.save(null, null, repo);
    expect(shortIds(await repo.search('zebra'))).toEqual([changed.shortId()]);
    const history = await EcRepository.history(changed.shortId(), repo);
    expect(history?.map((version) => version.getName())).toEqual(['Clarify unknown words, zebra edition', before]);
    expect((await EcRepository.get(history?.[1]?.id ?? '', null, null, repo)).getName()).toBe(before);
    expect((await EcRepository.history(at('4.6.2.1').shortId(), repo))?.length).toBe(1);
    expect((await EcRepository.history(core.framework.shortId(), repo))?.length).toBe(1);
  });
}
