// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Figure } from '#domain/insight/insight.schema.ts';
import { firstDay, lastDay } from '#domain/insight/periods.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { FigureTiles } from './figure-tiles.tsx';

const figure = (to: string): Figure => ({
  ...{ id: 'opened', title: 'Cases', unit: 'count', value: '46', before: null, of: null },
  behind: { figure: 'opened.n', from: firstDay, to },
});

it.each([
  ['what stands now', lastDay, 1],
  ['what happened up to a day', '2028-03-01', 0],
] as const)('a figure says of %s whether it stands so now', (_, to, times) => {
  renderPage(<FigureTiles figures={[figure(to)]} label="Figures" />, { call: answering({}) });
  expect(screen.queryAllByText('As it stands now')).toHaveLength(times);
});
