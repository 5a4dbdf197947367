// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchBox } from './list-page.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const onSearch = vi.fn();
const box = (value: string) => (
  <MantineProvider env="test">
    <SearchBox label="Search" placeholder="" value={value} onSearch={onSearch} />
  </MantineProvider>
);
const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('SearchBox', () => {
  it('searches once, 300 ms after the last letter, from two letters on', () => {
    onSearch.mockReset();
    const { rerender } = render(box(''));
    type('l');
    wait(1000);
    expect(onSearch).not.toHaveBeenCalled();
    type('li');
    wait(200);
    type('lin');
    wait(299);
    expect(onSearch).not.toHaveBeenCalled();
    wait(1);
    expect(onSearch.mock.calls).toEqual([['lin']]);
    rerender(box('lin'));
    type('l');
    wait(300);
    expect(onSearch).toHaveBeenLastCalledWith('');
  });

  it('keeps typed text while an earlier search arrives, and follows the URL otherwise', () => {
    onSearch.mockReset();
    const { rerender } = render(box(''));
    type('lin');
    wait(300);
    type('lind');
    rerender(box('lin'));
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('lind');
    rerender(box('briggs'));
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('briggs');
  });
});
