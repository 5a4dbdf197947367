import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useParams } from 'react-router';
import type { AccountingStatus } from '#domain/quickbooks/accounting.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCards } from '../ui/page/settings-card.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { CompanyFiguresCard } from './company-figures-card.tsx';
import { ConnectingPage } from './connecting-page.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { FirstSyncCard } from './first-sync-card.tsx';
import { HomesCard } from './homes-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import { MonthPage } from './month-page.tsx';
import { accountingStatusQuery } from './queries.ts';
import { SentPanel } from './sync-log-panel.tsx';
import { useCompany } from './use-company.ts';
import { useConnect } from './use-connect.ts';

type Company = Pick<AccountingStatus['companies'][number], 'needs_reconnect' | 'is_mapped'>;

/** The company in QuickBooks; QuickBooks sends the browser back to a step of its own, and a month has a page of its own. */
export const QuickBooksPage = () => {
  const { step } = useParams();
  if (step === 'callback') return <ConnectingPage />;
  return step === 'month' ? <MonthPage /> : <SettingsPage />;
};

/** Connects the organization to its company in QuickBooks and says how money is booked there. */
const SettingsPage = () => {
  useDocumentTitle('QuickBooks');
  const can = useCan();
  return (
    <>
      <PageHeader title="QuickBooks" lead="The company in which your bookkeeper keeps the books." />
      {can('accounting:read') ? <Accounting /> : <EmptyState title="Administrators set this up" text="Ask one." />}
    </>
  );
};

const Accounting = () => {
  const company = useCompany();
  const query = useQuery({ ...accountingStatusQuery(useApi(), company), staleTime: 0 });
  if (query.data === undefined) {
    if (company !== undefined && isUnknown(query.error)) return <UnknownCompany />;
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <RowsSkeleton rows={3} height={120} />;
  }
  const status = query.data;
  return (
    <>
      <CompanyTabs status={status} />
      {/* What was typed for one company is nothing of another one. */}
      <Fragment key={company ?? ''}>
        {status.connected ? <Connected status={status} /> : <NotConnected status={status} />}
      </Fragment>
    </>
  );
};

const isUnknown = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** An address of a company that was disconnected, or never was one. */
const UnknownCompany = () => (
  <EmptyState
    title="This company is not connected"
    text="It was disconnected, or the address is not right."
    action={
      <Button component={Link} to={paths.quickBooks} replace>
        See what is connected
      </Button>
    }
  />
);

/** What somebody has to do about a company before anything is sent to it. */
const noteOf = ({ needs_reconnect, is_mapped }: Company | undefined = { needs_reconnect: false, is_mapped: true }) =>
  needs_reconnect ? 'Connect again' : is_mapped ? undefined : 'Choose accounts';

/** Which company the page is about, where there are several. */
const CompanyTabs = ({ status: { companies, realm_id } }: { status: AccountingStatus }) => {
  const first = companies.find(({ is_first }) => is_first);
  const further = companies.filter(({ is_first }) => !is_first);
  if (further.length === 0) return null;
  const tabs = [
    { id: first?.realm_id ?? '', label: first?.company_name ?? 'Not connected', note: noteOf(first) },
    ...further.map((one) => ({ id: one.realm_id, label: one.company_name, note: noteOf(one) })),
  ];
  return <LinkTabs label="Companies" name="company" shown={realm_id ?? ''} tabs={tabs} />;
};

const waitingText =
  'It is that of all homes which have no company of their own: their money waits until it is connected again.';

const NotConnected = ({ status }: { status: AccountingStatus }) => {
  const can = useCan();
  const connect = useConnect();
  const isAlone = status.companies.length === 0;
  const text =
    'Sign in at QuickBooks once, as an administrator of the company, and choose it. Nothing is sent before the accounts are chosen.';
  return (
    <>
      <EmptyState
        title={isAlone ? 'QuickBooks is not connected yet' : 'The first company is not connected'}
        text={
          can('accounting:connect') ? (isAlone ? text : waitingText) : 'An owner of the organization can connect it.'
        }
        action={
          can('accounting:connect') && (
            <Button loading={connect.isPending} onClick={() => connect.mutate(false)}>
              Connect to QuickBooks
            </Button>
          )
        }
      />
      {!isAlone && (
        <SettingsCards>
          <HomesCard status={status} />
        </SettingsCards>
      )}
    </>
  );
};

const Connected = ({ status }: { status: AccountingStatus }) => (
  <SettingsCards>
    {status.needs_reconnect && (
      <Notice tone="problem" title="QuickBooks has ended the connection">
        Connect the same company again; accounts and settings stay as they are.
      </Notice>
    )}
    {status.paused_until && (
      <Notice tone="warning" title="QuickBooks is not answering">
        It is asked again at {exactTime(status.paused_until)}.
      </Notice>
    )}
    {status.is_mapped && <SentPanel status={status} />}
    {status.is_mapped && <FirstSyncCard />}
    <ConnectionCard status={status} />
    {status.homes.length > 1 && <HomesCard status={status} />}
    {!status.needs_reconnect && <MappingCard />}
    {!status.needs_reconnect && <CompanyFiguresCard status={status} />}
  </SettingsCards>
);
