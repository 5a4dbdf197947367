import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { AccountingStatus } from '#domain/accounting/accounting.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { accountingStatusQuery } from '../../entities/accounting/queries.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsCards } from '../../ui/settings-card.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { exactTime } from '../../ui/time-text.ts';
import { ConnectingPage } from './connecting-page.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { FirstSyncCard } from './first-sync-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import { MonthPage } from './month-page.tsx';
import { SentPanel } from './sent-panel.tsx';
import { useConnect } from './use-connect.ts';

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
  const query = useQuery({ ...accountingStatusQuery(useApi()), staleTime: 0 });
  if (query.data === undefined) {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <RowsSkeleton rows={3} height={120} />;
  }
  return query.data.connected ? <Connected status={query.data} /> : <NotConnected />;
};

const NotConnected = () => {
  const can = useCan();
  const connect = useConnect();
  const text =
    'Sign in at QuickBooks once, as an administrator of the company, and choose it. Nothing is sent before the accounts are chosen.';
  return (
    <EmptyState
      title="QuickBooks is not connected yet"
      text={can('accounting:connect') ? text : 'An owner of the organization can connect it.'}
      action={
        can('accounting:connect') && (
          <Button loading={connect.isPending} onClick={() => connect.mutate()}>
            Connect to QuickBooks
          </Button>
        )
      }
    />
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
    {!status.needs_reconnect && <MappingCard />}
  </SettingsCards>
);
