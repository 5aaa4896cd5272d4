import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Words } from '../../editor/src/words/words.ts';
import type { TestServer } from '../../test/support/server.ts';

/** A state of the editor, reached from the one of the scene before. */
export type Scene = {
  /** Base name of the picture files. */
  readonly name: string;
  readonly open: (page: Page, place: Place) => Promise<unknown>;
  /** In docs/use/editor.md. */
  readonly isInDocs?: boolean;
};

/** Where the scenes are. */
export type Place = {
  readonly server: TestServer;
  /** Short id of the framework that is shown. */
  readonly framework: string;
  readonly go: (path: string) => Promise<void>;
  /** The words of the editor in the language of the pictures. */
  readonly t: Words['t'];
};

const viewOf = ({ framework }: Place, view = ''): string =>
  `svc-editor/frameworks/${encodeURIComponent(framework)}${view}`;

const ADVERTISEMENT =
  'You read isometric drawings. You prepare joints, and weld pipes in all positions. You check every seam. Safety comes first.';

/** What the stand-in for the language model makes of it. */
export const DRAFT = {
  description: 'What a pipe welder does in a shipyard.',
  competencies: [
    ['Read isometric drawings', 'Finds pipes, joints and weld symbols in a drawing.', 'You read isometric drawings.'],
    ['Prepare joints', 'Cuts, bevels and fits pipes.', 'You prepare joints, and weld pipes in all positions.'],
    ['Weld in all positions', 'Welds fixed pipes.', 'You prepare joints, and weld pipes in all positions.'],
    ['Inspect seams', 'Finds undercut, porosity and lack of fusion.', 'You check every seam.'],
    ['Work safely', 'Protects oneself and others from heat, fumes and light.', 'Safety comes first.'],
  ].map(([name, description, source]) => ({ name, description, source })),
};

/** Dismisses the advice to keep a new key, which would be in every picture. */
const later = (page: Page, { t }: Place): Promise<void> =>
  page.getByRole('button', { name: t('identity.keep-later') }).click();

const toTop = (page: Page): Promise<void> => page.locator('main').evaluate((main) => main.scrollTo(0, 0));

/** All views, in the order in which one state leads to the next. */
export const SCENES: readonly Scene[] = [
  {
    name: 'empty',
    open: async (page, { go, t }) => {
      await go('');
      await page.getByText(t('start.empty-title')).waitFor();
    },
  },
  {
    name: 'new-framework',
    open: (_page, { go }) => go('svc-editor/new'),
  },
  {
    name: 'import',
    isInDocs: true,
    open: async (page, place) => {
      const { go, t } = place;
      await go('svc-editor/import');
      await page.getByLabel(t('draft.topic')).fill('Pipe welding');
      await page.getByLabel(t('draft.text')).fill(ADVERTISEMENT);
      await page.getByRole('button', { name: t('draft.depth') }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: t('import.make-key') }).click();
      await page.getByRole('button', { name: t('draft.start'), exact: true }).click();
      await page.getByText(t('import.will')).waitFor();
      await later(page, place);
      await toTop(page);
    },
  },
  {
    name: 'import-table',
    open: async (page, { go, t }) => {
      await go('svc-editor/import');
      const csv = 'Level 1,Level 2,Description\nBread,,Of all kinds\nBread,Knead,\nCakes,,\n';
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'Baking.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.getByRole('button', { name: t('import.start'), exact: true }).click();
      await page.getByRole('link', { name: t('import.open') }).waitFor();
    },
  },
  {
    name: 'start',
    isInDocs: true,
    open: async (page, place) => {
      await place.go('');
      await page.getByRole('row', { name: /Bicycle repair/ }).waitFor();
    },
  },
  {
    name: 'results',
    open: async (page, { go }) => {
      await go('svc-editor/search?q=wheel');
      await page.getByText('True a wheel').first().waitFor();
    },
  },
  {
    name: 'outline',
    isInDocs: true,
    open: async (page, place) => {
      await place.go(viewOf(place));
      await page.getByRole('treeitem', { name: 'True a wheel' }).click();
    },
  },
  {
    name: 'outline-offline',
    open: async (page, { t }) => {
      await page.context().route('**/api/data/**', (route) => route.abort());
      await page.getByRole('treeitem', { name: 'True a wheel' }).focus();
      await page.keyboard.press('F2');
      await page.keyboard.type('True a front wheel');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Escape');
      await page.getByText(t('save.offline', { count: 1 })).waitFor();
    },
  },
  {
    name: 'graph',
    isInDocs: true,
    open: async (page, place) => {
      await page.context().unroute('**/api/data/**');
      await page.getByRole('button', { name: place.t('common.retry') }).click();
      await page.getByText(place.t('save.saved'), { exact: true }).waitFor();
      await place.go(viewOf(place, '/graph'));
      await page.getByRole('application').getByRole('button').first().waitFor();
    },
  },
  { name: 'crosswalk', open: (_page, place) => place.go(viewOf(place, '/crosswalk')) },
  {
    name: 'translate',
    isInDocs: true,
    open: async (page, place) => {
      await place.go(viewOf(place, '/translate?from=en&to=de'));
      await page.getByRole('textbox', { name: 'Bicycle repair' }).first().fill('Fahrradreparatur');
      await page.keyboard.press('Tab');
    },
  },
  {
    name: 'history',
    isInDocs: true,
    open: async (page, place) => {
      await place.go(viewOf(place, '/history'));
      await page.getByRole('main').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'sharing', isInDocs: true, open: (_page, place) => place.go(viewOf(place, '/sharing')) },
  {
    name: 'export',
    open: async (page, place) => {
      await place.go(viewOf(place, '/export'));
      await page.getByText(place.t('export.checking')).waitFor({ state: 'detached' });
    },
  },
  { name: 'print', open: (_page, place) => place.go(viewOf(place, '/print')) },
  {
    name: 'embed',
    open: (_page, { go, framework }) => go(`svc-editor/embed?${new URLSearchParams({ frameworkId: framework })}`),
  },
  { name: 'identity', isInDocs: true, open: (_page, { go }) => go('svc-editor/identity') },
  {
    name: 'learners',
    open: async (page, { go, t }) => {
      await go('svc-editor/learners');
      await page.getByRole('button', { name: t('learners.add') }).waitFor();
    },
  },
  {
    name: 'learner',
    isInDocs: true,
    open: async (page, place) => {
      const { t } = place;
      await page.getByRole('button', { name: t('learners.add') }).click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('Bo');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('learners.add') })
        .click();
      await page.getByRole('heading', { name: 'Bo', exact: true }).waitFor();
      await page.getByRole('combobox', { name: t('learners.framework') }).pressSequentially('Bicycle');
      await page.getByRole('option', { name: 'Bicycle repair' }).click();
      await page.getByRole('treeitem', { name: 'Replace a worn chain' }).click();
      await page.getByRole('button', { name: t('learners.goal-on'), exact: true }).click();
      for (const name of ['Mend a punctured inner tube', 'Adjust rim brakes']) {
        await page.getByRole('treeitem', { name }).click();
        await page.getByRole('button', { name: t('learners.record-this'), exact: true }).click();
        await page.getByLabel(t('learners.evidence'), { exact: true }).fill('Seen in the workshop');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('common.save') })
          .click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.getByText(t('learners.overview-of', { achieved: 2, count: 8 })).waitFor();
      await page.locator('.toast').first().waitFor({ state: 'detached' });
      await later(page, place);
      await toTop(page);
    },
  },
  {
    name: 'learners-table',
    open: (_page, { go }) => go('svc-editor/learners/table'),
  },
  { name: 'badge', open: (_page, { go }) => go('svc-editor/learners/badge') },
  {
    name: 'operators',
    isInDocs: true,
    open: async (page, { go, server, t }) => {
      await go('svc-editor/operators');
      await page.getByRole('button', { name: t('operators.add-key') }).click();
      const pem = await readFile(join(server.directory, 'keys', 'skyAdmin2.pem'), 'utf8');
      await page.getByLabel(t('operators.add-key-text')).fill(pem);
      await page.getByRole('button', { name: t('identity.contact-save'), exact: true }).click();
      await page.locator('.facts').first().waitFor();
      await toTop(page);
    },
  },
  { name: 'not-found', open: (_page, { go }) => go('svc-editor/nothing/here') },
];
