import { NativeSelect } from '@mantine/core';
import type { Insight } from '#domain/reports/insight.schema.ts';
import { firstDay, scopeLabels, scopes } from '#domain/reports/periods.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { LocationSelect } from '../organizations/parts/location-select.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { DayInput } from '../ui/time/day-input.tsx';
import { FigureCard, isBlank } from './figure-card.tsx';
import classes from './insight.module.css';
import { FigureTiles } from './parts/figure-tiles.tsx';
import { tabs, useReport } from './use-report.ts';

const days = ({ from, to }: { from: string; to: string }): string =>
  from <= firstDay ? `Everything up to ${formatDate(to)}` : `${formatDate(from)} – ${formatDate(to)}`;

const lead = ({ before, ...of }: Insight): string =>
  before ? `${days(of)}, beside ${days(before)}.` : `${days(of)}. There is no year before to compare with.`;

/** How the work goes and what it brings: figures with the year before, charts that are tables, files of each. */
export const InsightPage = () => {
  useDocumentTitle('Insight');
  const state = useReport();
  const hasHomes = useLocations().length > 1;
  const { answer, shown, set } = state;
  const { data } = answer;
  return (
    <>
      <PageHeader title="Insight" lead={<span className={classes.lead}>{data ? lead(data) : '\u00a0'}</span>} />
      <LinkTabs label="Reports" tabs={tabs.filter(({ id }) => id !== 'money' || state.seesMoney)} shown={shown.id} />
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
            { value: 'days', label: 'Days of my choice' },
          ]}
        />
        <DayInput label="From" value={state.from || (data?.from ?? '')} onChange={(from) => set({ scope: '', from })} />
        <DayInput label="To" value={state.to || (data?.to ?? '')} onChange={(to) => set({ scope: '', to })} />
        {hasHomes && <LocationSelect value={state.location} onChange={(location) => set({ location })} />}
      </div>
      <div aria-busy={answer.isFetching} className={classes.body}>
        {data && !answer.isError ? (
          <>
            <FigureTiles figures={data.figures} label={`${shown.label}: figures`} />
            {data.tables.every(isBlank) ? (
              <div className={classes.card}>
                <EmptyState
                  title="No figures yet"
                  text="They come by themselves with the first cases, payments and reports."
                />
              </div>
            ) : (
              <div className={classes.cards}>
                {data.tables.map((table) => (
                  <FigureCard
                    key={table.id}
                    table={table}
                    before={data.before ? 'A year before' : null}
                    onExport={(format) => state.exportTable({ table: table.id, format })}
                  />
                ))}
              </div>
            )}
          </>
        ) : answer.isError ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <RowsSkeleton rows={8} height={72} lines={2} />
        )}
      </div>
    </>
  );
};
