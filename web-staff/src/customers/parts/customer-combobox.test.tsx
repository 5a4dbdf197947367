// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { ApiContext } from '../../api/api-context.ts';
import { CustomerCombobox } from './customer-combobox.tsx';

const people = ['Kathleen Briggs', 'Kathy Briggs', 'Katya Orlova'].map((full_name, at) => ({
  id: `p${at}`,
  full_name,
  phone: '9045550142',
  email: null,
  city: 'Palatka',
  state: 'FL',
}));
const search = vi.fn<(q: string) => Promise<unknown>>();
const onPick = vi.fn();
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeEach(() => {
  vi.useFakeTimers();
  client.clear();
  onPick.mockReset();
  search.mockReset().mockImplementation(async () => people);
  const call = (async (_row: unknown, { query }: { query: { q: string } }) => search(query.q)) as unknown as Call;
  render(
    <MantineProvider env="test">
      <ApiContext value={call}>
        <QueryClientProvider client={client}>
          <CustomerCombobox label="Informant" exclude={['p2']} onPick={onPick} />
        </QueryClientProvider>
      </ApiContext>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const box = () => screen.getByRole('combobox', { name: 'Informant' }) as HTMLInputElement;
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(box(), { key, code: key });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Waits for the delay and for a call with its response. */
const answered = async (delay: number) => {
  for (const turn of [delay, 1, 1]) await wait(turn);
};
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('CustomerCombobox', () => {
  it('searches 300 ms after the last letter, from two letters', async () => {
    type('k');
    await wait(1000);
    expect(search).not.toHaveBeenCalled();
    expect(box().getAttribute('aria-expanded')).toBe('false');
    type('ka');
    await wait(299);
    expect(search).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Searching…');
    await answered(1);
    expect(search.mock.calls).toEqual([['ka']]);
    expect(screen.getByRole('status').textContent).toBe('Found 2 customer(s)');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Kathleen Briggs(904) 555-0142 · Palatka, FL',
      'Kathy Briggs(904) 555-0142 · Palatka, FL',
    ]);
  });

  it('works with the arrow keys, Enter and Escape', async () => {
    type('kat');
    await answered(300);
    expect(active()).toBeUndefined();
    press('Enter');
    expect(onPick).not.toHaveBeenCalled();
    press('ArrowDown');
    expect(active()).toContain('Kathleen');
    press('ArrowUp');
    expect(active()).toContain('Kathy');
    press('ArrowDown');
    press('Escape');
    expect(box().getAttribute('aria-expanded')).toBe('false');
    press('ArrowDown');
    expect(box().getAttribute('aria-expanded')).toBe('true');
    expect(active()).toContain('Kathleen');
    press('ArrowDown');
    press('Enter');
    expect(onPick).toHaveBeenCalledWith(people[1]);
    expect(box().value).toBe('Kathy Briggs');
    expect(box().getAttribute('aria-expanded')).toBe('false');
  });

  it('finds no one if the search fails, and retries the same words', async () => {
    search.mockRejectedValueOnce(new ApiError(400, 'no'));
    type('kat');
    await answered(300);
    expect(screen.getByText('No customers found')).toBeTruthy();
    type('ka');
    await answered(300);
    type('kat');
    await answered(300);
    expect(screen.getByRole('status').textContent).toBe('Found 2 customer(s)');
  });
});
