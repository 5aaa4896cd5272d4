import { type Browser, chromium, type Page } from 'playwright-core';
import { parsePublicKey } from '../shared/base/crypto/public-key.ts';
import { chromiumPath } from '../test/support/chromium.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { type Person, person } from '../test/support/signer.ts';
import { saveFramework, scroll } from './editor.ts';
import { type Count, median } from './result.ts';

const LEARNERS = 30;
const GROUP_COMPETENCIES = 200;
const TREE_COMPETENCIES = 10_000;
const ROUNDS = 3;

/** What a page may take over the bare requests for the same profiles, and what a key and a frame may take. */
const MOST = { groupRatio: 3, treeRatio: 4, keyMs: 50, frameMs: 17 } as const;

/** A group of 30 learners by 200 competencies, and a learner with 10,000, in Chromium. */
export async function benchLearners(): Promise<readonly Count[]> {
  const path = await chromiumPath();
  if (path === null) return [];
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    return [...(await benchGroup(browser)), ...(await benchTree(browser))];
  } finally {
    await browser.close();
  }
}

async function benchGroup(browser: Browser): Promise<readonly Count[]> {
  const server = await startServer({ LOG_LEVEL: 'error' });
  try {
    const people = await Promise.all(Array.from({ length: LEARNERS }, person));
    const id = await saveFramework(server, GROUP_COMPETENCIES);
    await saveRecords(server, people, GROUP_COMPETENCIES);
    const page = await openAs(browser, server);
    const rounds: {
      readonly openMs: number;
      readonly bareMs: number;
      readonly keyMs: number;
      readonly frameMs: number;
    }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bareMs = await profiles(server, id, people);
      const begin = performance.now();
      await page.goto(`${server.url}svc-editor/learners/group?framework=${encodeURIComponent(id)}`);
      const cells = page.locator('[role=gridcell][data-standing=achieved]');
      await cells.nth(2 * LEARNERS - 1).waitFor({ state: 'attached' });
      const openMs = performance.now() - begin;
      await page.getByRole('gridcell').first().focus();
      rounds.push({ openMs, bareMs, keyMs: await key(page, 'ArrowDown'), frameMs: await scroll(page, '[role=grid]') });
    }
    const of = (name: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[name]));
    return [
      {
        name: 'a group of 30 by 200, over its bare profiles',
        count: of('openMs') / of('bareMs'),
        most: MOST.groupRatio,
      },
      { name: 'a group of 30 by 200, ms', count: of('openMs'), most: 5000 },
      { name: 'a key in the matrix until the cell has the focus, ms', count: of('keyMs'), most: MOST.keyMs },
      { name: 'a frame while scrolling the matrix, ms', count: of('frameMs'), most: MOST.frameMs },
    ];
  } finally {
    await server.dispose();
  }
}

async function benchTree(browser: Browser): Promise<readonly Count[]> {
  const server = await startServer({ LOG_LEVEL: 'error' });
  try {
    const learner = await person();
    const id = await saveFramework(server, TREE_COMPETENCIES);
    await saveRecords(server, [learner], 100);
    const page = await openAs(browser, server);
    const subject = parsePublicKey(learner.pem).fingerprint;
    const rounds: {
      readonly openMs: number;
      readonly bareMs: number;
      readonly keyMs: number;
      readonly findMs: number;
    }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bareMs = await profiles(server, id, [learner], true);
      const begin = performance.now();
      await page.goto(`${server.url}svc-editor/learners/${subject}?framework=${encodeURIComponent(id)}`);
      await page.getByRole('treeitem').first().waitFor();
      const openMs = performance.now() - begin;
      await page.getByRole('treeitem').first().focus();
      rounds.push({ openMs, bareMs, keyMs: await key(page, 'ArrowDown'), findMs: await find(page) });
    }
    const of = (name: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[name]));
    return [
      {
        name: 'a learner with 10,000, over the bare profile',
        count: of('openMs') / of('bareMs'),
        most: MOST.treeRatio,
      },
      { name: 'a learner with 10,000, ms', count: of('openMs'), most: 10_000 },
      { name: 'a key in the tree until the row has the focus, ms', count: of('keyMs'), most: MOST.keyMs },
      { name: 'letters in the search until the tree shows them, ms', count: of('findMs'), most: 200 },
    ];
  } finally {
    await server.dispose();
  }
}

/** A window of a person with a key, which the list of learners needs. */
async function openAs(browser: Browser, { url }: TestServer): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  await page.goto(`${url}svc-editor/identity`);
  await page.getByRole('button', { name: 'New identity' }).click();
  await page.getByLabel('Name').fill('Teacher');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByText('You act as this').waitFor();
  return page;
}

/** Saves that each learner has achieved each of the first competencies of the framework. */
async function saveRecords({ api }: TestServer, people: readonly Person[], competencies: number): Promise<void> {
  const type = 'data/schema.cassproject.org.0.4';
  const records = Array.from({ length: competencies }, (_, i) =>
    people.map(({ pem }, learner) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Assertion',
      '@id': `${api}${type}.Assertion/a${i}-${learner}`,
      competency: `${api}${type}.Competency/c${i}`,
      framework: `${api}${type}.Framework/large`,
      subject: pem,
      agent: pem,
      assertionDate: 1_700_000_000_000,
    })),
  ).flat();
  const headers = { 'content-type': 'application/json' };
  const saved = await fetch(`${api}sky/repo/multiPut`, { method: 'POST', headers, body: JSON.stringify(records) });
  if (!saved.ok) throw new Error(`The records cannot be saved: ${saved.status}.`);
}

/** The time of bare requests for the profiles, as many at once as a browser sends. */
async function profiles(
  { api }: TestServer,
  frameworkId: string,
  people: readonly Person[],
  explain = false,
): Promise<number> {
  const begin = performance.now();
  const pending = [...people];
  const take = async (): Promise<void> => {
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      const body = JSON.stringify({ frameworkId, subject: one.pem, ...(explain && { explain }) });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${api}profile/latest`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`A profile cannot be calculated: ${answer.status}.`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 6 }, take));
  return performance.now() - begin;
}

/** The time from a key until something else has the focus, and is drawn. */
function key(page: Page, name: string): Promise<number> {
  return page.evaluate(async (pressed) => {
    const before = document.activeElement;
    const begin = performance.now();
    before?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
    while (document.activeElement === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - begin;
  }, name);
}

async function find(page: Page): Promise<number> {
  const search = page.getByRole('searchbox', { name: 'Find a competency' });
  const begin = performance.now();
  await search.fill('Competency 9999');
  await page.getByRole('treeitem', { name: 'Competency 9999' }).waitFor();
  return performance.now() - begin;
}
