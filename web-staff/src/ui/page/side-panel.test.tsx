// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SidePanel, useUnsavedPanelGuard } from './side-panel.tsx';

afterEach(cleanup);

const Form = ({ held }: { held: boolean }) => {
  useUnsavedPanelGuard(held);
  return <input aria-label="Amount" />;
};

describe('SidePanel', () => {
  it('asks before closing with unsaved changes in a form', async () => {
    const onClose = vi.fn();
    const panel = (held: boolean) => (
      <MantineProvider env="test">
        <SidePanel title="Record Payment" closeLabel="Close Record Payment" onClose={onClose}>
          <Form held={held} />
        </SidePanel>
      </MantineProvider>
    );
    const { rerender } = render(panel(true));
    fireEvent.keyDown(screen.getByLabelText('Amount'), { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close Record Payment' }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    rerender(panel(false));
    fireEvent.keyDown(screen.getByLabelText('Amount'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('closes on Escape within it, but not in a menu over it', () => {
    const onClose = vi.fn();
    render(
      <MantineProvider env="test">
        <SidePanel title="Documents" closeLabel="Close the documents" onClose={onClose}>
          <button type="button">Within</button>
          {createPortal(<button type="button">In a menu</button>, document.body)}
        </SidePanel>
      </MantineProvider>,
    );
    fireEvent.keyDown(screen.getByRole('button', { name: 'In a menu' }), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Within' }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays open on Escape at a menu button whose items get the focus later', () => {
    const onClose = vi.fn();
    const panel = (isOpen: boolean) => (
      <MantineProvider env="test">
        <SidePanel title="Documents" closeLabel="Close the documents" onClose={onClose}>
          <button type="button" aria-haspopup="menu" aria-expanded={isOpen}>
            Print
          </button>
        </SidePanel>
      </MantineProvider>
    );
    const { rerender } = render(panel(true));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Print' }), { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    rerender(panel(false));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Print' }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes on Escape after its focused element was disabled', () => {
    const onClose = vi.fn();
    render(
      <MantineProvider env="test">
        <SidePanel title="Audit log" closeLabel="Close the audit log" onClose={onClose}>
          <span />
        </SidePanel>
      </MantineProvider>,
    );
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Escape without focus closes the dialog over the panel', () => {
    const onClose = vi.fn();
    render(
      <MantineProvider env="test">
        <SidePanel title="Documents" closeLabel="Close the documents" onClose={onClose}>
          {createPortal(<div role="dialog" aria-modal="true" aria-label="Void" />, document.body)}
        </SidePanel>
      </MantineProvider>,
    );
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
  });
});
