import { configure } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

export { fireEvent, screen, waitFor, within } from '@testing-library/dom';
export { act };

// Whatever an event or a waiting changes is on the page before the test goes on.
configure({
  eventWrapper: (fire) => {
    let result: unknown;
    void act(() => {
      result = fire();
    });
    return result;
  },
  asyncWrapper: async (wait) => {
    const result = await wait();
    await act(async () => {});
    return result;
  },
});

const mounted: { root: Root; host: HTMLElement }[] = [];

/** Shows something on the page under test, by the library that the built site has. */
export const render = (content: ReactNode): { unmount: () => void } => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  mounted.push({ root, host });
  void act(() => root.render(content));
  return { unmount: () => void act(() => root.unmount()) };
};

/** Takes everything away that was shown. */
export const cleanup = (): void => {
  for (const { root, host } of mounted.splice(0)) {
    void act(() => root.unmount());
    host.remove();
  }
};
