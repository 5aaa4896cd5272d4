import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../test/support/chromium.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { type Count, median } from './result.ts';

const COMPETENCIES = 10_000;
const ROUNDS = 3;

/** The targets of the editor with this number of competencies. */
const MOST = { openRatio: 4, editMs: 50, frameMs: 17, memoryMb: 300 } as const;

const CONTEXT = 'https://schema.cassproject.org/0.4';
const TYPE = 'data/schema.cassproject.org.0.4';

/** A framework of 10,000 competencies in the editor, in Chromium: how long it takes to open, to scroll and to edit, and its memory. */
export async function benchEditor(): Promise<readonly Count[]> {
  const path = await chromiumPath();
  if (path === null) return [];
  const server = await startServer({ LOG_LEVEL: 'error' });
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const id = await saveFramework(server, COMPETENCIES);
    const address = `${server.url}svc-editor/frameworks/${encodeURIComponent(id)}`;
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser, address));
    const of = (name: keyof Round): number => median(rounds.map((round) => round[name]));
    return [
      {
        name: 'opening 10,000 competencies, over a bare page with as many rows',
        count: of('openRatio'),
        most: MOST.openRatio,
      },
      { name: 'opening 10,000 competencies, ms', count: of('openMs'), most: 2000 },
      { name: 'an edit until it is visible, ms', count: of('editMs'), most: MOST.editMs },
      { name: 'a frame while scrolling, ms', count: of('frameMs'), most: MOST.frameMs },
      { name: 'memory of the page, MB', count: of('memoryMb'), most: MOST.memoryMb },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

type Round = {
  readonly openMs: number;
  readonly openRatio: number;
  readonly editMs: number;
  readonly frameMs: number;
  readonly memoryMb: number;
};

async function measure(browser: Browser, address: string): Promise<Round> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const bareMs = await openBare(page);
  const begin = performance.now();
  await page.goto(address);
  await page.getByRole('treeitem').first().waitFor();
  const openMs = performance.now() - begin;
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open all' }).click();
  await page.getByRole('treeitem', { name: 'Competency 2', exact: true }).waitFor();
  const frameMs = await scroll(page);
  const editMs = await edit(page);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.enable').then(() => session.send('Performance.getMetrics'));
  const memoryMb = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20;
  await page.close();
  return { openMs, openRatio: openMs / bareMs, editMs, frameMs, memoryMb };
}

/** A page that shows as many rows without any behaviour. */
async function openBare(page: Page): Promise<number> {
  const begin = performance.now();
  const rows = Array.from({ length: COMPETENCIES }, (_, i) => `<div>Competency ${i}</div>`).join('');
  await page.goto(`data:text/html,<body>${rows}`);
  await page.getByText('Competency 0', { exact: true }).waitFor();
  return performance.now() - begin;
}

/** The median time between frames while rows are scrolled through. @param rows selects the tree or the grid inside of what is scrolled */
export function scroll(page: Page, rows = '[role=tree]'): Promise<number> {
  return page.evaluate(async (selector) => {
    const scroller = document.querySelector(selector)?.parentElement;
    if (scroller === null || scroller === undefined) throw new Error('There are no rows.');
    const times: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < 120; frame++) {
      scroller.scrollTop += 400;
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    scroller.scrollTop = 0;
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  }, rows);
}

/** The time from the key that ends an edit to the frame that shows the new name. */
async function edit(page: Page): Promise<number> {
  await page.getByRole('treeitem', { name: 'Competency 1', exact: true }).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('A new name');
  return page.evaluate(async () => {
    const input = document.activeElement;
    const begin = performance.now();
    input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    while (document.querySelector('[aria-label="A new name"]') === null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - begin;
  });
}

/** Saves a framework of groups of ninety-nine competencies, and one above them. @returns its id */
export async function saveFramework({ api }: TestServer, competencies: number): Promise<string> {
  const idOf = (i: number): string => `${api}${TYPE}.Competency/c${i}`;
  const relationOf = (i: number): string => `${api}${TYPE}.Relation/r${i}`;
  const all = Array.from({ length: competencies }, (_, i) => i);
  const below = all.filter((i) => i % 100 !== 0);
  const objects = [
    ...all.map((i) => ({
      '@context': CONTEXT,
      '@type': 'Competency',
      '@id': idOf(i),
      name: { '@language': 'en', '@value': `Competency ${i}` },
    })),
    ...below.map((i) => ({
      '@context': CONTEXT,
      '@type': 'Relation',
      '@id': relationOf(i),
      relationType: 'narrows',
      source: idOf(i),
      target: idOf(i - (i % 100)),
    })),
    {
      '@context': CONTEXT,
      '@type': 'Framework',
      '@id': `${api}${TYPE}.Framework/large`,
      name: 'Large',
      competency: all.map(idOf),
      relation: below.map(relationOf),
    },
  ];
  const headers = { 'content-type': 'application/json' };
  const saved = await fetch(`${api}sky/repo/multiPut`, { method: 'POST', headers, body: JSON.stringify(objects) });
  if (!saved.ok) throw new Error(`The framework cannot be saved: ${saved.status}.`);
  return `${api}${TYPE}.Framework/large`;
}
