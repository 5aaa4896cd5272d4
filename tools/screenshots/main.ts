/**
 * Pictures of every view of the editor: `npm run editor:screenshots [scene …]`, into `screenshots/`, of each scene at three widths, in
 * light and dark. With `--docs` also those of docs/use/editor.md, into `docs/pictures/`; with `--language=de` in that language. Needs Chromium.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isLanguage } from '../../editor/src/words/language.ts';
import { loadWords } from '../../editor/src/words/words.ts';
import { chromiumPath, startChromium } from '../../test/support/chromium.ts';
import { modelSettings, startModelServer } from '../../test/support/model-server.ts';
import { startServer } from '../../test/support/server.ts';
import { DRAFT, type Place, SCENES, type Scene } from './scenes.ts';

const WIDTHS = [390, 820, 1440];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 900;

/** Size of the pictures in the documentation, in CSS pixels. */
const DOCS = { width: 1440, height: 900 };

const root = new URL('../../', import.meta.url);

async function main(options: readonly string[]): Promise<void> {
  const path = await chromiumPath();
  if (path === null) throw new Error('There is no Chromium: apt-get install chromium.');
  const language = options.find((option) => option.startsWith('--language='))?.slice('--language='.length) ?? 'en';
  if (!isLanguage(language)) throw new Error(`The editor does not speak ${language}.`);
  const { t } = await loadWords(language);
  const wanted = new Set(options.filter((option) => !option.startsWith('--')));
  const models = await startModelServer();
  models.reply(() => ({ json: DRAFT }));
  const server = await startServer(modelSettings(models));
  const browser = await startChromium(path);
  try {
    const page = await (await browser.newContext({ locale: language === 'en' ? 'en-GB' : language })).newPage();
    const objects = await exampleFor(server.api);
    const place: Place = {
      server,
      framework: objects.framework,
      t,
      go: async (address) => void (await page.goto(new URL(address, server.url).href)),
    };
    for (const scene of SCENES) {
      await page.setViewportSize({ width: 1440, height: HEIGHT });
      if (scene.name === 'start') await save(server.api, objects.text);
      await scene.open(page, place);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      if (wanted.size === 0 || wanted.has(scene.name)) await shoot(page, scene, options.includes('--docs'));
      process.stdout.write(`${scene.name}\n`);
    }
  } finally {
    await browser.close();
    await server.dispose();
    await models.stop();
  }
}

/** The example of the start page, as objects of this server. */
async function exampleFor(api: string): Promise<{ readonly text: string; readonly framework: string }> {
  const example = await readFile(new URL('examples/bicycle-repair.json', root), 'utf8');
  const text = example.replaceAll('http://localhost:8080/api/', api);
  const [, framework = ''] = /"@id":\s*"([^"]+Framework[^"]+)"/.exec(text) ?? [];
  return { text, framework };
}

async function save(api: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${api}sky/repo/multiPut`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The example was not saved: ${response.status}`);
}

async function shoot(page: Page, { name, isInDocs = false }: Scene, docs: boolean): Promise<void> {
  const folder = fileURLToPath(new URL('screenshots/', root));
  await mkdir(folder, { recursive: true });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DOCS);
  if (!docs || !isInDocs) return;
  await page.screenshot({ path: fileURLToPath(new URL(`docs/pictures/${name}.png`, root)), animations: 'disabled' });
}

await main(process.argv.slice(2));
