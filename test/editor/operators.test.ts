import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('operating the service in the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('an admin restores a file, cleans up after a preview of what would be deleted, and reads who changed what', async () => {
    const page = await editors.open('svc-editor/operators');
    await page.getByText('Only admins see this').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add an admin key…' }).click();
    await page.getByLabel('Text of the key file').fill('something else');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This is not an unencrypted private key (PEM).').waitFor();
    const pem = await readFile(join(server.directory, 'keys', 'skyAdmin2.pem'), 'utf8');
    await page.getByLabel('Text of the key file').fill(pem);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('serving', { exact: true }).waitFor();

    const orphan = `${server.api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}`;
    const thing = newThing(server, { name: 'Restored' });
    const lines = [
      { object: thing, version: 1, time: 1_700_000_000_000 },
      {
        object: {
          '@context': 'https://schema.cassproject.org/0.4',
          '@type': 'Competency',
          '@id': orphan,
          name: 'Alone',
        },
        version: 1,
        time: 1_700_000_000_000,
      },
    ];
    const file = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno JSON\n`;
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Restore from a file' }).click();
    await (await choosing).setFiles({
      name: 'export.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(file),
    });
    await page.getByText('Restored: 2 versions and identities. 0 were there already.').waitFor();
    await page.getByText(/^Line 3: /).waitFor();
    expect((await client.call(shortId(thing))).status).toBe(200);

    const dryRuns: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/util/cull')) dryRuns.push(request.postDataJSON().dryRun);
    });
    await page.getByRole('button', { name: 'Clean up…' }).click();
    await page.getByText(/It would remove 1 object\./).waitFor();
    await page.getByText(orphan).waitFor();
    await expectAccessible(page);
    expect((await client.call(orphan)).status).toBe(200);
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.getByText('Done: 1 object removed.').waitFor();
    expect((await client.call(orphan)).status).toBe(404);
    expect(dryRuns).toEqual([true, false]);
    await page.getByRole('cell', { name: 'Clean-up', exact: true }).waitFor();

    await page.getByLabel('Id of the object').fill(orphan);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('cell', { name: 'deleted', exact: true }).waitFor();
    await page.getByText('postMaxSize').waitFor();
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save everything in a file' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('"Restored"');
  });
});
