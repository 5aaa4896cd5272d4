import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** If a view shows no heading within this time, the focus stays where it is. */
const TIMEOUT_MS = 5_000;

/**
 * Moves the focus to the heading of the view that a link or a menu has opened, unless the view focuses something itself. So the next
 * key continues there, and screen readers say where the person is (WCAG 2.2, 2.4.3 Focus Order).
 */
export function useHeadingFocus(container: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    const root = container.current;
    if (root === null || shown.current === path) return;
    shown.current = path;
    let frame = 0;
    const focusHeading = (): void => {
      const heading = [...root.querySelectorAll('h1')].find((one) => one.checkVisibility()); // not of the view before
      if (heading === undefined) return;
      const { activeElement } = document;
      const isField = activeElement instanceof HTMLInputElement; // the search of the header, which may be typed on
      if (activeElement === root || (!root.contains(activeElement) && !isField)) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      stop();
    };
    const schedule = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(focusHeading); // what a view focuses by itself has the focus by then
    };
    const observer = new MutationObserver(schedule);
    const stop = (): void => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    const timer = setTimeout(stop, TIMEOUT_MS);
    observer.observe(root, { childList: true, subtree: true });
    schedule();
    return stop;
  }, [container, path]);
}
