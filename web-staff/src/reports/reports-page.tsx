import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { shortText, valueText } from '#domain/reports/month-report.ts';
import { firstDay, type Scope, scopeLabels, scopes } from '#domain/reports/periods.ts';
import { reportEndpoints } from '#domain/reports/report.endpoints.ts';
import type { Figure, FigureTable, Report, ReportResponse } from '#domain/reports/report.schema.ts';
import { yearSentence } from '#domain/reports/year-sentence.ts';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { LocationSelect } from '../organizations/parts/location-select.tsx';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { download } from '../ui/download.ts';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { DayInput } from '../ui/time/day-input.tsx';
import { drillDownPath, FigureTiles, isAsOfNow } from './parts/figure-tiles.tsx';
import { dashboardQuery, reportQuery } from './queries.ts';
import classes from './reports-page.module.css';

const labelShare = 0.35;

/** On its column, or above the previous year's mark that would cross it. */
const labelAt = (value: number, before: number, top: number): number =>
  before > value && before - value < top * labelShare ? before : Math.max(0, value);

/** Months as columns; a line across each marks the previous year. Keyboard and screen reader use the table. */
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
      <p className={classes.key}>The line across each bar shows the same month last year.</p>
    </div>
  );
};

interface FigureCardProps {
  table: FigureTable;
  before: string | null;
  onExport: (format: 'csv' | 'xlsx') => void;
}

/** Zero days and full refunds are 0, but have records. */
const hasRecords = ({ value, of }: Figure): boolean => Number(value) !== 0 || (of ?? 0) > 0;

const isBlank = ({ rows }: FigureTable): boolean =>
  rows.every((row) => !hasRecords(row) && Number(row.before ?? 0) === 0);

const Value = ({ row, title }: { row: Figure; title: string }) =>
  row.behind && hasRecords(row) ? (
    <Link className={classes.value} to={drillDownPath(row.behind, `${title}: ${row.title}`)}>
      {valueText(row.unit, row.value)}
    </Link>
  ) : (
    // A mean of no records has no value.
    <span>{(row.unit === 'days' || row.unit === 'hours') && row.of === 0 ? '–' : valueText(row.unit, row.value)}</span>
  );

const Bar = ({ share }: { share: number }) => (
  <div className={classes.track} aria-hidden>
    <div className={classes.bar} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
  </div>
);

/** A table whose rows contain their bars, so that chart and table are one. */
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

/** Months as columns with their table below, everything else as bars in its table. */
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
        <p className={classes.none}>No data.</p>
      ) : isByMonth ? (
        <>
          <Columns table={table} />
          <details className={classes.details}>
            <summary>Show as table</summary>
            <Rows table={table} before="Last year" hasBars={false} />
          </details>
        </>
      ) : (
        <Rows table={table} before={before} hasBars={table.rows.length > 1} />
      )}
      {table.note && <p className={classes.note}>{table.note}</p>}
    </section>
  );
};

const tabs = [
  { id: 'work', label: 'Operations', report: 'analytics' },
  { id: 'money', label: 'Money', report: 'financial-overview' },
] as const satisfies readonly { id: string; label: string; report: Report }[];

const dayIn = (params: URLSearchParams, name: string): string => {
  const day = params.get(name) ?? '';
  return isCalendarDate(day) ? day : '';
};

/** The address holds report, dates and location, so that Back and shared links show the same. */
const useReport = () => {
  const call = useApi();
  const viewer = useCurrentUser();
  const seesMoney = useCan()('insight:money');
  const [params, setParams] = useSearchParams();
  const shown = tabs.find(({ id }) => id === params.get('tab') && (id !== 'money' || seesMoney)) ?? tabs[0];
  const scope: Scope = scopes.find((one) => one === params.get('scope')) ?? 'month';
  const [from, to, location] = [dayIn(params, 'from'), dayIn(params, 'to'), params.get('location') ?? ''];
  const query = {
    ...(from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : { scope }),
    ...(location ? { location } : {}),
  };
  const answer = useQuery(reportQuery(call, viewer, shown.report, query));
  const file = useMutation({
    mutationFn: ({ table, format }: { table: string; format: 'csv' | 'xlsx' }) =>
      call(reportEndpoints.export, { query: { ...query, report: shown.report, table, format } }),
    onSuccess: ({ name, content }) => {
      download(content, name);
      toastSuccess(`Saved ${name}`);
    },
    onError: toastFailure,
  });
  return {
    shown,
    scope,
    from,
    to,
    location,
    answer,
    seesMoney,
    exportTable: file.mutate,
    set: (changes: Record<string, string>) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      }),
  };
};

const days = ({ from, to }: { from: string; to: string }): string =>
  from <= firstDay ? `Through ${formatDate(to)}` : `${formatDate(from)} – ${formatDate(to)}`;

const lead = ({ before, ...of }: ReportResponse): string =>
  before ? `${days(of)}, compared with ${days(before)}.` : `${days(of)}. No prior year to compare.`;

/** A line is reserved, so that nothing moves. */
const YearSentence = () => {
  const call = useApi();
  const viewer = useCurrentUser();
  const { data } = useQuery(dashboardQuery(call, viewer));
  const { data: year } = useQuery(reportQuery(call, viewer, 'analytics', { scope: 'year' }));
  return <p className={classes.sentence}>{(data && year && yearSentence(year, data.figures)) || '\u00a0'}</p>;
};

/** Figures of a role that no report has. */
const onlyOfRole = new Set(['mine', 'received-today']);

interface TodayFiguresProps {
  report: ReportResponse | undefined;
  isMoney: boolean;
  location: string;
}

/** Apart from those below, because no period changes them. */
const TodayFigures = ({ report, isMoney, location }: TodayFiguresProps) => {
  const heading = useId();
  const { data } = useQuery(dashboardQuery(useApi(), useCurrentUser(), location));
  if (!report) return <Skeleton height={176} my="md" role="status" aria-label="Loading" />;
  const ofRole = data?.figures.filter(({ id, unit }) => onlyOfRole.has(id) && (unit === 'money') === isMoney) ?? [];
  const figures = report.figures.filter(isAsOfNow).concat(ofRole);
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={classes.today}>
      <h2 id={heading} className={classes.heading}>
        Today
      </h2>
      <FigureTiles figures={figures} label="Today" />
    </section>
  );
};

export const ReportsPage = () => {
  useDocumentTitle('Reports');
  const state = useReport();
  const hasHomes = useLocations().length > 1;
  const { answer, shown, set } = state;
  const { data } = answer;
  return (
    <>
      <PageHeader title="Reports" lead={<span className={classes.lead}>{data ? lead(data) : '\u00a0'}</span>} />
      <YearSentence />
      <LinkTabs label="Reports" tabs={tabs.filter(({ id }) => id !== 'money' || state.seesMoney)} shown={shown.id} />
      {!answer.isError && <TodayFigures report={data} isMoney={shown.id === 'money'} location={state.location} />}
      <div className={classes.controls}>
        <NativeSelect
          label="Period"
          value={state.from || state.to ? 'days' : state.scope}
          onChange={({ currentTarget: { value } }) =>
            set(
              value === 'days'
                ? { scope: '', from: data?.from ?? '', to: data?.to ?? '' }
                : { scope: value === 'month' ? '' : value, from: '', to: '' },
            )
          }
          data={[
            ...scopes.map((value) => ({ value, label: scopeLabels[value] })),
            { value: 'days', label: 'Custom dates' },
          ]}
        />
        <DayInput label="From" value={state.from || (data?.from ?? '')} onChange={(from) => set({ scope: '', from })} />
        <DayInput label="To" value={state.to || (data?.to ?? '')} onChange={(to) => set({ scope: '', to })} />
        {hasHomes && <LocationSelect value={state.location} onChange={(location) => set({ location })} />}
      </div>
      <div aria-busy={answer.isFetching} className={classes.body}>
        {data && !answer.isError ? (
          <>
            <FigureTiles
              figures={data.figures.filter((figure) => !isAsOfNow(figure))}
              label={`${shown.label}: figures`}
            />
            {data.tables.every(isBlank) ? (
              <div className={classes.card}>
                <EmptyState title="No data yet" text="Figures appear once you have cases, payments and submissions." />
              </div>
            ) : (
              <div className={classes.cards}>
                {data.tables.map((table) => (
                  <FigureCard
                    key={table.id}
                    table={table}
                    before={data.before ? 'Last year' : null}
                    onExport={(format) => state.exportTable({ table: table.id, format })}
                  />
                ))}
              </div>
            )}
          </>
        ) : (
          <QueryState query={answer} rows={8} height={72} lines={2} />
        )}
      </div>
    </>
  );
};
