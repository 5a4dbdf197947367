import { type RefObject, useLayoutEffect } from 'react';

const property = '--under-head';
/** Beneath the bar of the shell, with a little room above what comes into sight. */
const around = 'calc(3.5rem + 0.5rem';
const maxOfScreen = 0.25;

/**
 * Tells the styles of the page where the head of the case ends, which stays above what is scrolled: a long name, facts of
 * two lines and buttons in a row of their own make it taller. What somebody goes to is shown beneath it, and what stays
 * in sight beside the sections stays there.
 */
export const useStickyHeaderOffset = (
  head: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
): void => {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const tell = () => {
      // On a phone the name alone stays, and the head has no box; a name that would take too much of the screen leaves.
      const named = row.current?.offsetHeight ?? 0;
      const isTall = named > window.innerHeight * maxOfScreen;
      row.current?.toggleAttribute('data-tall', isTall);
      const height = head.current?.offsetHeight || (isTall ? 0 : named);
      style.setProperty(property, `${around} + ${height}px)`);
    };
    tell();
    const watch = new ResizeObserver(tell);
    for (const { current } of [head, row]) if (current) watch.observe(current);
    return () => {
      watch.disconnect();
      style.removeProperty(property);
    };
  }, [head, row]);
};
