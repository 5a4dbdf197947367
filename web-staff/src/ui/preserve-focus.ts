import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Nothing on the page has the focus: what had it is gone, or may not have it just now. */
const isFocusLost = (): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
};

/** What has the focus; of an item of a menu, which closes when it is chosen, the button that opened the menu. */
export const focusBefore = (): Element | null => {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (opener && document.getElementById(opener)) || activeElement;
};

/**
 * Gives the focus back to what had it before, when what is drawn with this goes away and has taken the focus with it. For
 * dialogs that are drawn only while they are open: nobody else knows where one was.
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

/** How long whoever takes the focus may take for it: a dialog that closes gives it back first. */
const settledMs = 60;

/**
 * Keeps the focus in a part of a page when what had it there goes away, such as a row that is deleted, or could not have it
 * while it was busy: whoever uses the keyboard goes on there, and not at the top of the page. The part needs
 * `tabIndex={-1}`.
 */
export const usePreserveFocus = <Part extends HTMLElement>(): RefObject<Part | null> => {
  const part = useRef<Part>(null);
  // From the moment that the part is on the page: an effect that waits would miss a focus that comes at once.
  useLayoutEffect(() => {
    let last: HTMLElement | undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (part.current?.contains(target)) last = target;
      // Dialogs, menus and what is said stand outside of both: they belong to where they came from.
      else if (target.closest('main, [data-side-panel]')) last = undefined;
    };
    // Who presses beside it, or puts the keyboard of a phone away, means to leave what had the focus.
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || target !== last) return;
      const left = last;
      setTimeout(() => {
        if (last === left && left?.isConnected && !left.matches(':disabled, :focus')) last = undefined;
      });
    };
    const keep = () => {
      // While something is being done it is not decided where the focus goes.
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

/** A button cannot have the focus while it is busy: this gives it back to it, unless somebody has gone on elsewhere. */
export const useFocusAfterBusy = (isBusy: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy && isFocusLost()) button.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return button;
};
