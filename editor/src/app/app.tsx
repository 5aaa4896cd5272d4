import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Router, useLocation, useRouter } from 'wouter';
import type { AccountKeeper } from '../identity/account-keeper.ts';
import type { IdentityStore } from '../identity/identity-store.ts';
import type { TextStorage } from '../identity/text-storage.ts';
import type { ResultPage } from '../service/result-page.ts';
import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import { createToasts } from '../ui/toast.ts';
import { WordsProvider } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { type Editor, EditorProvider } from './editor.tsx';
import { knowFirstPage } from './framework-query.ts';
import { browserStorage, type Preferences, writePreferences } from './preferences.ts';
import { Shell } from './shell.tsx';

type AppProps = {
  readonly service: Service;
  readonly identities: IdentityStore;
  readonly storage: TextStorage;
  /** Path of the editor, without a slash at the end. */
  readonly basePath: string;
  readonly preferences: Preferences;
  /** In the language of the preferences, if they could be loaded. */
  readonly words: Words;
  /** The list of frameworks as everyone may see it; null: not known. */
  readonly firstPage: ResultPage | null;
};

const STALE_MS = 30_000;

/** Retries reads while the service is busy or unreachable, but not when it refused the request. */
function createQueries(): QueryClient {
  const retry = (count: number, error: Error): boolean =>
    count < 2 && error instanceof ServiceError && (error.kind === 'offline' || error.kind === 'busy');
  return new QueryClient({ defaultOptions: { queries: { staleTime: STALE_MS, retry } } });
}

/** Loads the keeper of accounts when the first one is opened. */
function accountKeeping(identities: IdentityStore): AccountKeeper['begin'] {
  let loading: Promise<AccountKeeper> | null = null;
  return async (username, save) => {
    loading ??= import('../identity/account-keeper.ts').then((keeper) => keeper.createAccountKeeper(identities));
    await (await loading).begin(username, save);
  };
}

/** The editor of one service. */
export function App({ service, identities, storage, basePath, words, firstPage, ...initial }: AppProps) {
  const [preferences, setPreferences] = useState(initial.preferences);
  const [announcement, setAnnouncement] = useState('');
  const [toasts] = useState(createToasts);
  const [keepAccount] = useState(() => accountKeeping(identities));
  const [queries] = useState(() => {
    const created = createQueries();
    if (firstPage !== null) knowFirstPage(created, firstPage, service, identities.getSnapshot().identities);
    return created;
  });
  const { language, theme } = preferences;

  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const choose = (chosen: Partial<Preferences>): void => {
    const next = { ...preferences, ...chosen };
    writePreferences(browserStorage(), next);
    setPreferences(next);
  };
  const editor: Editor = {
    service,
    identities,
    keepAccount,
    storage,
    toasts,
    theme,
    announce: setAnnouncement,
    setTheme: (next) => choose({ theme: next }),
  };
  return (
    <WordsProvider initial={words} language={language} onChoose={(next) => choose({ language: next })}>
      <QueryClientProvider client={queries}>
        <EditorProvider editor={editor}>
          <Router base={basePath}>
            <Navigation>
              <Shell announcement={announcement} />
            </Navigation>
          </Router>
        </EditorProvider>
      </QueryClientProvider>
    </WordsProvider>
  );
}

/** Has links of React Aria change the address without loading the page. */
function Navigation({ children }: { readonly children: React.ReactNode }) {
  const [, navigate] = useLocation();
  const { base } = useRouter();
  const useHref = useMemo(() => (href: string) => (href.startsWith('/') ? base + href : href), [base]);
  return (
    <RouterProvider navigate={navigate} useHref={useHref}>
      {children}
    </RouterProvider>
  );
}
