import type { Language } from '../words/language.ts';
import { element } from './element.ts';
import { FIRST_WORDS } from './first-words.ts';

/**
 * Reports that the editor could not be started, above the list if the page shows it, with a button that reloads the page.
 *
 * @param error of the start: a `TimeoutError` comes from the storage (`openStorage`)
 */
export function showStartFailure(root: HTMLElement, error: unknown, language: Language): void {
  const words = FIRST_WORDS[language];
  const isOfStorage = error instanceof DOMException && error.name === 'TimeoutError';
  const text = isOfStorage
    ? [words['start.no-storage']]
    : [words['start.failed'], element('p', 'small', [String(error)])];
  const reload = element('button', 'button', [words['start.reload']]);
  reload.addEventListener('click', () => window.location.reload());
  const banner = element('div', 'banner banner-danger', [element('div', 'banner-text', text), reload]);
  banner.setAttribute('role', 'alert');
  pageOf(root).prepend(banner);
}

/** The page that is shown, or a new one. */
function pageOf(root: HTMLElement): Element {
  const shown = root.querySelector('main .page');
  if (shown !== null) return shown;
  const page = element('div', 'page', [element('h1', 'visually-hidden', [document.title])]);
  root.append(element('main', 'content', [page]));
  return page;
}
