import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Page } from '#domain/values/page.ts';
import { Pagination } from '#web-kit/pagination.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '#web-kit/states.tsx';
import classes from './record-list.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
}

interface RecordListProps<Row extends { id: string }> {
  /** What the rows are, for people who hear the page. */
  label: string;
  query: UseQueryResult<Page<Row>>;
  page: number;
  pageSize: number;
  onPage: (next: { page: number; pageSize: number }) => void;
  /** Text and address of the link that opens a row. */
  title: (row: Row) => string;
  to: (row: Row) => string;
  titleHeader: string;
  /** Beneath the title in its cell. */
  subtitle?: (row: Row) => ReactNode;
  columns: readonly Column<Row>[];
  /** Beneath the title on a phone. */
  card: (row: Row) => ReactNode;
  empty: ReactNode;
  onIntent?: (row: Row) => void;
}

const rowHeight = 61;

/** A page of records: a table, or cards at 768 pixels and less; with its loading, empty and error forms. */
export const RecordList = <Row extends { id: string }>(props: RecordListProps<Row>) => {
  const { query, page, pageSize, onPage, empty } = props;
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const data = query.data;

  const body = () => {
    if (!data) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={10} height={rowHeight} />;
    }
    if (data.results.length === 0) {
      if (data.count === 0) return empty;
      const first = <Button onClick={() => onPage({ page: 1, pageSize })}>Go to the first page</Button>;
      return <EmptyState title="There is nothing on this page" action={first} />;
    }
    return narrow ? <Cards {...props} rows={data.results} /> : <Rows {...props} rows={data.results} />;
  };

  return (
    <div className={classes.panel}>
      <div className={query.isPlaceholderData ? classes.stale : undefined} aria-busy={query.isFetching}>
        {body()}
      </div>
      {data && data.count > 0 && (
        <div className={classes.foot}>
          <Pagination page={page} pageSize={pageSize} count={data.count} onChange={onPage} />
        </div>
      )}
    </div>
  );
};

const Rows = <Row extends { id: string }>({
  rows,
  label,
  title,
  to,
  titleHeader,
  subtitle,
  columns,
  onIntent,
}: RecordListProps<Row> & { rows: Row[] }) => {
  const navigate = useNavigate();
  /** The whole row opens the record, but its own links, and text being selected, keep their meaning. */
  const open = (event: MouseEvent, row: Row) => {
    if ((event.target as Element).closest('a, button') || window.getSelection()?.toString()) return;
    void navigate(to(row));
  };
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{titleHeader}</th>
            {columns.map((column) => (
              <th key={column.header} scope="col">
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} onClick={(event) => open(event, row)} onMouseEnter={() => onIntent?.(row)}>
              <td>
                <Link className={classes.link} to={to(row)} onFocus={() => onIntent?.(row)}>
                  {title(row)}
                </Link>
                {subtitle && <div>{subtitle(row)}</div>}
              </td>
              {columns.map((column) => (
                <td key={column.header}>{column.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Cards = <Row extends { id: string }>({
  rows,
  label,
  title,
  to,
  card,
}: RecordListProps<Row> & { rows: Row[] }) => (
  <ul className={classes.cards} aria-label={label}>
    {rows.map((row) => (
      <li key={row.id} className={classes.card}>
        <Link className={classes.link} to={to(row)}>
          {title(row)}
        </Link>
        {card(row)}
      </li>
    ))}
  </ul>
);
