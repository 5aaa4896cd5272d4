import { NEWEST, readOrder } from '../app/list-order.ts';
import { browserStorage, readPreferences } from '../app/preferences.ts';
import { readRecent } from '../app/recent-frameworks.ts';
import type { ResultPage } from '../service/result-page.ts';
import { loadTranslation } from '../words/load-translation.ts';
import { createFirstList } from './first-list.ts';
import { readFirstPage } from './first-page.ts';
import { keepPlace } from './keep-place.ts';
import { showStartFailure } from './start-failure.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/collections.css';
import '../ui/overlays.css';
import '../app/shell.css';
import '../views/start/start.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the editor.');

/** The page is below `svc-editor/`, which its `<base>` names, or at the root of the service: then its address changes to the former. */
const editorAddress = new URL('.', document.baseURI);
const { pathname, search } = window.location;
if (!pathname.startsWith(editorAddress.pathname)) {
  window.history.replaceState(null, '', editorAddress.pathname + search);
}

const { language, theme } = readPreferences(browserStorage(), navigator.languages);
document.documentElement.dataset['theme'] = theme;
document.documentElement.lang = language;
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';

const base = new URL('../api/', editorAddress).href;
const basePath = editorAddress.pathname.replace(/\/$/, '');
/** Only the page of the start view requests the list; it is shown if the person has not chosen another order. */
const request = document.querySelector<HTMLLinkElement>('link[rel=preload][as=fetch]');
let firstPage: ResultPage | null = null;
let isStarted = false;

async function showFirstList(address: string): Promise<void> {
  firstPage = await readFirstPage(address);
  if (isStarted || firstPage === null || firstPage.objects.length === 0) return;
  const hasRecent = readRecent(browserStorage()).length > 0;
  const list = createFirstList(firstPage, { language, base, basePath, hasRecent });
  list.addEventListener('click', followInPage);
  root?.append(list);
  keepPlace(list);
}

/** Changes the address without leaving the page: the editor, which is loading, starts with the view of the new address. */
function followInPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (link === null || opensElsewhere) return;
  event.preventDefault();
  window.history.pushState(null, '', link.href);
  started.catch(() => window.location.reload()); // the editor could not be loaded: follow the link
}

async function start(container: HTMLElement): Promise<void> {
  const { startEditor } = await import('../main.tsx');
  isStarted = true;
  await startEditor({ container, base, basePath, firstPage });
}

const started = start(root);
started.catch((error: unknown) => showStartFailure(root, error, language));
if (request !== null && readOrder(browserStorage()) === NEWEST) void showFirstList(request.href);
if (language !== 'en') loadTranslation(language).catch(() => {}); // the editor waits for it too, and is in English if it fails
