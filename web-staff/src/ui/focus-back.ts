import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before, when what is drawn with this goes away and has taken the focus with it. For
 * dialogs that are drawn only while they are open: nobody else knows where one was.
 */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
};
