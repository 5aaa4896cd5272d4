import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import type { Client } from '../support/client.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts';
import { lazily } from '../support/lazily.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { SOON } from '../support/subscriber.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const DRAWINGS = ['Read a technical drawing', 'Sharpen a pencil', 'Interprets engineering schematics'];

const titles = (page: Page) => page.locator('.results-name').allInnerTexts();

/** Waits until the vectors of what was saved have been made. */
async function untilCompared(client: Client, name: string): Promise<void> {
  const q = new URLSearchParams({ q: name, mode: 'meaning', size: '100' });
  const found = async () => (await client.call(`/api/sky/repo/search?${q}`)).text;
  await expect.poll(found, SOON).toContain(name);
}

describe.skipIf(path === null)('what the editor finds by its meaning', () => {
  let models: EmbeddingServer;
  beforeAll(async () => {
    models = await startEmbeddingServer();
  });
  const { server, client } = useServer(() => ({ EMBEDDING_ENDPOINT: models.ollama, EMBEDDING_MODEL: 'stand-in' }));
  afterAll(() => models.stop());
  const editors = useEditors(server, path);
  const frameworks = lazily(() => namedFrameworks(server, client));

  beforeAll(async () => {
    await frameworks.save('Drafting', DRAWINGS);
    await frameworks.save(
      'Pictures',
      Array.from({ length: 12 }, (_, at) => `Hang drawing ${at}`),
    );
    await frameworks.save('Fix tube', []);
  });

  it('follows what has the words, within the filters, and is before similar words when nothing has them', async () => {
    await untilCompared(client, 'Interprets engineering schematics');
    await untilCompared(client, 'Hang drawing 11');
    const page = await editors.open('svc-editor/search?q=technical+drawing');
    const meant = page.getByRole('region', { name: 'Similar in meaning' });
    await meant.getByRole('link', { name: 'Interprets engineering schematics' }).waitFor();
    const names = (await titles(page)).map((title) => title.split('\n')[0]);
    // The words are in the ids of the framework's competencies, too.
    expect(names.slice(0, 3)).toEqual(['Read a technical drawing', 'Drafting', 'Interprets engineering schematics']);
    expect(new Set(names).size).toBe(names.length);
    await page.getByText('2 matches', { exact: true }).waitFor();
    await meant.getByText('in Drafting').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Frameworks' }).click();
    await expect.poll(async () => (await titles(page)).join(), SOON).not.toContain('schematics');

    await page.goto(`${server.url}svc-editor/search?q=someone+who+interprets+a+drawing`);
    await page.getByText('Nothing has exactly these words.').waitFor();
    const all = (await titles(page)).map((title) => title.split('\n')[0]);
    expect(all.slice(0, 2).sort()).toEqual(['Interprets engineering schematics', 'Read a technical drawing']);
    expect(new Set(all).size).toBe(all.length);
    await expectAccessible(page);
  });

  it('is offered as one types, and in the list of frameworks', async () => {
    await untilCompared(client, 'Interprets engineering schematics');
    await untilCompared(client, 'Fix tube');
    const page = await editors.open();
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('technical drawing');
    const options = page.getByRole('listbox', { name: 'Search' }).getByRole('option');
    await page.getByRole('option', { name: /^Interprets engineering schematics.*similar in meaning/ }).waitFor();
    expect((await options.allInnerTexts())[0]).not.toContain('meaning');
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('someone who interprets a drawing');
    await expect
      .poll(async () => (await options.allInnerTexts())[0])
      .toMatch(/^(Interprets|Read).*similar in meaning/s);
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('technical drawing');
    await expect.poll(async () => (await options.allInnerTexts())[0]).not.toContain('meaning');
    await page.getByRole('option', { name: /^Interprets engineering schematics/ }).waitFor();
    for (let down = 0; down < 3; down++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Interprets engineering schematics', selected: true }).waitFor();
    await page.goto(server.url);
    await page.getByRole('searchbox', { name: 'Find a framework' }).fill('mend puncture');
    const meant = page.getByRole('region', { name: 'Similar in meaning' });
    expect(await meant.getByRole('link').first().textContent()).toBe('Fix tube');
    await expectAccessible(page);
  });

  it('is suggested as a counterpart, for one key', async () => {
    await frameworks.save('Bikes', ['Mend puncture', 'Read drawings', 'Sing']);
    await frameworks.save('Cycles', ['Interpret schematics', 'Whistle', 'Fix tyre']);
    const other = encodeURIComponent(frameworks.framework('Cycles'));
    const page = await editors.open();
    const compared = page.waitForResponse(/\/api\/align$/);
    await page.goto(
      `${server.url}svc-editor/frameworks/${encodeURIComponent(frameworks.framework('Bikes'))}/crosswalk?with=${other}`,
    );
    expect((await compared).status()).toBe(200);
    await (await compared).finished();
    await page.getByRole('tree', { name: 'Bikes' }).getByRole('treeitem').first().focus();
    await page.getByRole('treeitem', { name: 'Fix tyre', selected: true }).waitFor();
    await page.getByRole('button', { name: /^1 ?Fix tyre ?similar in meaning/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Interpret schematics', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is chosen in Cycles').waitFor();
    await untilSaved(page);
    expect(await frameworks.relationsOf('Bikes')).toMatchObject([
      { target: frameworks.competency('Cycles', 'Fix tyre') },
      { target: frameworks.competency('Cycles', 'Interpret schematics') },
    ]);
  });
});

describe.skipIf(path === null)('without an embedding model', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('the service is asked once whether it compares meanings, and results are those with the words', async () => {
    await namedFrameworks(server, client).save('Drafting', DRAWINGS);
    const page = await editors.open();
    const asked: Request[] = [];
    page.on('requestfinished', (request) => {
      if (request.postData()?.includes('"mode":"both"')) asked.push(request);
    });
    for (const [words, found] of [
      ['drawing', 'Read a technical drawing'],
      ['pencil', 'Sharpen a pencil'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search everything' }).fill(words);
      await page.getByRole('option', { name: found }).waitFor();
      await expect.poll(() => asked.length, SOON).toBe(1);
      await page.keyboard.press('Enter');
      await page.getByText('2 matches', { exact: true }).waitFor();
      await page.getByRole('link', { name: found }).waitFor();
    }
    expect(asked).toHaveLength(1);
    expect(await page.getByText(/in meaning/).count()).toBe(0);
  });
});
