import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { browserStorage, readPreferences } from './app/preferences.ts';
import type { Identity } from './identity/identity.ts';
import { openIdentityStore } from './identity/identity-store.ts';
import { openStorage } from './identity/indexed-db-storage.ts';
import { createTabs } from './identity/tabs.ts';
import type { ResultPage } from './service/result-page.ts';
import { createService } from './service/service.ts';
import { createWords, loadWords } from './words/words.ts';
import './ui/forced-colors.css';

type EditorOptions = {
  readonly container: HTMLElement;
  /** The address of the service, ending in `/api/`. */
  readonly base: string;
  /** Path of the editor, without a slash at the end. */
  readonly basePath: string;
  /** The list of frameworks as everyone may see it; null: it is not here yet, or not shown. */
  readonly firstPage: ResultPage | null;
};

/** Starts the editor, which replaces the content of the container. */
export async function startEditor({ container, base, basePath, firstPage }: EditorOptions): Promise<void> {
  const preferences = readPreferences(browserStorage(), navigator.languages);
  const { language } = preferences;
  const [storage, words] = await Promise.all([
    openStorage('competency-editor'),
    language === 'en' ? createWords('en') : loadWords(language).catch(() => createWords('en')),
  ]);
  const tabs = createTabs();
  const identities = await openIdentityStore(storage, tabs.publish);
  tabs.follow(identities, () => window.location.reload());
  const service = createService({
    base,
    keys() {
      const { identities: all, current } = identities.getSnapshot();
      const isChosen = ({ id }: Identity): number => Number(id === current?.id);
      // The chosen one first: what an import creates belongs to the first key.
      return all.toSorted((a, b) => isChosen(b) - isChosen(a)).map(({ key }) => key);
    },
  });
  // A transition is rendered in slices: the page stays responsive.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App
          service={service}
          identities={identities}
          storage={storage}
          basePath={basePath}
          preferences={preferences}
          words={words}
          firstPage={firstPage}
        />
      </StrictMode>,
    ),
  );
}
