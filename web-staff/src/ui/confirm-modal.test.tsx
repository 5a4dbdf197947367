// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
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

describe('ConfirmModal', () => {
  it('puts the focus on the safe choice', async () => {
    draw();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  });

  it('closes on Escape without confirming', () => {
    const { onConfirm, onClose } = draw();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalled();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('confirms only by its own button', () => {
    const { onConfirm } = draw();
    fireEvent.click(screen.getByRole('button', { name: 'Delete Permanently' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
