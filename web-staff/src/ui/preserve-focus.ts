import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** True if nothing has the focus: the element is gone or disabled. */
const isFocusLost = (): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
};

/** Returns the focused element; for a menu item, which closes when chosen, the menu's button. */
export const focusBefore = (): Element | null => {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (opener && document.getElementById(opener)) || activeElement;
};

/**
 * Restores the focus when this component unmounts and takes the focus with it. For dialogs rendered only while open.
 */
export const useRestoreFocus = (): void => {
  const [before] = useState(focusBefore);
  useEffect(
    () => () => {
      if (isFocusLost() && before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
};

/** Time for others to take the focus: a closing dialog restores it first. */
const settledMs = 60;

/**
 * Keeps the focus in a component when its focused element disappears, such as a deleted row, or was disabled while
 * busy, so that keyboard users do not start at the top of the page. The component needs `tabIndex={-1}`.
 */
export const usePreserveFocus = <Part extends HTMLElement>(): RefObject<Part | null> => {
  const part = useRef<Part>(null);
  // From mount on: a passive effect would miss a focus that is set at once.
  useLayoutEffect(() => {
    let last: HTMLElement | undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (part.current?.contains(target)) last = target;
      // Dialogs, menus and toasts are outside of both and belong to where they came from.
      else if (target.closest('main, [data-side-panel]')) last = undefined;
    };
    // A press elsewhere, or dismissing a phone's keyboard, intentionally leaves the element.
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || target !== last) return;
      const leftElement = last;
      setTimeout(() => {
        if (last === leftElement && leftElement?.isConnected && !leftElement.matches(':disabled, :focus'))
          last = undefined;
      });
    };
    const keep = () => {
      // Waits while something is busy.
      if (!last || !isFocusLost() || part.current?.querySelector('[data-loading]')) return;
      last.focus({ preventScroll: true });
      if (document.activeElement !== last) part.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(keep, settledMs);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      clearTimeout(settling);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);
  return part;
};

/** Restores the focus to a button that was disabled while busy, unless the user moved on. */
export const useFocusAfterBusy = (isBusy: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy && isFocusLost()) button.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return button;
};
