import type { Figure, FigureTable, Insight } from './insight.schema.ts';

/** A table as lines of texts, the first of them titles: what its files hold, and what it says to who cannot see a chart. */
export const tableRows = (
  { heading, title, rows, total }: FigureTable,
  { from, to, before }: Pick<Insight, 'from' | 'to' | 'before'>,
): string[][] => {
  const hasBefore = [...rows, ...(total ? [total] : [])].some((row) => row.before !== null);
  const hasCount = rows.some((row) => row.of !== null);
  const line = (row: Figure): string[] => [
    row.title,
    row.value,
    ...(hasBefore ? [row.before ?? ''] : []),
    ...(hasCount ? [row.of === null ? '' : String(row.of)] : []),
  ];
  const isByMonth = heading === 'Month';
  return [
    [
      heading,
      isByMonth ? title : `${title}, ${from} to ${to}`,
      ...(hasBefore ? [isByMonth || !before ? 'A year before' : `${before.from} to ${before.to}`] : []),
      ...(hasCount ? ['Records'] : []),
    ],
    ...rows.map(line),
    ...(total ? [line(total)] : []),
  ];
};
