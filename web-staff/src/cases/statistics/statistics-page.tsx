import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseStatistics } from '#domain/cases/case.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { useLocationFilter } from '../../organizations/parts/use-location-filter.tsx';
import { paths } from '../../paths.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { choiceFilter } from '../../ui/lists/list-filters.tsx';
import { useList } from '../../ui/lists/use-list.ts';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { caseStatisticsQuery } from '../queries.ts';
import { openedPoints, openedText, spanText } from './opened.ts';
import classes from './statistics-page.module.css';
import { StatusTable } from './status-table.tsx';

const defaultDays = '30';
const spans = ['7', '30', '90', '365', '1825'] as const;
const spanFilter = choiceFilter(
  'Days',
  '',
  spans.map((value) => ({ value, label: spanText(Number(value)) })),
);

const count = (cases: number): string => `${cases.toLocaleString('en-US')} ${cases === 1 ? 'case' : 'cases'}`;

/** How many cases there are and were opened within so many days. */
export const StatisticsPage = () => {
  useDocumentTitle('Statistics of cases');
  const call = useApi();
  const list = useList({ days: spanFilter, location: useLocationFilter() });
  const { days = defaultDays, location } = list.values;
  const query = useQuery(caseStatisticsQuery(call, { days, location }));
  const set = (name: 'days' | 'location') => (value: string) =>
    list.params.setFilter(name, name === 'days' && value === defaultDays ? '' : value);
  return (
    <>
      <PageHeader title="Statistics" back={{ to: paths.cases, label: 'Cases' }} />
      <div className={classes.choices}>
        <NativeSelect
          aria-label="Days"
          value={days}
          onChange={(event) => set('days')(event.currentTarget.value)}
          data={spans.map((value) => ({ value, label: spanText(Number(value)) }))}
        />
        {list.filters.location.control(location ?? '', set('location'))}
      </div>
      <div aria-busy={query.isFetching} data-stale={query.isPlaceholderData} className={classes.body}>
        {query.data ? (
          <Figures of={query.data} location={location} />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowsSkeleton rows={6} height={64} />
        )}
      </div>
    </>
  );
};

const Figures = ({ of, location }: { of: CaseStatistics; location: string | undefined }) => (
  <div className={classes.columns}>
    <ChartFrame
      title={`Opened ${formatDate(of.from)} – ${formatDate(of.to)}`}
      figure={count(of.opened)}
      delta={openedText(of)}
      points={openedPoints(of)}
      format={count}
    />
    <div className={classes.side}>
      <StatusTable of={of} location={location} />
      <ChartFrame
        title={`Services in the next ${of.days.toLocaleString('en-US')} days`}
        figure={`${of.services_ahead_is_exact ? '' : 'More than '}${of.services_ahead.toLocaleString('en-US')}`}
        delta="Of cases that are not cancelled, counted from today"
        points={[]}
        format={count}
      />
    </div>
  </div>
);
