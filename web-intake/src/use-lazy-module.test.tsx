// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadFailed } from './confirmation-page.tsx';
import { useLazyModule } from './use-lazy-module.ts';

type Load = () => Promise<() => string>;

const Page = ({ load }: { load: Load }) => {
  const { Part, failed, fetchPart } = useLazyModule(load);
  return (
    <>
      <button type="button" onClick={fetchPart}>
        Open
      </button>
      {Part && <Part />}
      <LoadFailed failed={failed} />
    </>
  );
};

afterEach(cleanup);

it('shows that a part failed to load, until it does load', async () => {
  const load = vi.fn<Load>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(() => 'The facts');
  render(<Page load={load} />);
  expect(load).not.toHaveBeenCalled();
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  press();
  expect(await screen.findByText('We could not connect. Please try again.')).toBeTruthy();
  press();
  expect(await screen.findByText('The facts', { exact: false })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('');
});
