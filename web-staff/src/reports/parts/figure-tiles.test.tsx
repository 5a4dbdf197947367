// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { firstDay, lastDay } from '#domain/reports/periods.ts';
import type { Figure } from '#domain/reports/report.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { FigureTiles } from './figure-tiles.tsx';

const figureOf = (group: string, more: Partial<Figure>): Figure => ({
  ...{ id: group, title: 'Figure', unit: 'count', value: '8', before: null, of: null },
  behind: { figure: `${group}.n`, from: firstDay, to: '2028-03-01' },
  ...more,
});
it.each([
  ['See 8 cases', figureOf('opened', {})],
  ['See 1 case', figureOf('owing', { unit: 'money', value: '250.00', of: 1 })],
  ['See 1,204 reports', figureOf('report', { value: '1204' })],
  ['See 2 entries', figureOf('money', { unit: 'money', value: '250.00', of: 2 })],
  ['View records', figureOf('report', { unit: 'percent', value: '50', of: 2 })],
])('labels the link to the records of a metric: %s', (text, one) => {
  renderPage(<FigureTiles figures={[one]} label="Figures" />, { call: answering({}) });
  expect(screen.getByRole('link', { name: `${text}: Figure` }).textContent).toBe(text);
});

const figure = (to: string): Figure => ({
  ...{ id: 'opened', title: 'Cases', unit: 'count', value: '46', before: null, of: null },
  behind: { figure: 'opened.n', from: firstDay, to },
});

it.each([
  ['of all time', lastDay, 1],
  ['up to a day', '2028-03-01', 0],
] as const)('states whether the metric %s is the current state', (_, to, times) => {
  renderPage(<FigureTiles figures={[figure(to)]} label="Figures" />, { call: answering({}) });
  expect(screen.queryAllByText('As of now')).toHaveLength(times);
});
