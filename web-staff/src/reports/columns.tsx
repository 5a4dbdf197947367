import { Link } from 'react-router';
import type { FigureTable } from '#domain/reports/insight.schema.ts';
import { shortText, valueText } from '#domain/reports/value-text.ts';
import classes from './insight.module.css';
import { drillDownPath } from './parts/figure-text.ts';

/** A figure needs so much of the height above its column, standing on its side on a phone. */
const labelShare = 0.35;

/** Where a figure stands: on its column, or above the mark that would strike it through. */
const labelAt = (value: number, before: number, top: number): number =>
  before > value && before - value < top * labelShare ? before : Math.max(0, value);

/**
 * Months as columns, each with its figure above it and the month of the year before as a line across it. Its table says the
 * same, and is the way for keyboard and screen reader; a mouse or a thumb opens the records of a month by its column.
 */
export const Columns = ({ table }: { table: FigureTable }) => {
  const top = Math.max(1e-9, ...table.rows.flatMap(({ value, before }) => [Number(value), Number(before ?? 0)]));
  const heightOf = (value: string): string => `${(Math.max(0, Number(value)) / top) * 100}%`;
  return (
    <div className={classes.columns} aria-hidden>
      {table.rows.map(({ id, title, unit, value, before, behind }) => (
        <div key={id} className={classes.month} title={`${title}: ${valueText(unit, value)}`}>
          {behind && Number(value) !== 0 && (
            <Link className={classes.whole} to={drillDownPath(behind, `${table.title}: ${title}`)} tabIndex={-1} />
          )}
          <div className={classes.plot}>
            {before !== null && Number(before) > 0 && (
              <div className={classes.mark} style={{ bottom: heightOf(before) }} />
            )}
            <div className={classes.column} style={{ height: heightOf(value) }} />
            {Number(value) !== 0 && (
              <span
                className={classes.label}
                style={{ bottom: heightOf(String(labelAt(Number(value), Number(before ?? 0), top))) }}
              >
                {shortText(unit, value)}
              </span>
            )}
          </div>
          <span className={classes.axis}>{title.slice(0, 3)}</span>
        </div>
      ))}
      <p className={classes.key}>A line across a column is the same month of the year before.</p>
    </div>
  );
};
