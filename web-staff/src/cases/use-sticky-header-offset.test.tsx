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
/** As the styles of a phone: no header box, and a row of this height. */
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

it('keeps a name in view and offsets scrolling by its height', () => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  expect(drawn(120)).toEqual({ isTall: false, underHead: expect.stringContaining('120px') });
});

it('lets a name over a quarter of the screen scroll away without an offset', () => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  expect(drawn(220)).toEqual({ isTall: true, underHead: expect.stringContaining(' 0px') });
});
