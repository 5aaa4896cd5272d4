import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { lazily } from '../support/lazily.ts';
import { sensible } from '../support/model-server.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { useDrafting } from '../support/use-drafting.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person with a language model', () => {
  const { server, client, models } = useDrafting({ LLM_TIMEOUT_MS: '60000' });
  const editors = useEditors(server, path);
  const frameworks = lazily(() => namedFrameworks(server, client));

  async function drafting(topic: string, text: string): Promise<Page> {
    const page = await editors.open('svc-editor/import');
    await page.getByLabel('Topic').fill(topic);
    await page.getByLabel('Text to draft from').fill(text);
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByRole('button', { name: 'Draft', exact: true }).click();
    return page;
  }

  it('lets the model draft a framework from a text, drops some parts, and saves the rest', async () => {
    const page = await drafting('Pipe welding', 'You weld pipes in all positions. You check every seam.');
    await page.getByText('This will happen').waitFor();
    await page.getByText('From the text: “You check every seam.”').first().waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('checkbox').count()).toBe(30); // five at the top, with five parts each
    await page.getByText('Perform step-alpha', { exact: true }).click();
    expect(await page.getByRole('checkbox').count()).toBe(25);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('heading', { name: 'Pipe welding' }).waitFor();
    await page.getByText('24 competencies').waitFor();
    expect(await outlineOf(page)).not.toContain('Perform step-alpha');
  });

  it('stops the model, and keeps what it has drafted', async () => {
    let parts = 0;
    models.reply((call) => (call.task === 'competencies' && ++parts > 1 ? 'stall' : sensible(call)));
    const page = await drafting('Pipe fitting', '');
    await page
      .getByRole('checkbox', { name: 'Perform step-alpha-echo' })
      .or(page.getByText(/so far/))
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('checkbox').count()).toBeGreaterThanOrEqual(5);
    await page.getByRole('button', { name: 'Stop, and keep what is there' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).waitFor();
    await expect.poll(() => models.calls.every(({ closed }, i) => i < 2 || closed.aborted)).toBe(true);
  });

  it('is told when the model fails, and loses nothing that was typed', async () => {
    models.reply(() => ({ status: 500 }));
    const page = await drafting('Pipe bending', 'You bend pipes.');
    await page
      .getByRole('region', { name: 'Pipe bending' })
      .getByText(/There is no language model now/)
      .waitFor();
    expect(await page.getByLabel('Topic').inputValue()).toBe('Pipe bending');
    await expectAccessible(page);
  });

  it('lets the model propose alignments, and accepts them one by one', async () => {
    await frameworks.save('Sewing', ['Cut cloth', 'Stitch seams']);
    await frameworks.save('Tailoring', ['Cut the cloth', 'Stitch the seams']);
    const id = encodeURIComponent(frameworks.framework('Sewing'));
    const address = `svc-editor/frameworks/${id}/crosswalk?with=${encodeURIComponent(frameworks.framework('Tailoring'))}`;
    const stranger = await editors.open(address);
    await stranger.getByText('Nothing is aligned yet.').waitFor();
    await expect.poll(() => stranger.getByRole('button', { name: 'Propose alignments' }).count()).toBe(0);

    const page = await editors.open('svc-editor/import');
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByRole('button', { name: 'Draft', exact: true }).waitFor();
    await page.goto(new URL(address, server.url).href);
    await page.getByRole('button', { name: 'Propose alignments' }).click();
    await page.getByText('Both say the same.').first().waitFor();
    await page.getByText('90% sure').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Accept: Cut cloth is the same as Cut the cloth' }).click();
    await page.getByRole('button', { name: 'Dismiss: Stitch seams is the same as Stitch the seams' }).click();
    await page.getByText('The language model proposes nothing more.').waitFor();
    await untilSaved(page);
    expect(await frameworks.relationsOf('Sewing')).toMatchObject([{ 'schema:creditText': ['stand-in:1b'] }]);
  });
});
