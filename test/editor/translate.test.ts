import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('translating in the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  let framework = '';

  beforeAll(async () => {
    const example = readFileSync(new URL('../../examples/bicycle-repair.json', import.meta.url), 'utf8');
    const objects = JSON.parse(example.replaceAll('http://localhost:8080/api/', server.api));
    framework = objects[0]['@id'];
    expect((await client.call('/api/sky/repo/multiPut', { json: objects })).json().stored).toBe(objects.length);
  });

  it('shows each text beside its translation, and goes by keyboard from one that is missing to the next', async () => {
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(framework)}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Translate' }).click();
    await page.getByText('Into which language?').waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Into' }).fill('Portug');
    await page.getByRole('option', { name: 'Portuguese', exact: true }).click();
    await page.getByText(/^0 of \d+ texts translated$/).waitFor();
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'Bicycle repair in Portuguese' }).focus();
    await page.keyboard.type('Reparação de bicicletas');
    await page.getByRole('textbox', { name: 'True a wheel in Portuguese' }).focus();
    await page.getByText(/^1 of \d+ texts translated$/).waitFor();
    await page.keyboard.type('Centrar uma roda');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^2 of \d+ texts translated$/).waitFor();
    expect(await page.getByRole('textbox', { name: 'True a wheel in Portuguese' }).evaluate(isFocused)).toBe(false);
    await page.getByText('Only what is missing').click();
    await page.getByRole('textbox', { name: 'True a wheel in Portuguese' }).waitFor({ state: 'detached' });
    await untilSaved(page);

    const { name } = (await client.call(framework)).json();
    expect(name).toContainEqual({ '@language': 'pt', '@value': 'Reparação de bicicletas' });
    await page.reload();
    await page.getByText(/^2 of \d+ texts translated$/).waitFor();
    await page.getByRole('textbox', { name: 'True a wheel in Portuguese' }).fill('');
    await page.keyboard.press('Tab');
    await page.getByText(/^1 of \d+ texts translated$/).waitFor();
    await untilSaved(page);
  });
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}
