// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmModal } from './feedback/confirm-modal.tsx';
import { useFocusAfterBusy, usePreserveFocus } from './preserve-focus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Part = () => {
  const part = usePreserveFocus<HTMLElement>();
  const [isShown, setIsShown] = useState(true);
  const [asking, setAsking] = useState(false);
  return (
    <section ref={part} tabIndex={-1} aria-label="Permits">
      {isShown && (
        <button type="button" onClick={() => setAsking(true)}>
          Delete it
        </button>
      )}
      {asking && (
        <ConfirmModal
          opened
          title="Delete"
          confirmLabel="Delete"
          onConfirm={() => {
            setIsShown(false);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          Delete it?
        </ConfirmModal>
      )}
    </section>
  );
};
const Elsewhere = () => {
  const [isShown, setIsShown] = useState(true);
  return (
    isShown && (
      <button type="button" onClick={() => setIsShown(false)}>
        Elsewhere
      </button>
    )
  );
};
const settled = () => act(() => vi.advanceTimersByTimeAsync(150));
const ask = async (answer: string) => {
  render(
    <MantineProvider env="test">
      <main>
        <Part />
        <Elsewhere />
      </main>
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Delete it' });
  opener.focus();
  fireEvent.click(opener);
  await settled();
  fireEvent.click(screen.getByRole('button', { name: answer }));
  return opener;
};

it('usePreserveFocus keeps focus in the component when its element disappears', async () => {
  await ask('Delete');
  await settled();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Permits' }));
});

it('useRestoreFocus returns the focus to what opened a dialog', async () => {
  const opener = await ask('Cancel');
  await settled();
  expect(document.activeElement).toBe(opener);
});

it('usePreserveFocus does not restore focus after the user dismissed the keyboard', async () => {
  const opener = await ask('Cancel');
  await settled();
  opener.blur();
  await settled();
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await settled();
  expect(document.activeElement).toBe(document.body);
});

const Busy = ({ isBusy }: { isBusy: boolean }) => (
  <>
    <button ref={useFocusAfterBusy(isBusy)} type="button" disabled={isBusy}>
      Print
    </button>
    <button type="button">Next</button>
  </>
);

it('useFocusAfterBusy restores the focus unless the user moved on', () => {
  const { rerender } = render(<Busy isBusy={false} />);
  const [print, next] = screen.getAllByRole('button');
  const press = (then: () => void) => {
    print?.focus();
    rerender(<Busy isBusy />);
    // As browsers do with a focused element that is disabled.
    print?.blur();
    then();
    rerender(<Busy isBusy={false} />);
  };
  press(() => undefined);
  expect(document.activeElement).toBe(print);
  press(() => next?.focus());
  expect(document.activeElement).toBe(next);
});

const Row = () => {
  const part = usePreserveFocus<HTMLElement>();
  const [isShown, setIsShown] = useState(true);
  return (
    <section ref={part} tabIndex={-1} aria-label="Rows">
      {isShown && (
        <button type="button" onClick={() => setIsShown(false)}>
          Take it away
        </button>
      )}
    </section>
  );
};

it('usePreserveFocus keeps a focus set as the component appears', async () => {
  vi.useRealTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const place = document.body.appendChild(document.createElement('main'));
  const appeared = new Promise<HTMLElement>((resolve) => {
    const observer = new MutationObserver(() => {
      const button = place.querySelector('button');
      if (!button) return;
      observer.disconnect();
      button.focus();
      resolve(button);
    });
    observer.observe(place, { childList: true, subtree: true });
  });
  const root = createRoot(place);
  root.render(<Row />);
  (await appeared).click();
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Rows'), 20_000);
  root.unmount();
  place.remove();
  vi.unstubAllGlobals();
});
