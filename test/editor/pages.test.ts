import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

/** Whether the page is no wider than the window. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe.skipIf(path === null)('the address of an object in a browser', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  let framework = '';

  beforeAll(async () => {
    const example = readFileSync(new URL('../../examples/bicycle-repair.json', import.meta.url), 'utf8');
    const objects = JSON.parse(example.replaceAll('http://localhost:8080/api/', server.api));
    framework = objects[0]['@id'];
    await client.call('/api/sky/repo/multiPut', { json: objects });
  });

  it('is a page that leads from the framework to its competencies, back, and to the editor', async () => {
    const page = await editors.open(framework);
    await page.getByRole('heading', { name: 'Bicycle repair', level: 1 }).waitFor();
    await expectAccessible(page);
    const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(family).toContain('system-ui'); // the style sheet has been loaded
    await page.getByRole('link', { name: 'Mend a puncture' }).click();
    await page.getByRole('heading', { name: 'Mend a puncture', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Bicycle repair' }).click();
    await page.getByRole('link', { name: 'Open in the editor' }).click();
    await page.getByRole('tree').waitFor();
  });

  it('is readable on a phone, in the dark, and from right to left', async () => {
    const skill = newThing(server, {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      name: { ar: 'قراءة النصوص', en: 'Reading' },
      description: { ar: 'يقرأ', en: `A${'very'.repeat(60)}LongWord` },
    });
    await client.save(skill);
    for (const address of [framework, shortId(skill), `${shortId(skill)}?lang=ar`]) {
      const page = await editors.open(address, { width: 390 });
      expect(await fits(page)).toBe(true);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
    }
  });

  it('that does not exist says so on a page', async () => {
    const page = await editors.open('api/data/schema.cassproject.org.0.4.Competency/none');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await expectAccessible(page);
  });
});
