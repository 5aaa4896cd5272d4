import { expect } from 'vitest';
import { chunks } from '../../shared/base/concurrency/chunks.ts';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { md5Hex } from '../../shared/base/crypto/md5.ts';
import type { Attempt, Ledger, Written } from './load.ts';
import type { TestServer } from './server.ts';

type Found = { readonly '@id': string; readonly name: string };

/** Number of objects requested by one search, and of parallel requests. */
const PER_SEARCH = 50;
const AT_ONCE = 8;

/**
 * Checks all writes of a load: acknowledged ones are found by every name, in history and in search exactly once; others are stored
 * completely or not at all; nothing is stored twice; and no response was a violation.
 *
 * @param repaired the service has completed interrupted writes, as it does at start and every minute: before that, search may lack
 *   a state that was not acknowledged
 */
export async function verifyLoad(server: TestServer, ledger: Ledger, repaired = true): Promise<void> {
  expect(ledger.violations).toEqual([]);
  const current = new Map<Written, Found | null>();
  await mapLimit(ledger.objects, AT_ONCE, async (written) => {
    const found = await currentOf(server, written);
    expect(explains(written, found), `${written.shortId}: ${describeOf(written)}; found ${found?.['@id']}`).toBe(true);
    current.set(written, found);
    await verifyHistory(server, written, found);
    if (found !== null) await verifyNames(server, written, found);
  });
  await mapLimit(chunks(ledger.objects, PER_SEARCH), AT_ONCE, (slice) =>
    verifySearch(server, slice, current, repaired),
  );
}

async function currentOf(server: TestServer, { guid }: Written): Promise<Found | null> {
  const response = await fetch(`${server.api}data/${guid}`);
  const body = (await response.json()) as Found; // `name` is checked below
  if (response.status === 404) return null;
  expect(response.status, guid).toBe(200);
  return body;
}

/** Whether an object may be in this state: from the last acknowledged attempt, or a later one with an unknown result. */
function explains({ attempts, shortId }: Written, found: Found | null): boolean {
  const last = attempts.findLastIndex(({ acknowledged }) => acknowledged === true);
  const possible: (Attempt | null)[] = attempts.slice(Math.max(last, 0));
  if (last < 0) possible.push(null);
  return possible.some((attempt) => {
    if (attempt === null || attempt.kind === 'delete') return found === null;
    return found?.['@id'] === `${shortId}/${attempt.version}` && found.name === attempt.word;
  });
}

/** Every acknowledged save once, the newest first, nothing that was never sent, and the current one on top. */
async function verifyHistory(server: TestServer, written: Written, found: Found | null): Promise<void> {
  const { guid, shortId, attempts } = written;
  const response = await fetch(`${server.api}data/${guid}?history=true`);
  const history = response.status === 404 ? [] : ((await response.json()) as Found[]);
  const description = describeOf(written);
  const saves = attempts.filter(({ kind }) => kind === 'save').reverse();
  const allowed = saves.map(({ version, word }) => `${shortId}/${version} ${word}`);
  const required = saves
    .filter(({ acknowledged }) => acknowledged)
    .map(({ version, word }) => `${shortId}/${version} ${word}`);
  const there = history.map((object) => `${object['@id']} ${object.name}`);
  expect(
    allowed.filter((one) => there.includes(one)),
    description,
  ).toEqual(there);
  expect(
    required.filter((one) => !there.includes(one)),
    description,
  ).toEqual([]);
  if (found !== null) expect(history[0]?.['@id'], description).toBe(found['@id']);
}

async function verifyNames(server: TestServer, { shortId, urlIds }: Written, found: Found): Promise<void> {
  for (const name of [md5Hex(shortId), encodeURIComponent(shortId), ...urlIds]) {
    const response = await fetch(`${server.api}data/${name}`);
    if (urlIds.has(name) && response.status === 404) continue; // from an attempt that was not done
    expect(((await response.json()) as Found)['@id'], name).toBe(found['@id']);
  }
  const [, version] = /\/(\d+)$/.exec(found['@id']) ?? [];
  const exact = await fetch(`${server.api}data/schema.org.Thing/${shortId.split('/').at(-1)}/${version}`);
  expect(await exact.json()).toMatchObject({ '@id': found['@id'], name: found.name });
}

/** A search for marks finds each existing object once; one for names finds objects by their current names only. */
async function verifySearch(
  server: TestServer,
  slice: readonly Written[],
  current: ReadonlyMap<Written, Found | null>,
  repaired: boolean,
): Promise<void> {
  const live = slice.filter((written) => current.get(written) !== null);
  const idsOf = (some: readonly Written[]) => some.flatMap((written) => current.get(written)?.['@id'] ?? []).sort();
  const doubtful = new Set(repaired ? [] : idsOf(live.filter(isUnacknowledged)));
  const settled = (ids: readonly string[]) => ids.filter((id) => !doubtful.has(id));
  const due = settled(idsOf(live));
  const byMark = await idsFound(server, `description:(${slice.map(({ mark }) => mark).join(' OR ')})`);
  expect(settled(byMark)).toEqual(due);
  expect(new Set(byMark).size).toBe(byMark.length);
  const words = live.flatMap((written) => current.get(written)?.name ?? []);
  if (words.length > 0) expect(settled(await idsFound(server, `name:(${words.join(' OR ')})`))).toEqual(due);
  const former = slice.flatMap((written) => {
    const now = current.get(written)?.name;
    return written.attempts.filter(({ kind, word }) => kind === 'save' && word !== now).map(({ word }) => word);
  });
  for (let from = 0; from < former.length; from += 2 * PER_SEARCH) {
    const some = former.slice(from, from + 2 * PER_SEARCH);
    expect(settled(await idsFound(server, `name:(${some.join(' OR ')})`))).toEqual([]);
  }
}

/** Whether an attempt after the last acknowledged one may have been done. */
function isUnacknowledged({ attempts }: Written): boolean {
  return attempts.at(-1)?.acknowledged !== true;
}

async function idsFound(server: TestServer, q: string): Promise<string[]> {
  const response = await fetch(`${server.api}sky/repo/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ searchParams: { q, size: 10_000 } }),
  });
  expect(response.status, q).toBe(200);
  return ((await response.json()) as Found[]).map((object) => object['@id']).sort();
}

function describeOf({ attempts }: Written): string {
  return attempts.map(({ kind, version, acknowledged }) => `${kind} ${version}${acknowledged ? '' : '?'}`).join(', ');
}
