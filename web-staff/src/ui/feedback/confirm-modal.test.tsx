// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmModal } from './confirm-modal.tsx';

afterEach(cleanup);

const draw = () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <ConfirmModal
        opened
        danger
        title="Delete?"
        confirmLabel="Delete Permanently"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        Gone for good.
      </ConfirmModal>
    </MantineProvider>,
  );
  return { onConfirm, onClose };
};

const Page = () => {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setAsking(true)}>
        Close page
      </button>
      {asking && (
        <ConfirmModal opened title="Close?" confirmLabel="Close" onConfirm={close} onClose={close}>
          Every code ends.
        </ConfirmModal>
      )}
    </MantineProvider>
  );
};

describe('ConfirmModal', () => {
  it('focuses the safe choice', async () => {
    draw();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  });

  it('restores the focus when it is rendered only while open', async () => {
    render(<Page />);
    const button = screen.getByRole('button', { name: 'Close page' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
