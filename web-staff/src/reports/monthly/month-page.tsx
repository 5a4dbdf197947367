import '@mantine/core/styles/Switch.css';
import { Button, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { monthTitle } from '#domain/reports/month-report.ts';
import { reportEndpoints } from '#domain/reports/report.endpoints.ts';
import type { MonthReports } from '#domain/reports/report.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { PaperButton } from '../../documents/parts/paper-button.tsx';
import { organizationKeys, organizationQuery } from '../../organizations/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../../ui/page/settings-card.tsx';
import { reportKeys } from '../keys.ts';
import { monthsQuery } from '../queries.ts';
import classes from './month-page.module.css';

export const MonthPage = () => {
  useDocumentTitle('Monthly report');
  const call = useApi();
  const months = useQuery(monthsQuery(call));
  const organization = useQuery(organizationQuery(call));
  const failed = [months, organization].find(({ isError, data }) => isError && !data);
  return (
    <>
      <PageHeader
        title="Monthly report"
        lead="Month-end figures for all locations, saved as of the end of each month."
      />
      {months.data && organization.data ? (
        <SettingsCards>
          <MailCard mails={organization.data.month_report_mail} last={months.data.last} />
          <MonthsCard months={months.data} />
        </SettingsCards>
      ) : failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <RowsSkeleton rows={4} height={96} lines={2} />
      )}
    </>
  );
};

const MailCard = ({ mails, last }: { mails: boolean; last: string }) => {
  const call = useApi();
  const client = useQueryClient();
  const { email } = useCurrentUser();
  const change = useMutation({
    mutationFn: (month_report_mail: boolean) => call(organizationEndpoints.update, { body: { month_report_mail } }),
    onSuccess: ({ month_report_mail }) =>
      toastSuccess(month_report_mail ? 'Monthly email is on' : 'Monthly email is off'),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: organizationKeys.all }),
  });
  const send = useMutation({
    mutationFn: () => call(reportEndpoints.sendMonth, { body: {} }),
    onSuccess: ({ month }) => toastSuccess(`${monthTitle(month)} emailed to ${email}`),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys.months }),
  });
  return (
    <SettingsCard
      title="By email"
      actions={
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {`Email me ${monthTitle(last)} now`}
        </Button>
      }
    >
      <Text mb="md">
        Sent at 5 AM on the first of each month. The email links here and contains no figures or names.
      </Text>
      <Switch
        label="Email all owners every month"
        checked={change.isPending ? change.variables : mails}
        disabled={change.isPending}
        onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
      />
    </SettingsCard>
  );
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const MonthsCard = ({ months: { months, last } }: { months: MonthReports }) => {
  const asked = useSearchParams()[0].get('month');
  const shown = months.toSorted((a, b) => Number(b.month === asked) - Number(a.month === asked));
  return (
    <SettingsCard title="Months">
      {shown.length === 0 ? (
        <Text>
          No monthly reports yet. {monthTitle(last)} will be saved when you send it. After that, each month is saved
          automatically.
        </Text>
      ) : (
        <ul className={classes.months} aria-label="Months">
          {shown.map(({ month, made_at }) => (
            <li key={month} className={classes.month} aria-current={month === asked || undefined}>
              <span className={classes.text}>
                <strong>{monthTitle(month)}</strong>
                <span className={classes.kept}>Saved {day.format(new Date(made_at))}</span>
              </span>
              <span>
                <PaperButton
                  paper="monthReport"
                  id={month}
                  size="letter"
                  label={`${monthTitle(month)} as a PDF on Letter`}
                >
                  Letter
                </PaperButton>
                <PaperButton paper="monthReport" id={month} size="a4" label={`${monthTitle(month)} as a PDF on A4`}>
                  A4
                </PaperButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  );
};
