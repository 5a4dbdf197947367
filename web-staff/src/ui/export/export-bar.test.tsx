// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ExportBar } from './export-bar.tsx';

const draw = (isAgain: boolean) =>
  renderPage(
    <ExportBar
      noun="cases"
      exporting={{ progress: { done: 1000, total: null, isAgain }, start: vi.fn(), cancel: vi.fn() }}
      list={{ count: 8000, count_is_exact: true }}
    />,
  );

describe('ExportBar', () => {
  it('shows the progress of an export', () => {
    draw(false);
    expect(screen.getByText('1,000 of 8,000 cases exported')).toBeTruthy();
  });

  it('says that missing rows are requested again', () => {
    draw(true);
    expect(screen.getByText(/^1,000 of 8,000 cases exported\. .*Retrying…$/)).toBeTruthy();
  });
});
