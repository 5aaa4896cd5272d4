import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceClient } from './source-client.ts';
import { sourceIds } from './source-ids.ts';

/** An object in the index of a source. */
type Row = { readonly id: string; readonly version: number | null; readonly hidden: boolean };

/**
 * A server without cursors: shows the first `window` results of a search, refuses what goes beyond, and leaves out what is
 * hidden only then, looking for more where a page comes out short.
 */
function serverWithoutCursors(rows: readonly Row[], window: number, poison: readonly string[] = []) {
  const searches: string[] = [];
  function found(all: readonly Row[], start: number, size: number): readonly Row[] | null {
    if (start + size > window) return null;
    const raw = all.slice(start, start + size);
    const shown = raw.filter(({ hidden }) => !hidden);
    if (size === window || raw.length < size || shown.length === size) return shown;
    return found(all, start, Math.min(window, size + 100 * (raw.length - shown.length)))?.slice(0, size) ?? null;
  }
  const client: SourceClient = {
    base: 'https://source.example/api/',
    proves: false,
    get: async () => new Response(null, { status: 404 }),
    async post(_path, parts = {}) {
      const { data = '', searchParams = '{}' } = parts;
      const { start, size, sort = '' } = JSON.parse(searchParams);
      searches.push(data);
      const all = matching(rows, data, sort);
      if (all.some(({ id }) => poison.includes(id))) return { status: 500, headers: new Headers(), text: 'TypeError' };
      const page = found(all, start, size);
      const text = page === null ? 'Result window is too large' : JSON.stringify(page.map(({ id }) => id));
      return { status: page === null ? 400 : 200, headers: new Headers(), text };
    },
  };
  return { client, searches };
}

function matching(rows: readonly Row[], q: string, sort: string): readonly Row[] {
  const range = /@version:\[(\d+) TO (\d+)\]/.exec(q);
  const after = /@id\.keyword:\{"(.*)" TO \*\}/.exec(q)?.[1];
  const found = rows.filter(({ id, version }) => {
    if (after !== undefined && id <= after) return false;
    if (range !== null) return version !== null && version >= Number(range[1]) && version <= Number(range[2]);
    return q === '*' || version === null;
  });
  const key = ({ id, version }: Row): string => (sort.includes('@id') ? id : String(version).padStart(20, '0'));
  return found.sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

async function idsOf(client: SourceClient, window: number, after: string | null = null) {
  const parts: { readonly ids: readonly string[]; readonly checkpoint: string | null }[] = [];
  const missed: string[] = [];
  for await (const part of sourceIds(client, window, after, (search) => missed.push(search))) parts.push(part);
  return { parts, missed, ids: parts.flatMap(({ ids }) => ids) };
}

const row = (index: number, version: number | null, hidden = false): Row => ({
  id: `urn:${String(index).padStart(6, '0')}`,
  version,
  hidden,
});
const shown = (rows: readonly Row[]): string[] => rows.filter(({ hidden }) => !hidden).map(({ id }) => id);

describe('a server without cursors', () => {
  const versions = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_020 }),
    fc.constant(Number.MAX_SAFE_INTEGER),
  );

  it('is listed completely, each object once, for any distribution of versions', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(versions, fc.boolean()), { maxLength: 60 }), async (facts) => {
        // With more hidden objects of one version than results per search, it cannot be read completely.
        const counts = Map.groupBy(facts, ([version]) => version);
        const rows = facts.map(([version, hidden], index) =>
          row(index, version, hidden && (counts.get(version)?.length ?? 0) < 10),
        );
        const { ids, missed } = await idsOf(serverWithoutCursors(rows, 10).client, 10);
        expect([...new Set(ids)].sort()).toEqual(shown(rows));
        expect(missed).toEqual([]);
      }),
      { numRuns: 100 },
    ));

  it('is searched only after the last checkpoint when the copy is resumed', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => row(index, 1_700_000_000_000 + index));
    const { parts } = await idsOf(serverWithoutCursors(rows, 10).client, 10);
    const half = parts.findIndex(({ ids }) => ids.includes(row(50, null).id));
    const { ids } = await idsOf(serverWithoutCursors(rows, 10).client, 10, parts[half]?.checkpoint);
    expect(ids).toEqual(parts.slice(half + 1).flatMap((part) => part.ids));
    const last = parts.findLast(({ checkpoint }) => checkpoint !== null);
    expect((await idsOf(serverWithoutCursors(rows, 10).client, 10, last?.checkpoint)).ids).toEqual([]);
  });

  it('is listed with objects that have no version in its index', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => row(index, null));
    expect((await idsOf(serverWithoutCursors(rows, 10).client, 10)).ids.sort()).toEqual(shown(rows));
  });

  it('is reported when it does not show everything', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(index, 7, index < 20));
    expect((await idsOf(serverWithoutCursors(rows, 10).client, 10)).missed).toEqual(['@version:[7 TO 7]']);
  });

  it('is listed without the objects that it fails for', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => row(index, 1_700_000_000_000 + index));
    const poison = [3, 17].map((index) => row(index, null).id);
    const { ids, missed } = await idsOf(serverWithoutCursors(rows, 10, poison).client, 10);
    expect(ids.sort()).toEqual(shown(rows).filter((id) => !poison.includes(id)));
    expect(missed).toEqual(
      [3, 17].map(
        (index) =>
          `@version:[17000000000${String(index).padStart(2, '0')} TO 17000000000${String(index).padStart(2, '0')}]`,
      ),
    );
  });

  it('ends the copy if every search fails', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(index, index));
    const { client } = serverWithoutCursors(
      rows,
      10,
      rows.map(({ id }) => id),
    );
    await expect(idsOf(client, 10)).rejects.toThrow('Too many searches failed');
  });

  it('is searched few times when it has few objects', async () => {
    const { client, searches } = serverWithoutCursors(
      Array.from({ length: 9 }, (_, index) => row(index, index)),
      10,
    );
    await idsOf(client, 10);
    expect(searches.length).toBeLessThan(8);
  });
});

describe('a server with cursors', () => {
  it('is paged through, and resumed after a page', async () => {
    const pages = [['a', 'b'], ['c'], ['d']];
    const client = {
      post: async (path: string) => {
        const at = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0);
        const headers = new Headers(at + 1 < pages.length ? { link: `<?cursor=${at + 1}>; rel="next"` } : {});
        return { status: pages[at] === undefined ? 400 : 200, headers, text: JSON.stringify(pages[at]) };
      },
    } as SourceClient; // nothing else of it is used
    const { parts, ids } = await idsOf(client, 10_000);
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
    expect((await idsOf(client, 10_000, parts[0]?.checkpoint)).ids).toEqual(['c', 'd']);
    expect((await idsOf(client, 10_000, '{"cursor":"9"}')).ids).toEqual(['a', 'b', 'c', 'd']);
  });
});
