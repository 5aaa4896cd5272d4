import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { openIdentityStore } from './identity/identity-store.ts';
import { openStorage } from './identity/indexed-db-storage.ts';
import { createTabs } from './identity/tabs.ts';
import { createService } from './service/service.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/collections.css';
import './ui/overlays.css';

/** The page is below `svc-editor/`, which its `<base>` names, or at the root of the service: then it moves there. */
const editorAddress = new URL('.', document.baseURI);
const { pathname, search } = window.location;
if (!pathname.startsWith(editorAddress.pathname)) {
  window.history.replaceState(null, '', editorAddress.pathname + search);
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the editor.');

const storage = await openStorage('competency-editor');
const tabs = createTabs();
const identities = await openIdentityStore(storage, tabs.publish);
tabs.follow(identities, () => window.location.reload());
const service = createService({
  base: new URL('../api/', editorAddress).href,
  keys: () => identities.getSnapshot().identities.map(({ key }) => key),
});
// A transition is rendered in slices: the page answers in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App
        service={service}
        identities={identities}
        storage={storage}
        basePath={editorAddress.pathname.replace(/\/$/, '')}
      />
    </StrictMode>,
  ),
);
