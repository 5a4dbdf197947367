import { Button, Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Page } from '#domain/shared/values/page.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../feedback/states.tsx';
import { useIsPhone } from '../page/use-screen-width.ts';
import { rememberRows } from './neighbors.tsx';
import { Pagination } from './pagination.tsx';
import classes from './record-list.module.css';
import type { RowSelection } from './row-selection.ts';

/** Orderings of a column's first and second click; the third restores the default. */
export type Orderings = readonly [string, string];

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  orderings?: Orderings;
  numeric?: true;
  /** Columns that disappear first when space is short: 3 before 2; without a priority they stay. */
  priority?: 2 | 3 | 4;
  /** The column contains controls and is not printed. */
  pressed?: true;
}

/** The current order, '' for the default; a leading '-' means descending. */
interface Ordering {
  value: string;
  onChange: (ordering: string) => void;
}

export interface RowGroup {
  title: string;
  isFolded?: boolean;
}

interface GroupOfRows<Row> extends Partial<RowGroup> {
  rows: Row[];
}

/** Rows of one group follow each other; without groups they are one. */
const groupsOf = <Row,>(rows: Row[], group: ((row: Row) => RowGroup) | undefined): GroupOfRows<Row>[] => {
  if (!group) return [{ rows }];
  const found: GroupOfRows<Row>[] = [];
  for (const row of rows) {
    const head = group(row);
    const last = found.at(-1);
    if (last && last.title === head.title) last.rows.push(row);
    else found.push({ ...head, rows: [row] });
  }
  return found;
};

const GroupHead = ({ group, open, onToggle }: { group: GroupOfRows<unknown>; open: boolean; onToggle: () => void }) =>
  group.isFolded ? (
    <UnstyledButton className={classes.fold} aria-expanded={open} onClick={onToggle}>
      <IconChevronRight size={16} stroke={1.8} aria-hidden />
      {group.title} <span className={classes.groupCount}>{group.rows.length}</span>
    </UnstyledButton>
  ) : (
    <>
      {group.title} <span className={classes.groupCount}>{group.rows.length}</span>
    </>
  );

/** Which folded groups are open. */
const useFolds = () => {
  const [opened, setOpened] = useState<readonly string[]>([]);
  return {
    isOpen: ({ title = '', isFolded = false }: Partial<RowGroup>) => !isFolded || opened.includes(title),
    toggle: ({ title = '' }: Partial<RowGroup>) =>
      setOpened(opened.includes(title) ? opened.filter((one) => one !== title) : [...opened, title]),
  };
};

export interface RecordListProps<Row extends { id: string }> {
  label: string;
  query: UseQueryResult<Page<Row> & { count_is_exact?: boolean }>;
  page: number;
  pageSize: number;
  onPage: (next: { page: number; pageSize: number }) => void;
  title: (row: Row) => string;
  to: (row: Row) => string;
  /** Target of the title if it differs from the row's; another column then links to that. */
  titleTo?: (row: Row) => string;
  titleHeader: string;
  titleOrderings?: Orderings;
  subtitle?: (row: Row) => ReactNode;
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  empty: ReactNode;
  /** The heading above a row; a folded group shows its rows on demand. */
  group?: (row: Row) => RowGroup;
  onIntent?: (row: Row) => void;
  ordering?: Ordering;
  selection?: RowSelection | undefined;
}

const rowHeight = 61;

/** Cards replace the table at 768 pixels and below. */
export const RecordList = <Row extends { id: string }>(props: RecordListProps<Row>) => {
  const { query, page, pageSize, onPage, empty, to } = props;
  const narrow = useIsPhone();
  const data = query.data;
  const panel = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (data) rememberRows(pathname, data.results.map(to));
  }, [data, pathname, to]);
  const turn = (next: { page: number; pageSize: number }) => {
    onPage(next);
    if (panel.current && panel.current.getBoundingClientRect().top < 0) panel.current.scrollIntoView();
  };

  const body = () => {
    if (!data) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={10} height={rowHeight} lines={2} />;
    }
    if (data.results.length === 0) {
      if (data.count === 0) return empty;
      // All rows of this page were just deleted; the next ones will follow.
      if (query.isFetching || data.count > (page - 1) * pageSize)
        return <RowsSkeleton rows={10} height={rowHeight} lines={2} />;
      const first = <Button onClick={() => onPage({ page: 1, pageSize })}>Go to the first page</Button>;
      return <EmptyState title="Nothing on this page" action={first} />;
    }
    return narrow ? <Cards {...props} rows={data.results} /> : <Rows {...props} rows={data.results} />;
  };

  return (
    <div ref={panel} className={classes.panel}>
      <div className={query.isPlaceholderData ? classes.stale : undefined} aria-busy={query.isFetching}>
        {body()}
      </div>
      {data && data.count > 0 && (
        <div className={classes.foot}>
          <Pagination
            page={page}
            pageSize={pageSize}
            count={data.count}
            // The rows of the previous page are shown until those of this page arrive.
            rows={query.isPlaceholderData ? undefined : data.results.length}
            onChange={turn}
          />
        </div>
      )}
    </div>
  );
};

interface HeadingProps {
  children: string;
  orderings: Orderings | undefined;
  ordering: Ordering | undefined;
  numeric?: true | undefined;
  priority?: 2 | 3 | 4 | undefined;
  pressed?: true | undefined;
}

const Heading = ({ children, orderings, ordering, numeric, priority, pressed }: HeadingProps) => {
  if (!orderings || !ordering) {
    return (
      <th scope="col" data-numeric={numeric} data-priority={priority} data-pressed={pressed}>
        {children}
      </th>
    );
  }
  const [first, second] = orderings;
  const { value } = ordering;
  const sorted = value !== '' && orderings.includes(value);
  const descending = value.startsWith('-');
  const Icon = sorted ? (descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      scope="col"
      data-numeric={numeric}
      data-priority={priority}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={sorted}
        onClick={() => ordering.onChange(value === first ? second : value === second ? '' : first)}
      >
        {children}
        <Icon size={14} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </th>
  );
};

const SelectAll = ({
  selection,
  rows,
  label,
}: {
  selection: RowSelection;
  rows: readonly unknown[];
  label?: string;
}) => {
  const all = selection.ids.size === rows.length;
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all rows on this page' })}
      checked={all}
      indeterminate={selection.ids.size > 0 && !all}
      onChange={() => selection.setAll(!all)}
    />
  );
};

const Rows = <Row extends { id: string }>(props: RecordListProps<Row> & { rows: Row[] }) => {
  const { rows, label, title, to, titleTo = to, titleHeader, titleOrderings, subtitle } = props;
  const { columns, onIntent, ordering, selection } = props;
  const navigate = useNavigate();
  const folds = useFolds();
  /** The whole row opens the record, except for its controls and text selection. */
  const open = (event: MouseEvent, row: Row) => {
    if ((event.target as Element).closest('a, button, [data-tick]') || window.getSelection()?.toString()) return;
    void navigate(to(row));
  };
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.tick}>
                <SelectAll selection={selection} rows={rows} />
              </th>
            )}
            <Heading orderings={titleOrderings} ordering={ordering}>
              {titleHeader}
            </Heading>
            {columns.map(({ header, cell: _, ...column }) => (
              <Heading key={header} orderings={undefined} ordering={ordering} {...column}>
                {header}
              </Heading>
            ))}
          </tr>
        </thead>
        {groupsOf(rows, props.group).map((group) => (
          <tbody key={group.title ?? ''}>
            {group.title !== undefined && (
              <tr className={classes.groupRow}>
                <th scope="rowgroup" colSpan={columns.length + (selection ? 2 : 1)}>
                  <GroupHead group={group} open={folds.isOpen(group)} onToggle={() => folds.toggle(group)} />
                </th>
              </tr>
            )}
            {folds.isOpen(group) &&
              group.rows.map((row) => (
                <tr
                  key={row.id}
                  data-ticked={selection?.ids.has(row.id)}
                  onClick={(event) => open(event, row)}
                  onMouseEnter={() => onIntent?.(row)}
                >
                  {selection && (
                    <td className={classes.tick} data-tick>
                      <Tick row={row} title={title} selection={selection} />
                    </td>
                  )}
                  <td className={classes.name}>
                    <Link className={classes.link} data-record to={titleTo(row)} onFocus={() => onIntent?.(row)}>
                      {title(row)}
                    </Link>
                    {subtitle && <div>{subtitle(row)}</div>}
                  </td>
                  {columns.map((column) => (
                    <td
                      key={column.header}
                      data-numeric={column.numeric}
                      data-priority={column.priority}
                      data-pressed={column.pressed}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
};

interface TickProps<Row> {
  row: Row;
  title: (row: Row) => string;
  selection: RowSelection;
}

const Tick = <Row extends { id: string }>({ row, title, selection }: TickProps<Row>) => (
  <Checkbox
    aria-label={`Select ${title(row)}`}
    checked={selection.ids.has(row.id)}
    onChange={() => selection.toggle(row.id)}
  />
);

const Cards = <Row extends { id: string }>(props: RecordListProps<Row> & { rows: Row[] }) => {
  const { rows, label, title, to, titleTo = to, card, selection } = props;
  const folds = useFolds();
  return (
    <>
      {selection && (
        <div className={classes.selectAll}>
          <SelectAll selection={selection} rows={rows} label="Select All" />
          <span>
            {selection.ids.size > 0 ? `${selection.ids.size} of ${rows.length} selected` : `${rows.length} shown`}
          </span>
        </div>
      )}
      {groupsOf(rows, props.group).map((group) => (
        <Fragment key={group.title ?? ''}>
          {group.title !== undefined && (
            <h2 className={classes.groupTitle}>
              <GroupHead group={group} open={folds.isOpen(group)} onToggle={() => folds.toggle(group)} />
            </h2>
          )}
          {folds.isOpen(group) && (
            <ul className={classes.cards} aria-label={[label, group.title].filter(Boolean).join(', ')}>
              {group.rows.map((row) => (
                <li key={row.id} className={classes.card} data-ticked={selection?.ids.has(row.id)}>
                  {selection && (
                    <div className={classes.cardTick}>
                      <Tick row={row} title={title} selection={selection} />
                    </div>
                  )}
                  <div className={classes.cardBody}>
                    <Link className={classes.link} data-record to={titleTo(row)}>
                      {title(row)}
                    </Link>
                    {card(row)}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
    </>
  );
};
