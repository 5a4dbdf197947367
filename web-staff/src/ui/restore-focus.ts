import { useEffect, useState } from 'react';

/** Nothing on the page has the focus: what had it is gone, or may not have it just now. */
export const isFocusLost = (): boolean => {
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
