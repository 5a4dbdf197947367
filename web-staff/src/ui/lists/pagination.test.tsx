// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pagination } from './pagination.tsx';

afterEach(cleanup);

const draw = (page: number, count: number, pageSize = 20) => {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <Pagination page={page} pageSize={pageSize} count={count} onChange={onChange} />
    </MantineProvider>,
  );
  return onChange;
};

describe('Pagination', () => {
  it('marks the current page and links to the others', () => {
    const onChange = draw(2, 200);
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(screen.getByRole('button', { name: 'Page 10' }));
    expect(onChange).toHaveBeenLastCalledWith({ page: 10, pageSize: 20 });
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onChange).toHaveBeenLastCalledWith({ page: 3, pageSize: 20 });
  });

  it('returns to page 1 when the page size changes', () => {
    const onChange = draw(4, 200);
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect([...size.querySelectorAll('option')].map((option) => option.value)).toEqual(['10', '20', '50', '100']);
    fireEvent.change(size, { target: { value: '50' } });
    expect(onChange).toHaveBeenLastCalledWith({ page: 1, pageSize: 50 });
  });

  it('omits page numbers for a single page', () => {
    draw(1, 12);
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });
});
