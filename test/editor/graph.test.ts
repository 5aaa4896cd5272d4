import { readFile } from 'node:fs/promises';
import axeCore from 'axe-core';
import type { Download, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { lazily } from '../support/lazily.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('relations in the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  const frameworks = lazily(() => namedFrameworks(server, client));
  const address = (name = 'Baking') => `svc-editor/frameworks/${encodeURIComponent(frameworks.framework(name))}/graph`;

  beforeAll(() =>
    frameworks.save(
      'Baking',
      ['Bread', 'Knead', 'Proof', 'Cakes'],
      [
        ['Knead', 'narrows', 'Bread'],
        ['Proof', 'narrows', 'Bread'],
        ['Proof', 'requires', 'Knead'],
        ['Cakes', 'isRelatedTo', 'Bread'],
      ],
    ),
  );

  const box = (page: Page, name: RegExp) =>
    page.getByRole('application', { name: /^Graph of relations/ }).getByRole('button', { name });

  it('are shown as a graph, which has arrow keys, shows the surroundings of a competency, and leads to the outline', async () => {
    const page = await editors.open(address());
    await box(page, /^Bread, 3 relations$/).focus();
    await page.getByRole('link', { name: /React Flow/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const chosen = await page.getByRole('button', { pressed: true }).getAttribute('aria-label');
    expect(chosen).toMatch(/^(Knead|Proof|Cakes), /);

    await box(page, /^Cakes, /).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show what is around it' }).click();
    await box(page, /^Knead, /).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('application').getByRole('button').count()).toBe(2);
    await expectAccessible(page);

    await box(page, /^Cakes, /).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Cakes', selected: true }).waitFor();
  });

  it('stay visible when the window becomes narrow, until the person moves the graph', async () => {
    const page = await editors.open(address());
    await box(page, /^Bread, /).waitFor();
    await page.setViewportSize({ width: 700, height: 900 });
    const frame = page.locator('.graph-frame');
    const areInSight = async () => {
      const [outer, ...boxes] = await Promise.all(
        [frame, ...['Bread', 'Knead', 'Proof', 'Cakes'].map((name) => box(page, new RegExp(`^${name}, `)))].map((one) =>
          one.boundingBox(),
        ),
      );
      const [left = 0, right = 0] = [outer?.x, (outer?.x ?? 0) + (outer?.width ?? 0)];
      return boxes.every((one) => one !== null && one.x >= left && one.x + one.width <= right);
    };
    await expect.poll(areInSight).toBe(true);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const { width } = (await box(page, /^Bread, /).boundingBox()) ?? { width: 0 };
    await page.setViewportSize({ width: 1000, height: 900 });
    await page.waitForTimeout(200);
    expect((await box(page, /^Bread, /).boundingBox())?.width).toBeCloseTo(width);
  });

  it('are sentences in a table, can be hidden by kind, and can be searched', async () => {
    const page = await editors.open(address());
    await page.getByRole('row', { name: 'Proof requires Knead' }).waitFor();
    await page.getByRole('checkbox', { name: /^requires/ }).press('Space');
    await page.getByRole('row', { name: 'Proof requires Knead' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Find in the graph' }).fill('kne');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Knead' }).waitFor();
    await expectAccessible(page);
  });

  it('have siblings in the order of the outline, names of several lines, and competencies of other frameworks', async () => {
    const millet =
      'Tell millet, rye and spelt apart by their colour, their smell, and the sound that they make on a table of wood';
    await frameworks.save('Milling', [millet]);
    const parts = Array.from({ length: 10 }, (_, i) => `Step ${i + 1} of the long way from the field to the bread`);
    await frameworks.save(
      'Grain',
      ['From the field to the bread', ...parts],
      [
        ...parts.toReversed().map((part) => [part, 'narrows', 'From the field to the bread'] as const),
        [parts[1] ?? '', 'isEquivalentTo', parts[8] ?? ''],
        [parts[3] ?? '', 'requires', frameworks.competency('Milling', millet)],
      ],
    );
    const page = await editors.open(address('Grain'));
    await box(page, /^Tell millet, .* wood, in another framework, 1 relation$/).waitFor();
    const steps = await box(page, /^Step /).all();
    const tops = await Promise.all(steps.map(async (step) => (await step.boundingBox())?.y ?? 0));
    expect(await Promise.all(steps.map((step) => step.getAttribute('aria-label')))).toEqual(
      parts.map((part, i) => `${part}, ${[1, 3, 8].includes(i) ? '2 relations' : '1 relation'}`),
    );
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));

    const uncovered = await page.locator('.graph-line-label').evaluateAll((labels) =>
      labels.filter((label) => {
        const [background, text] = ['rect', 'text'].map((name) => label.querySelector(name)?.getBoundingClientRect());
        return background === undefined || text === undefined || background.width < text.width;
      }),
    );
    expect(uncovered).toEqual([]);
    await expectAccessible(page);
    await page.evaluate(axeCore.source);
    const { violations, passes } = await page.evaluate(() =>
      globalThis.axe.run({ runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } }),
    );
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    expect(passes).toHaveLength(1);
  });

  it('of a framework that is too large for a graph are shown around one competency, and this is said', async () => {
    const rows = Array.from({ length: 1100 }, (_, i) => `Row ${i}`);
    await frameworks.save(
      'Rows',
      rows,
      rows.slice(1).map((row) => [row, 'narrows', 'Row 0'] as const),
    );
    const page = await editors.open(`${address('Rows')}?steps=whole`);
    await page.getByText('This framework has 1,100 competencies, more than a graph can show').waitFor();
    await page.getByText('the 1,000 nearest ones are shown').waitFor();
    await page.getByRole('img', { name: 'Overview of the graph' }).waitFor();
    expect(await page.locator('.graph-box').count()).toBe(1000);

    await box(page, /^Row 0, /).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    const focused = page.locator('.graph-box:focus');
    const row = await focused.getAttribute('aria-label');
    expect(row).toMatch(/^Row \d+, 1 relation$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.graph-box').count()).toBe(2);
    expect(await focused.getAttribute('aria-label')).toBe(row);
    const [button, frame] = [await focused.boundingBox(), await page.locator('.graph-frame').boundingBox()];
    expect(button?.y).toBeGreaterThan(frame?.y ?? Number.NaN);
    expect(button?.y).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
  });

  it('are saved as a drawing that XML can read, and as a picture', async () => {
    const page = await editors.open(address());
    await box(page, /^Bread, /).waitFor();
    const svg = await readFile(await (await download(page, 'As a drawing (SVG)')).path(), 'utf8');
    const texts = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [...parsed.querySelectorAll('parsererror, title, tspan')].map((element) => element.textContent);
    }, svg);
    expect(texts).toEqual(['Relations in Baking', 'Bread', 'Knead', 'Proof', 'Cakes']);
    const png = PNG.sync.read(await readFile(await (await download(page, 'As a picture (PNG)')).path()));
    expect(new Set(png.data).size).toBeGreaterThan(8);
  });

  async function download(page: Page, format: string): Promise<Download> {
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    return saved;
  }
});
