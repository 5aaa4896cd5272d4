import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { SOON } from '../support/subscriber.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const CONTEXT = 'https://schema.cassproject.org/0.4';

describe.skipIf(path === null)('the results of a search', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  async function save(type: string, objects: readonly Record<string, unknown>[]): Promise<void> {
    const json = objects.map((object) => ({
      '@context': CONTEXT,
      '@type': type,
      ...object,
      '@id': `${server.api}data/schema.cassproject.org.0.4.${type}/${object['@id']}`,
    }));
    expect((await client.call('/api/sky/repo/multiPut', { json })).json().stored).toBe(objects.length);
  }

  const titles = (page: Page) => page.locator('.results-name').allTextContents();

  async function choose(page: Page, label: RegExp, option: string): Promise<void> {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  it('say how many there are, and are reached by the arrow keys', async () => {
    await save(
      'Competency',
      Array.from({ length: 73 }, (_, at) => ({ '@id': `fern-${at}`, name: `Prune ferns, step ${at}` })),
    );
    const page = await editors.open('svc-editor/search?q=ferns');
    await page.getByText('50 of 73 matches').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('73 matches', { exact: true }).waitFor();
    await expectAccessible(page);
    const frameworks = namedFrameworks(server, client);
    await frameworks.save('Orchids', ['Repot orchids', 'Water orchids']);
    await page.goto(`${server.url}svc-editor/search?q=orchids`);
    await page.getByText('3 matches', { exact: true }).waitFor();
    const links = page.locator('main .list a');
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const text = await page.locator(':focus').textContent();
    expect(text).toBe(await links.last().textContent());
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/frameworks/);
  });

  it('leave relations out, or say what they relate, with links', async () => {
    await namedFrameworks(server, client).save(
      'Beekeeping',
      ['Smoke a hive', 'Light a smoker'],
      [['Light a smoker', 'isEnabledBy', 'Smoke a hive']],
    );
    const page = await editors.open('svc-editor/search?q=beekeeping');
    await page.getByText(/match/).first().waitFor();
    expect((await titles(page)).join()).not.toContain('Relation');
    await choose(page, /Kind/, 'Other things');
    const relation = page.locator('.results-name', { hasText: 'Relation' });
    await relation.getByRole('link', { name: 'Light a smoker' }).waitFor();
    expect(await relation.textContent()).toMatch(/^Light a smoker .+ Smoke a hiveRelation$/);
    await expectAccessible(page);
    await relation.getByRole('link', { name: 'Smoke a hive' }).click();
    await page.getByRole('treeitem', { name: 'Smoke a hive', selected: true }).waitFor();
  });

  it('are filtered by kind, state, category, level, language and framework; the address keeps the filters', async () => {
    await save('Framework', [
      { '@id': 'm-1', name: 'Mosaics one', 'ceasn:publicationStatusType': 'Published', competency: [] },
      { '@id': 'm-2', name: 'Mosaics two', 'schema:creativeWorkStatus': 'Incomplete', 'schema:inLanguage': ['de'] },
    ]);
    await save('Competency', [
      { '@id': 'm-a', name: 'Lay mosaics', 'dcterms:type': 'Skill', 'ceasn:educationLevelType': '05' },
      { '@id': 'm-b', name: 'Date mosaics', 'dcterms:type': 'Knowledge of history' },
    ]);
    await namedFrameworks(server, client).save('Mosaics three', ['Grout mosaics', 'Something else']);
    const page = await editors.open('svc-editor/search?q=mosaics');
    await page.getByText('7 matches', { exact: true }).waitFor();
    await expectAccessible(page);
    await choose(page, /State/, 'Published');
    await page.getByText('1 match', { exact: true }).waitFor();
    await choose(page, /State/, 'Draft');
    await expect.poll(() => titles(page), SOON).toEqual([expect.stringContaining('Mosaics two')]);
    await page.reload();
    await expect.poll(() => titles(page), SOON).toEqual([expect.stringContaining('Mosaics two')]);
    await choose(page, /State/, 'Any');
    await choose(page, /Category/, 'Knowledge of history');
    await expect.poll(() => titles(page), SOON).toEqual([expect.stringContaining('Date mosaics')]);
    await choose(page, /Category/, 'Any');
    await choose(page, /Education levels/, '05');
    await expect.poll(() => titles(page), SOON).toEqual([expect.stringContaining('Lay mosaics')]);
    await choose(page, /Education levels/, 'Any');
    await choose(page, /Languages/, 'German');
    await expect.poll(() => titles(page), SOON).toEqual([expect.stringContaining('Mosaics two')]);
    await choose(page, /Languages/, 'Any');
    await page.getByRole('combobox', { name: 'In the framework' }).click();
    await page.getByRole('combobox', { name: 'In the framework' }).fill('three');
    await page.getByRole('option', { name: 'Mosaics three' }).click();
    await expect.poll(() => titles(page), SOON).toEqual([expect.stringContaining('Grout mosaics')]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await page.getByText('7 matches', { exact: true }).waitFor();
  });
});
