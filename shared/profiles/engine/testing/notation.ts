import type { ProfileAssertion, ProfileCompetency, ProfileGoal, ProfileGraph, ProfileRelation } from '../model.ts';

/** The time for which tests calculate by default: 2030-01-01. */
export const NOW = Date.UTC(2030, 0, 1);

const TYPES: { readonly [sign: string]: string } = { '>': 'narrows', '~': 'isEquivalentTo' };

/**
 * Relations in short: `C>P` (C narrows P), `X~Y` (equivalent), `A requires B`; several separated by commas. Ids are unchanged.
 */
export function relations(text: string): ProfileRelation[] {
  return split(text).map((one) => {
    const [, source = '', sign = '', target = ''] = /^(\w+)\s*(>|~|\s\w+\s)\s*(\w+)$/.exec(one) ?? [];
    if (source === '') throw new Error(`no relation: ${one}`);
    return { id: `r:${one}`, source, target, type: TYPES[sign] ?? sign.trim() };
  });
}

/**
 * A framework F in short.
 *
 * @param ties its relations, and those outside
 * @param listed its competencies in order, separated by blanks; by default all that the relations name, in that order
 */
export function framework(ties: string, listed?: string, more: Partial<ProfileCompetency>[] = []): ProfileGraph {
  const edges = relations(ties);
  const named = edges.flatMap(({ source, target }) => [source, target]);
  const own = listed === undefined ? [...new Set(named)] : listed.split(' ').filter((id) => id !== '');
  const ids = [...new Set([...own, ...named])];
  return {
    framework: { id: 'F', name: 'Framework F', competencies: own },
    competencies: ids.map((id) => ({ id, name: `Name of ${id}`, ...more.find((one) => one.id === id) })),
    relations: edges,
  };
}

/**
 * Assertions in short: `+A`, `-B@2000`, `+C@1000 by Ann until 5000`; several separated by commas. The default agent is Agent, and
 * ids are numbers in order: a1, a2, and so on.
 */
export function assertions(text: string): ProfileAssertion[] {
  return split(text).map((one, position) => {
    const parts = /^([+-])(\w+)(?:@(-?\d+))?(?: by (\w+))?(?: until (\d+))?$/.exec(one);
    if (parts === null) throw new Error(`no assertion: ${one}`);
    const [, sign, competency = '', date, agent = 'Agent', until] = parts;
    return {
      id: `a${position + 1}`,
      competency,
      negative: sign === '-',
      agent: { key: `key of ${agent}`, name: agent },
      assertionDate: date === undefined ? null : Number(date),
      expirationDate: until === undefined ? null : Number(until),
    };
  });
}

/** Goals in short: `A`, and with high priority `A!`; several separated by commas. */
export function goals(text: string): ProfileGoal[] {
  return split(text).map((one) => ({ competency: one.replace('!', ''), highPriority: one.endsWith('!') }));
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
