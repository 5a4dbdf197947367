// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type FunctionComponent, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyComponent, lazyDialog } from './lazy-component.tsx';

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/permits-part-1.js');

const Page = ({ children }: { children: (close: () => void) => ReactNode }) => {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <input aria-label="Notes" />
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened && children(() => setOpened(false))}
    </MantineProvider>
  );
};

const typeAndOpen = () => {
  fireEvent.change(screen.getByLabelText('Notes'), { target: { value: 'White lilies' } });
  fireEvent.click(screen.getByText('Open'));
};
const typed = () => screen.getByLabelText('Notes');

beforeEach(() => {
  // React logs caught errors there.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('lazyComponent and lazyDialog', () => {
  it('show a load failure in place, and keep input next to it', async () => {
    const load = vi.fn<() => Promise<FunctionComponent>>();
    load.mockRejectedValueOnce(missing()).mockResolvedValueOnce(() => <p>The permits</p>);
    const Permits = lazyComponent(load, { waiting: <p>Waiting</p> });
    render(<Page>{() => <Permits />}</Page>);
    expect(load).not.toHaveBeenCalled();
    typeAndOpen();
    expect((await screen.findByRole('alert')).textContent).toContain('Could not load this section');
    expect(typed()).toHaveProperty('value', 'White lilies');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The permits')).toBeTruthy();
    expect(typed()).toHaveProperty('value', 'White lilies');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keep a render error within the component', async () => {
    const Broken = lazyComponent(async () => (): ReactNode => {
      throw new Error('broken');
    });
    render(<Page>{() => <Broken />}</Page>);
    typeAndOpen();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(typed()).toHaveProperty('value', 'White lilies');
  });

  it("show a dialog's failure over the page, and load it again when reopened", async () => {
    const load = vi.fn<() => Promise<FunctionComponent<{ onClose: () => void }>>>();
    load.mockRejectedValueOnce(missing()).mockResolvedValueOnce(() => <p>Really delete?</p>);
    const Dialog = lazyDialog(load);
    render(<Page>{(close) => <Dialog onClose={close} />}</Page>);
    typeAndOpen();
    expect(await screen.findByText('Could not load this section')).toBeTruthy();
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(typed()).toHaveProperty('value', 'White lilies');
    fireEvent.click(screen.getByText('Open'));
    expect(await screen.findByText('Really delete?')).toBeTruthy();
  });
});
