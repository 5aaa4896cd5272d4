/**
 * Keeps the scroll position and the focused link when the editor's list replaces the first one.
 *
 * @param first the element of the first list
 */
export function keepPlace(first: HTMLElement): void {
  const { href } = window.location;
  const place: { top: number; href: string | null } = { top: 0, href: null };
  first.addEventListener('scroll', () => {
    place.top = first.scrollTop;
  });
  first.addEventListener('focusin', ({ target }) => {
    place.href = target instanceof Element ? target.getAttribute('href') : null;
  });
  const observer = new MutationObserver(() => {
    const main = document.querySelector('main');
    if (main === null || main === first) return;
    observer.disconnect();
    if (window.location.href !== href) return; // another view is shown
    main.scrollTop = place.top;
    const links = place.href === null ? [] : main.querySelectorAll('a');
    for (const link of links) if (link.getAttribute('href') === place.href) link.focus();
  });
  if (first.parentElement !== null) observer.observe(first.parentElement, { childList: true });
}
