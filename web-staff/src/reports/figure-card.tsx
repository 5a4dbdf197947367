import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Figure, FigureTable } from '#domain/reports/insight.schema.ts';
import { valueText } from '#domain/reports/value-text.ts';
import { Columns } from './columns.tsx';
import classes from './insight.module.css';
import { drillDownPath } from './parts/figure-text.ts';

interface FigureCardProps {
  table: FigureTable;
  /** What stands above the figures of the year before. */
  before: string | null;
  onExport: (format: 'csv' | 'xlsx') => void;
}

/** Whether records are behind a figure: what took no day, or was given back whole, is 0 and has some all the same. */
const hasRecords = ({ value, of }: Figure): boolean => Number(value) !== 0 || (of ?? 0) > 0;

/** Whether a table says nothing, neither of these days nor of those a year before. */
export const isBlank = ({ rows }: FigureTable): boolean =>
  rows.every((row) => !hasRecords(row) && Number(row.before ?? 0) === 0);

/** A figure as the way to its records. */
const Value = ({ row, title }: { row: Figure; title: string }) =>
  row.behind && hasRecords(row) ? (
    <Link className={classes.value} to={drillDownPath(row.behind, `${title}: ${row.title}`)}>
      {valueText(row.unit, row.value)}
    </Link>
  ) : (
    // A mean of nothing is no figure.
    <span>{row.unit === 'days' && row.of === 0 ? '–' : valueText(row.unit, row.value)}</span>
  );

const Bar = ({ share }: { share: number }) => (
  <div className={classes.track} aria-hidden>
    <div className={classes.bar} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
  </div>
);

/** The figures themselves: a table whose rows carry their bars, so that chart and table are one. */
const Rows = ({ table, before, hasBars }: Pick<FigureCardProps, 'table' | 'before'> & { hasBars: boolean }) => {
  const { rows, total, heading, title } = table;
  const all = [...rows, ...(total ? [total] : [])];
  const hasBefore = before !== null && all.some((row) => row.before !== null);
  const top = Math.max(1e-9, ...rows.map(({ value }) => Number(value)));
  const cells = (row: Figure): ReactNode => (
    <>
      <td className={classes.number}>
        <Value row={row} title={title} />
        {row.of !== null && row.unit !== 'count' && row.unit !== 'percent' && (
          <span className={classes.of}> · {row.of.toLocaleString('en-US')}</span>
        )}
      </td>
      {hasBefore && <td className={classes.before}>{row.before === null ? '–' : valueText(row.unit, row.before)}</td>}
    </>
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className={classes.number}>
            Figure
          </th>
          {hasBefore && (
            <th scope="col" className={classes.before}>
              {before}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {row.title}
              {hasBars && <Bar share={Number(row.value) / top} />}
            </th>
            {cells(row)}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total.title}</th>
            {cells(total)}
          </tr>
        </tfoot>
      )}
    </table>
  );
};

/** One table of a report: months as columns with their table beneath, everything else as bars in the table itself. */
export const FigureCard = ({ table, before, onExport }: FigureCardProps) => {
  const heading = useId();
  const isByMonth = table.heading === 'Month';
  const isEmpty = isBlank(table);
  return (
    <section className={classes.card} aria-labelledby={heading} data-wide={isByMonth || undefined}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.heading}>
          {table.title}
        </h2>
        <div className={classes.files}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              variant="subtle"
              size="compact-sm"
              aria-label={`${format === 'csv' ? 'CSV' : 'Excel'} file: ${table.title}`}
              onClick={() => onExport(format)}
            >
              {format === 'csv' ? 'CSV' : 'Excel'}
            </Button>
          ))}
        </div>
      </div>
      {isEmpty ? (
        <p className={classes.none}>Nothing to show.</p>
      ) : isByMonth ? (
        <>
          <Columns table={table} />
          <details className={classes.details}>
            <summary>As a table</summary>
            <Rows table={table} before="A year before" hasBars={false} />
          </details>
        </>
      ) : (
        <Rows table={table} before={before} hasBars={table.rows.length > 1} />
      )}
      {table.note && <p className={classes.note}>{table.note}</p>}
    </section>
  );
};
