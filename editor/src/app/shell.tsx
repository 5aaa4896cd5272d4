import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { Button, IconButton } from '../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../ui/feedback.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { StartView } from '../views/start/start.tsx';
import { isLanguage, LANGUAGES } from '../words/language.ts';
import { useWords } from '../words/use-words.tsx';
import { loadWords } from '../words/words.ts';
import { useEditor } from './editor.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { GlobalSearch } from './global-search.tsx';
import { PersonMenu } from './person-menu.tsx';
import { browserStorage, readPreferences, THEMES } from './preferences.ts';
import { useFaultMessage } from './use-fault.tsx';

/** Loaded after the first view: messages come later. */
const ToastPlace = lazy(async () => ({ default: (await import('../ui/toast-place.tsx')).ToastPlace }));

/** Loaded after the first view, too. */
const FocusKeeper = lazy(async () => ({ default: (await import('./focus-keeper.tsx')).FocusKeeper }));
const KeepBanner = lazy(async () => ({ default: (await import('./keep-banner.tsx')).KeepBanner }));

/** All other views, with their texts. */
const OtherViews = lazy(async () => {
  const { language } = readPreferences(browserStorage(), navigator.languages);
  const [routes] = await Promise.all([import('./routes.tsx'), loadWords(language)]);
  return { default: routes.OtherViews };
});

/** The frame of all views: header, messages, and the view of the address. */
export function Shell({ announcement }: { readonly announcement: string }) {
  const { toasts } = useEditor();
  const content = useRef<HTMLElement>(null);
  return (
    <>
      <SkipLink />
      <Header />
      <OfflineBanner />
      <Suspense>
        <KeepBanner />
      </Suspense>
      <main ref={content} id="content" tabIndex={-1} className="content">
        <CurrentView />
      </main>
      <Suspense>
        <ToastPlace toasts={toasts} />
        <FocusKeeper content={content} />
      </Suspense>
      <div className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}

/** With the `base` of the page, the address `#content` alone would lead to the start view. */
function SkipLink() {
  const { t } = useWords();
  useLocation(); // renders with each address
  const { pathname, search } = window.location;
  return (
    <a href={`${pathname}${search}#content`} className="skip-link">
      {t('common.skip')}
    </a>
  );
}

function Header() {
  const { t } = useWords();
  return (
    <header className="header">
      <Link href="/" className="brand">
        <Icon name="framework" />
        <span>{t('common.product')}</span>
      </Link>
      <GlobalSearch />
      <div className="row header-tools">
        <LanguageMenu />
        <ThemeMenu />
        <PersonMenu />
      </div>
    </header>
  );
}

function LanguageMenu() {
  const { t, language, setLanguage } = useWords();
  return (
    <MenuButton
      trigger={<IconButton icon="language" label={t('common.language')} />}
      label={t('common.language')}
      entries={Object.entries(LANGUAGES).map(([id, label]) => ({ id, label }))}
      selected={language}
      onAction={(id) => isLanguage(id) && setLanguage(id)}
    />
  );
}

function ThemeMenu() {
  const { t } = useWords();
  const { theme, setTheme } = useEditor();
  return (
    <MenuButton
      trigger={<IconButton icon="sun" label={t('common.theme')} />}
      label={t('common.theme')}
      entries={THEMES.map((id) => ({ id, label: t(`common.theme-${id}`) }))}
      selected={theme}
      onAction={(id) => {
        const chosen = THEMES.find((one) => one === id);
        if (chosen !== undefined) setTheme(chosen);
      }}
    />
  );
}

/** Shown while the browser is offline. */
function OfflineBanner() {
  const { t } = useWords();
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    for (const event of ['online', 'offline']) window.addEventListener(event, update);
    return () => {
      for (const event of ['online', 'offline']) window.removeEventListener(event, update);
    };
  }, []);
  return isOnline ? null : (
    <div className="header-banner">
      <Banner kind="warning">{t('common.offline')}</Banner>
    </div>
  );
}

function CurrentView() {
  const [location] = useLocation();
  return (
    <ErrorBoundary key={location} fallback={(error, retry) => <FailedView error={error} retry={retry} />}>
      <Suspense
        fallback={
          <Padded>
            <Skeleton lines={6} />
          </Padded>
        }
      >
        <Switch>
          <Route path="/">
            <StartView />
          </Route>
          <Route>
            <OtherViews />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function Padded({ children }: { readonly children: ReactNode }) {
  return <div className="page">{children}</div>;
}

function FailedView({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  return (
    <EmptyState
      isPage
      icon="alert"
      title={t('common.failed-title')}
      actions={
        <Button variant="primary" onPress={retry}>
          {t('common.retry')}
        </Button>
      }
    >
      <p>{faultMessage(error)}</p>
      <p>{t('common.failed')}</p>
    </EmptyState>
  );
}
