import axeCore from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startChromium } from './chromium.ts';
import type { Place } from './client.ts';

/** The rules of WCAG 2.2 AA, and the best practices of axe. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** People at the editor, each with a separate browser window. */
export type Editors = {
  /**
   * Opens the editor in a new window with separate storage.
   *
   * @param path below the address of the service, such as `svc-editor/search`
   */
  readonly open: (path?: string, options?: { readonly width?: number }) => Promise<Page>;
};

/**
 * Chromium for the tests of a file. A test fails if one of its pages logs an error, such as of the content security policy, except errors
 * of requests, which tests of faults cause.
 *
 * @param server the service, or a function that returns it once it has started
 * @param path of the browser; null: the tests are skipped
 */
export function useEditors(server: Pick<Place, 'url'> | (() => Pick<Place, 'url'>), path: string | null): Editors {
  let browser: Browser | null = null;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const unanswered = new Set<Request>();

  beforeAll(async () => {
    if (path !== null) browser = await startChromium(path);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      for (const page of contexts.flatMap((context) => context.pages())) console.error(await stateOf(page));
      for (const request of unanswered) console.error(`not answered: ${request.method()} ${request.url()}`);
    }
    unanswered.clear();
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    async open(address = '', { width = 1280 } = {}) {
      if (browser === null) throw new Error('There is a browser only in tests.');
      const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
      contexts.push(context);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      page.on('request', (request) => unanswered.add(request));
      page.on('requestfinished', (request) => unanswered.delete(request));
      page.on('requestfailed', (request) => unanswered.delete(request));
      page.on('pageerror', (error) => faults.push(String(error.stack)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource|WebSocket/.test(message.text())) {
          faults.push(message.text());
        }
      });
      const { url } = typeof server === 'function' ? server() : server;
      await page.goto(new URL(address, url).href);
      return page;
    },
  };
}

/** The address and the text of a page, for the reader of a failure. */
async function stateOf(page: Page): Promise<string> {
  const text = page.locator('body').ariaSnapshot({ timeout: 5000 });
  return `${page.url()} shows:\n${await text.catch((error: unknown) => `nothing that can be read: ${error}`)}`;
}

/** Expects that axe finds no accessibility fault in the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeCore.source);
  // Announcements of React Aria refer to elements that may have been removed.
  const { violations } = await page.evaluate(
    (tags) => globalThis.axe.run({ exclude: ['[data-live-announcer]'] }, { runOnly: tags }),
    RULES,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  expect(found).toEqual([]);
}

declare global {
  var axe: typeof import('axe-core');
}

/** Creates an empty framework in a new window. */
export async function newFramework(editors: Editors, name: string): Promise<Page> {
  const page = await editors.open();
  await page.getByRole('link', { name: 'New framework' }).first().click();
  await page.getByLabel('What is it called?').fill(name);
  await page.keyboard.press('Enter');
  await page.getByLabel('Type the first competency').waitFor();
  return page;
}

/** The rows of an outline as text: indented by two blanks for each level. */
export async function outlineOf(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => '  '.repeat(Number(row.getAttribute('aria-level')) - 1) + row.getAttribute('aria-label')),
    );
}

/** Waits until all changes are saved. */
export async function untilSaved(page: Page): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor();
}
