import { type RefObject, useEffect } from 'react';

/** Not the fields with a list, which would open. */
const FOCUSABLE =
  ':is(button, input, select, textarea):not(:disabled, [role="combobox"]), a[href], [tabindex="0"]:not([role="combobox"])';

/** These move the focus of their rows themselves. */
const OWN_FOCUS = '[role="tree"], [role="treegrid"], [role="grid"]';

/** An ancestor of the focused element, and the position of the way to it among the children. */
type Step = { readonly ancestor: Element; readonly index: number };

/**
 * When the focused element disappears by its own action, such as a removed entry of a list, moves the focus to what takes its place,
 * instead of losing it to the page (WCAG 2.2, 2.4.3 Focus Order).
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = container.current;
    if (root === null) return;
    let focused: Element | null = null;
    let path = '';
    let steps: readonly Step[] = [];
    const onFocusIn = ({ target }: FocusEvent): void => {
      const isKept = target instanceof Element && target !== root && target.closest(OWN_FOCUS) === null;
      focused = isKept ? target : null;
      path = window.location.pathname;
      steps = focused === null ? [] : stepsTo(focused, root);
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      const [gone, left] = [focused, steps];
      focused = null;
      if (path !== window.location.pathname) return; // another view
      // Whatever the view focuses by itself comes first.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) nearest(gone, left)?.focus();
      });
    });
    root.addEventListener('focusin', onFocusIn);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', onFocusIn);
    };
  }, [container]);
}

function stepsTo(element: Element, root: Element): readonly Step[] {
  const steps: Step[] = [];
  for (let at = element; at !== root && at.parentElement !== null; at = at.parentElement) {
    steps.push({ ancestor: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  }
  return steps;
}

/**
 * The focusable element at the former place or after it, else the last one before it, as near as there is one. Of several, one that
 * looks like the element that is gone: beside the removed entry's button, that of the next entry.
 */
function nearest(gone: Element, steps: readonly Step[]): HTMLElement | null {
  for (const { ancestor, index } of steps) {
    if (!ancestor.isConnected) continue;
    const children = [...ancestor.children];
    const after = children.slice(index).flatMap(focusablesIn);
    const before = children.slice(0, index).flatMap(focusablesIn).toReversed();
    const isAlike = ({ className }: HTMLElement): boolean => className === gone.className;
    const found = after.find(isAlike) ?? before.find(isAlike) ?? after[0] ?? before[0];
    if (found !== undefined) return found;
  }
  return null;
}

function focusablesIn(element: Element): readonly HTMLElement[] {
  return [element, ...element.querySelectorAll('*')].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(FOCUSABLE) && one.checkVisibility(),
  );
}
