// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useStickyHeaderOffset } from './case-header.tsx';

const Head = () => {
  const head = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useStickyHeaderOffset(head, row);
  return (
    <div ref={head}>
      <div ref={row}>Name</div>
    </div>
  );
};
/** As the styles of a phone have it: the head has no box, and the row with the name is so tall. */
const drawn = (rowHeight: number): { isTall: boolean; underHead: string } => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'Name' && this.childElementCount === 0 ? rowHeight : 0;
  });
  const { unmount } = render(<Head />);
  const isTall = screen.getByText('Name').hasAttribute('data-tall');
  const underHead = document.documentElement.style.getPropertyValue('--under-head');
  unmount();
  return { isTall, underHead };
};
afterEach(() => vi.restoreAllMocks());

it('a name stays above what is scrolled, and makes room for itself', () => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  expect(drawn(120)).toEqual({ isTall: false, underHead: expect.stringContaining('120px') });
});

it('a name that takes more than a quarter of the screen leaves with what is scrolled, and keeps no room', () => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  expect(drawn(220)).toEqual({ isTall: true, underHead: expect.stringContaining(' 0px') });
});
