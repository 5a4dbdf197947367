// @vitest-environment happy-dom
import { MantineProvider, Menu, Modal } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { SidePanel } from './page/side-panel.tsx';
import { useRestoreFocus } from './preserve-focus.ts';

afterEach(cleanup);

const Dialog = ({ onClose }: { onClose: () => void }) => {
  useRestoreFocus();
  return (
    <Modal opened onClose={onClose} title="Refund" closeButtonProps={{ 'aria-label': 'Close' }}>
      <input aria-label="Reason" data-autofocus />
    </Modal>
  );
};

const Page = () => {
  const [asking, setAsking] = useState<'dialog' | 'panel'>();
  const close = () => setAsking(undefined);
  return (
    <MantineProvider env="test">
      <Menu>
        <Menu.Target>
          <button type="button">Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking('dialog')}>Refund…</Menu.Item>
          <Menu.Item onClick={() => setAsking('panel')}>Correct…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'dialog' && <Dialog onClose={close} />}
      {asking === 'panel' && (
        <SidePanel title="Correct" closeLabel="Close" onClose={close}>
          What it says
        </SidePanel>
      )}
    </MantineProvider>
  );
};

it.each([['Refund…'], ['Correct…']])(
  "useRestoreFocus returns focus from a menu item's dialog to the button: %s",
  async (name) => {
    render(<Page />);
    const actions = screen.getByRole('button', { name: 'Actions' });
    fireEvent.click(actions);
    const item = await screen.findByRole('menuitem', { name });
    item.focus();
    fireEvent.click(item);
    await waitFor(() => expect(screen.queryByRole('menuitem', { name })).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(actions));
  },
);
