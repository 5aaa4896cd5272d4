import { type ComponentType, lazy } from 'react';
import { loadEnglish } from '../words/words.ts';
import type { ViewProps } from './paths.ts';

type View = ComponentType<ViewProps>;

/** A view whose code is loaded when it is first shown, after its words. */
const view = (load: () => Promise<View>): View =>
  lazy(async () => {
    await loadEnglish();
    return { default: await load() };
  });

/** The views by their addresses, below the address of the editor. The code of each is loaded when it is first shown. */
export const ROUTES: readonly (readonly [path: string, view: View])[] = [
  ['/', lazy(async () => ({ default: (await import('../views/start/start.tsx')).StartView }))], // with the first words
  ['/new', view(async () => (await import('../views/new-framework/new-framework.tsx')).NewFrameworkView)],
  ['/import', view(async () => (await import('../views/import/import-view.tsx')).ImportView)],
  ['/frameworks/:id', view(async () => (await import('../views/outline/outline-view.tsx')).OutlineView)],
  ['/frameworks/:id/graph', view(async () => (await import('../views/graph/graph-view.tsx')).GraphView)],
  ['/frameworks/:id/sharing', view(async () => (await import('../views/sharing/sharing-view.tsx')).SharingView)],
  ['/frameworks/:id/history', view(async () => (await import('../views/history/history-view.tsx')).HistoryView)],
  ['/frameworks/:id/export', view(async () => (await import('../views/export/export-view.tsx')).ExportView)],
  ['/learners', view(async () => (await import('../views/learners/learners-view.tsx')).LearnersView)],
  ['/learners/:id', view(async () => (await import('../views/learners/learners-view.tsx')).LearnersView)],
  ['/identity', view(async () => (await import('../views/identity/identity-view.tsx')).IdentityView)],
  ['/operators', view(async () => (await import('../views/operators/operators-view.tsx')).OperatorsView)],
  [
    '/frameworks/:id/crosswalk',
    view(async () => (await import('../views/crosswalk/crosswalk-view.tsx')).CrosswalkView),
  ],
  ['/search', view(async () => (await import('../views/results/results.tsx')).ResultsView)],
];
