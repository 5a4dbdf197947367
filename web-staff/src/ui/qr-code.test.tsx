// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, describe, expect, it } from 'vitest';
import { QrCode, qrPath } from './qr-code.tsx';

afterEach(cleanup);

const squaresOf = (path: string, size: number): boolean[][] => {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(width); step++) (rows[Number(y)] ?? [])[Number(x) + step] = true;
  return rows;
};

describe('QrCode', () => {
  it('draws exactly the dark squares of the code', () => {
    const { data, size } = encode('otpauth://totp/Stillwater:somebody@example.com?secret=ABCD', {
      ecc: 'M',
      border: 4,
    });
    expect(squaresOf(qrPath(data), size)).toEqual(data);
  });

  it('draws a border of four light squares, with a name', () => {
    render(<QrCode text="otpauth://totp/x" label="QR code" />);
    const code = screen.getByRole('img', { name: 'QR code' });
    const path = code.querySelector('path')?.getAttribute('d') ?? '';
    const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
    const at = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => [+`${x}`, +`${y}`, +`${width}`]);
    for (const [x = 0, y = 0, width = 0] of at) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(size - 4);
    }
  });
});
