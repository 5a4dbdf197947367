import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryState } from '../ui/feedback/states.tsx';
import classes from './row-list.module.css';

interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
}

interface RowListProps<Row extends { id: string }> {
  label: string;
  /** For the loading and error states; rows may be a filtered part of its data. */
  query: Pick<UseQueryResult, 'data' | 'isError' | 'error'> & { refetch: () => Promise<unknown> };
  rows: readonly Row[];
  titleHeader: string;
  title: (row: Row) => ReactNode;
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  /** Actions at the end of a row; the column exists if any row has one. */
  actions?: ((row: Row) => ReactNode) | undefined;
  empty: ReactNode;
}

const rowHeight = 61;

/** A short list as a table, or as cards if actions would not fit next to a row. */
export const RowList = <Row extends { id: string }>(props: RowListProps<Row>) => {
  const { query, rows, empty } = props;
  const narrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const body = () => {
    if (query.data === undefined) {
      return <QueryState query={query} rows={5} height={rowHeight} />;
    }
    if (rows.length === 0) return empty;
    return narrow ? <Cards {...props} /> : <Rows {...props} />;
  };
  return <div className={classes.panel}>{body()}</div>;
};

const Rows = <Row extends { id: string }>(props: RowListProps<Row>) => {
  const { rows, label, titleHeader, title, columns, actions } = props;
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{titleHeader}</th>
            {columns.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <div className={classes.title}>{title(row)}</div>
              </td>
              {columns.map((column) => (
                <td key={column.header}>{column.cell(row)}</td>
              ))}
              {actions && (
                <td>
                  <div className={classes.actions}>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Cards = <Row extends { id: string }>({ rows, label, title, card, actions }: RowListProps<Row>) => (
  <ul className={classes.cards} aria-label={label}>
    {rows.map((row) => (
      <li key={row.id} className={classes.card}>
        <div className={classes.title}>{title(row)}</div>
        {card(row)}
        {actions && <div className={classes.actions}>{actions(row)}</div>}
      </li>
    ))}
  </ul>
);
