import { type ComponentType, lazy } from 'react';
import { Route, Switch } from 'wouter';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { useWords } from '../words/use-words.tsx';
import { fromSegment, type ViewProps } from './paths.ts';

type View = ComponentType<ViewProps>;

/** A view whose code is loaded when it is first shown. */
const view = (load: () => Promise<View>): View => lazy(async () => ({ default: await load() }));

/** The views by their addresses, below the address of the editor. */
const ROUTES: readonly (readonly [path: string, view: View])[] = [
  ['/new', view(async () => (await import('../views/new-framework/new-framework.tsx')).NewFrameworkView)],
  ['/import', view(async () => (await import('../views/import/import-view.tsx')).ImportView)],
  ['/frameworks/:id', view(async () => (await import('../views/outline/outline-view.tsx')).OutlineView)],
  ['/f/:name/:competency?', view(async () => (await import('../views/outline/short-link-view.tsx')).ShortLinkView)],
  ['/frameworks/:id/graph', view(async () => (await import('../views/graph/graph-view.tsx')).GraphView)],
  [
    '/frameworks/:id/translate',
    view(async () => (await import('../views/translate/translate-view.tsx')).TranslateView),
  ],
  ['/frameworks/:id/sharing', view(async () => (await import('../views/sharing/sharing-view.tsx')).SharingView)],
  ['/frameworks/:id/history', view(async () => (await import('../views/history/history-view.tsx')).HistoryView)],
  ['/frameworks/:id/export', view(async () => (await import('../views/export/export-view.tsx')).ExportView)],
  ['/frameworks/:id/print', view(async () => (await import('../views/print/print-view.tsx')).PrintView)],
  ['/schemes', view(async () => (await import('../views/schemes/schemes-view.tsx')).SchemesView)],
  ['/schemes/:id/sharing', view(async () => (await import('../views/sharing/sharing-view.tsx')).SchemeSharingView)],
  ['/schemes/:id/history', view(async () => (await import('../views/history/history-view.tsx')).SchemeHistoryView)],
  ['/schemes/:id', view(async () => (await import('../views/schemes/scheme-view.tsx')).SchemeView)],
  ['/learners', view(async () => (await import('../views/learners/learners-view.tsx')).LearnersView)],
  ['/learners/:id', view(async () => (await import('../views/learners/learners-view.tsx')).LearnersView)],
  ['/identity', view(async () => (await import('../views/identity/identity-view.tsx')).IdentityView)],
  ['/webhooks', view(async () => (await import('../views/webhooks/webhooks-view.tsx')).WebhooksView)],
  ['/operators', view(async () => (await import('../views/operators/operators-view.tsx')).OperatorsView)],
  [
    '/frameworks/:id/crosswalk',
    view(async () => (await import('../views/crosswalk/crosswalk-view.tsx')).CrosswalkView),
  ],
  ['/search', view(async () => (await import('../views/results/results.tsx')).ResultsView)],
];

/** The view for the address, except the start view, which does not load this file. */
export function OtherViews() {
  return (
    <Switch>
      {ROUTES.map(([path, View]) => (
        <Route key={path} path={path}>
          {(params) => <View params={decoded(params)} />}
        </Route>
      ))}
      <Route>
        <NotFoundView />
      </Route>
    </Switch>
  );
}

/** The decoded variable segments of an address. */
function decoded(params: ViewProps['params']): ViewProps['params'] {
  return Object.fromEntries(Object.entries(params).map(([name, segment = '']) => [name, fromSegment(segment)]));
}

function NotFoundView() {
  const { t } = useWords();
  return (
    <EmptyState
      isPage
      icon="search"
      title={t('common.not-found-title')}
      actions={<LinkButton href="/">{t('common.to-start')}</LinkButton>}
    >
      {t('common.not-found')}
    </EmptyState>
  );
}
