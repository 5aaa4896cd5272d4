import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../shared/repository/search/parser.ts';
import { createSearches } from './search.ts';

const BASE = 'https://c.example/api/';

/** Searches of a service that answers with one object, and the parameters that they sent. @param mode in which it says that it searched */
function searches(mode: string | null) {
  const asked: Record<string, unknown>[] = [];
  const { searchMeaning } = createSearches(BASE, {
    async send(_path, options) {
      asked.push(JSON.parse(JSON.stringify(options?.json)).searchParams);
      return new Response('[{"name":"Found"}]', { headers: mode === null ? {} : { 'x-search-mode': mode } });
    },
    sendForJson: () => Promise.reject(new Error('not used')),
    ping: () => Promise.reject(new Error('not used')),
    proof: async () => null,
  });
  return { asked, searchMeaning };
}

describe('a search by meaning', () => {
  it('compares the text as it was typed, whatever signs it has, within a query', async () => {
    const { asked, searchMeaning } = searches('both');
    const text = 'Read "plans" (e.g. a\\b): AND';
    expect(await searchMeaning(text, { q: '(NOT (plan))', indexHint: '*competency', size: 3 })).toEqual([
      { name: 'Found' },
    ]);
    const [{ q, ...sent } = {}] = asked;
    expect(sent).toEqual({ filter: '(NOT (plan))', mode: 'both', index_hint: '*competency', size: 3 });
    expect(parseQuery(String(q), { regex: false })).toMatchObject({ kind: 'phrase', text });
  });

  it.each(['words', null])('finds nothing where words are compared (%s), and is not asked for again', async (mode) => {
    const { asked, searchMeaning } = searches(mode);
    for (const text of ['one', 'another']) expect(await searchMeaning(text, { q: '*' })).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});
