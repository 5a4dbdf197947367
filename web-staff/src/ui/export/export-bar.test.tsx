// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ExportBar } from './export-bar.tsx';

const draw = (isAgain: boolean) =>
  renderPage(
    <ExportBar noun="cases" progress={{ done: 1000, total: null, isAgain }} expected={8000} onCancel={vi.fn()} />,
  );

describe('ExportBar', () => {
  it('says how far an export is', () => {
    draw(false);
    expect(screen.getByText('1,000 of 8,000 cases exported')).toBeTruthy();
  });

  it('says that rows which did not come are asked for again', () => {
    draw(true);
    expect(screen.getByText(/^1,000 of 8,000 cases exported\. .*Retrying…$/)).toBeTruthy();
  });
});
