import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { MonthDifference, MonthReconciliation } from '#domain/quickbooks/quickbooks.schema.ts';
import { addMonths, formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { download } from '../ui/download.ts';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../ui/page/settings-card.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { ScrollGroup } from './company-figures-card.tsx';
import { useSendAgain } from './mutations.ts';
import { monthQuery, quickBooksStatusQuery } from './queries.ts';
import classes from './quickbooks.module.css';
import { counted, ofCompany, useCompany } from './use-company.ts';

const Differences = ({ made: { differences } }: { made: MonthReconciliation }) => (
  <SettingsCard title="Differences">
    {differences.length === 0 ? (
      <EmptyState title="No differences" />
    ) : (
      <ul className={classes.cases} aria-label="Differences">
        {differences.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one receipt may differ twice
          <Row key={`${one.kind} ${one.reference} ${index}`} one={one} />
        ))}
      </ul>
    )}
  </SettingsCard>
);

const sideText = (one: MonthDifference['ours']): string =>
  one ? `${formatAmount(one.amount)} on ${formatDate(one.date)}` : 'nothing';

const Row = ({ one }: { one: MonthDifference }) => {
  const may = useCan()('accounting:edit');
  const again = useSendAgain({ waits: false });
  const { entry } = one;
  const name = [one.reference || 'No receipt number', one.who].filter(Boolean).join(' · ');
  return (
    <li>
      {one.case_id ? <Link to={paths.case(one.case_id)}>{name}</Link> : <strong>{name}</strong>}
      <p className={classes.text}>
        Stillwater: {sideText(one.ours)}. QuickBooks: {sideText(one.theirs)}.
      </p>
      <p className={classes.text}>{one.what}</p>
      <p className={classes.dim}>{one.remedy}</p>
      {may && entry && one.kind !== 'twice_there' && (
        <Button
          variant="default"
          mt="xs"
          loading={again.isPending}
          disabled={again.isSuccess}
          onClick={() => again.mutate(entry, { onSuccess: () => toastSuccess('Sending again') })}
        >
          Send again
        </Button>
      )}
    </li>
  );
};

const monthsOffered = 24;
const monthText = (month: string): string =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const MonthPage = () => {
  useDocumentTitle('Monthly reconciliation');
  const can = useCan();
  const company = useCompany();
  const isReader = can('accounting:read');
  const { data: status } = useQuery({ ...quickBooksStatusQuery(useApi(), company), enabled: isReader });
  // Shown if there are several companies.
  const name = status && status.companies.length > 1 ? status.company_name : null;
  return (
    <>
      <PageHeader
        title="Monthly reconciliation"
        lead={
          name === null
            ? 'Payments and refunds in Stillwater compared with QuickBooks.'
            : `Payments and refunds for ${name} compared with QuickBooks.`
        }
        back={{ to: ofCompany(paths.quickBooks, company), label: 'QuickBooks' }}
      />
      {isReader ? <Month /> : <EmptyState title="Administrators only" text="Ask an administrator." />}
    </>
  );
};

const Month = () => {
  const call = useApi();
  const { funeral_home_details } = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const company = useCompany();
  const thisMonth = todayIn(funeral_home_details.time_zone, new Date()).slice(0, 7);
  const offered = Array.from({ length: monthsOffered }, (_, n) => addMonths(`${thisMonth}-01`, -n).slice(0, 7));
  const asked = params.get('month') ?? '';
  const month = offered.includes(asked) ? asked : thisMonth;
  const query = useQuery(monthQuery(call, month, company));
  const file = useMutation({
    mutationFn: () => call(quickBooksEndpoints.exportReconciliation, { query: { month, company } }),
    onSuccess: ({ name, content }) => {
      download(content, name);
      toastSuccess(`Saved ${name}`);
    },
    onError: toastFailure,
  });
  return (
    <SettingsCards>
      <div className={classes.ask}>
        <NativeSelect
          label="Month"
          data={offered.map((value) => ({ value, label: monthText(value) }))}
          value={month}
          onChange={({ currentTarget: { value } }) =>
            setParams({ month: value, ...(company === undefined ? {} : { company }) })
          }
        />
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Compare again
        </Button>
        <Button variant="default" disabled={!query.data} loading={file.isPending} onClick={() => file.mutate()}>
          CSV file
        </Button>
      </div>
      {query.data ? (
        <Compared made={query.data} />
      ) : (
        <SettingsCard title={monthText(month)}>
          <QueryState query={query} rows={4} height={40} />
        </SettingsCard>
      )}
    </SettingsCards>
  );
};

const Compared = ({ made }: { made: MonthReconciliation }) => (
  <>
    <SettingsCard title={monthText(made.month)}>
      <ScrollGroup label="Monthly totals">
        <table className={classes.table} aria-label="Monthly totals">
          <thead>
            <tr>
              <th scope="col">Books</th>
              <th scope="col" className={classes.number}>
                Entries
              </th>
              <th scope="col" className={classes.number}>
                Net received
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Stillwater</th>
              <td className={classes.number}>{made.ours.count.toLocaleString('en-US')}</td>
              <td className={classes.number}>{formatAmount(made.ours.amount)}</td>
            </tr>
            <tr>
              <th scope="row">QuickBooks</th>
              <td className={classes.number}>{made.theirs.count.toLocaleString('en-US')}</td>
              <td className={classes.number}>{formatAmount(made.theirs.amount)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Difference</th>
              <td />
              <td className={classes.number}>{formatAmount(made.difference)}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollGroup>
      <p className={classes.dim}>
        {counted(made.matched, 'entry is', 'entries are')} matched. Compared <TimeAgo at={made.as_of} />.
      </p>
    </SettingsCard>
    <Differences made={made} />
  </>
);
