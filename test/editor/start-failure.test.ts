import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('the editor when its start fails', () => {
  const { server } = useServer();
  const editors = useEditors(server, path);

  it('says that the storage of the browser does not answer, and starts when it does', async () => {
    const elsewhere = await editors.open('api/ping');
    await elsewhere.evaluate(() => {
      const request = indexedDB.open('competency-editor', 1);
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore('texts');
        // The upgrade does not end while it has requests, and nothing else can open the database until then.
        const hold = () => {
          if (document.title !== 'released') store.count().onsuccess = hold;
        };
        hold();
      };
      request.onsuccess = () => request.result.close();
    });
    const page = await elsewhere.context().newPage();
    await page.goto(server.url);
    await page.getByText('The storage of this browser, which has your keys, does not answer.').waitFor();
    await expectAccessible(page);
    await elsewhere.evaluate(() => {
      document.title = 'released';
    });
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('link', { name: 'New framework' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says that it could not be loaded, and loads when the service answers again', async () => {
    const page = await editors.open('api/ping');
    await page.route(/assets\/main-/, (route) => route.abort());
    await page.goto(new URL('svc-editor/new', server.url).href);
    await page.getByText('The editor could not be loaded.').waitFor();
    await expectAccessible(page);
    await page.unroute(/assets\/main-/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByLabel('What is it called?').waitFor();
  });
});
