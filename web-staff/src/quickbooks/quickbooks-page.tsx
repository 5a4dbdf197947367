import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { QuickBooksStatus } from '#domain/quickbooks/quickbooks.schema.ts';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards, SettingsFacts } from '../ui/page/settings-card.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { CompanyFiguresCard } from './company-figures-card.tsx';
import { FirstSyncCard } from './first-sync-card.tsx';
import { quickBooksKeys } from './keys.ts';
import { ConnectionCard, MappingCard } from './mapping-card.tsx';
import { MonthPage } from './month-page.tsx';
import { useChooseCompany } from './mutations.ts';
import { quickBooksStatusQuery } from './queries.ts';
import classes from './quickbooks.module.css';
import { SentPanel } from './sync-log-panel.tsx';
import { ofCompany, useCompany, useConnect } from './use-company.ts';

type Home = QuickBooksStatus['homes'][number];
const notConnected = 'Company not connected';

const HomesCard = ({ status: { companies, homes } }: { status: QuickBooksStatus }) => {
  const may = useCan()('accounting:connect');
  const connect = useConnect();
  const isWaiting = homes.some(({ realm_id }) => realm_id === null);
  const isChoice = companies.length > 1 || isWaiting;
  // An additional company requires a first one.
  const mayAdd = may && companies.some(({ is_first }) => is_first);
  const nameOf = ({ realm_id }: Home): string =>
    companies.find((one) => one.realm_id === realm_id)?.company_name ?? notConnected;
  return (
    <SettingsCard
      title="QuickBooks company by location"
      actions={
        mayAdd && (
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(true)}>
            Connect another company
          </Button>
        )
      }
    >
      <Stack gap="xs" mb={isChoice ? 'md' : 0}>
        <p className={classes.text}>
          {isChoice
            ? 'Each case goes to its location’s company. Cases already in QuickBooks stay in their company and wait if it is disconnected.'
            : 'All locations use this company. Connect another company for locations with separate books.'}
        </p>
        {isWaiting && (
          <p className={classes.text}>
            Payments are waiting for any company that is not connected. Reconnect it or choose another.
          </p>
        )}
      </Stack>
      {may && isChoice ? (
        <Stack gap="md">
          {homes.map((home) => (
            <CompanyOfHome key={home.id} home={home} companies={companies} />
          ))}
        </Stack>
      ) : (
        <SettingsFacts facts={homes.map((home) => ({ label: home.name, value: nameOf(home) }))} />
      )}
    </SettingsCard>
  );
};

interface CompanyOfHomeProps {
  home: Home;
  companies: QuickBooksStatus['companies'];
}

const CompanyOfHome = ({ home, companies }: CompanyOfHomeProps) => {
  const choose = useChooseCompany(home.id, (company) => {
    const chosen = companies.find((one) => one.realm_id === company);
    toastSuccess(`New cases of ${home.name} go to ${chosen?.company_name}`);
  });
  return (
    <NativeSelect
      label={home.name}
      data={[
        ...(home.realm_id === null ? [{ value: '', label: notConnected, disabled: true }] : []),
        ...companies.map((one) => ({ value: one.realm_id, label: one.company_name })),
      ]}
      // Shows the new choice while it is saved.
      value={choose.isPending ? choose.variables : (home.realm_id ?? '')}
      disabled={choose.isPending}
      onChange={({ currentTarget: { value } }) => choose.mutate(value)}
    />
  );
};

/** The OAuth callback: finishes the connection once and continues to the settings. */
const ConnectingPage = () => {
  useDocumentTitle('QuickBooks');
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const isRefused = query.has('error');
  const finish = useMutation({
    mutationFn: () => {
      const of = (name: string): string => query.get(name) ?? '';
      return call(quickBooksEndpoints.exchange, {
        body: { code: of('code'), state: of('state'), realmId: of('realmId') },
      });
    },
    onSuccess: async ({ company_name, realm_id, is_first }) => {
      await client.invalidateQueries({ queryKey: quickBooksKeys.all });
      toastSuccess(`${company_name} is connected`);
      // The code in the address is used up, so Back must not return here.
      await navigate(ofCompany(paths.quickBooks, is_first ? undefined : realm_id), { replace: true });
    },
  });
  const begun = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (isRefused || begun.current) return;
    begun.current = true;
    mutate();
  }, [isRefused, mutate]);
  const back = (
    <Button component={Link} to={paths.quickBooks} replace>
      Back to the settings
    </Button>
  );
  if (isRefused)
    return (
      <EmptyState
        page
        title="QuickBooks was not connected"
        text="You declined access in QuickBooks. Nothing has changed."
        action={back}
      />
    );
  if (finish.isError)
    return <EmptyState page title="QuickBooks was not connected" text={messageOf(finish.error)} action={back} />;
  return (
    <>
      <h1>Connecting QuickBooks …</h1>
      <RowsSkeleton rows={3} height={48} />
    </>
  );
};

type Company = Pick<QuickBooksStatus['companies'][number], 'needs_reconnect' | 'is_mapped'>;

export const QuickBooksPage = () => {
  const { step } = useParams();
  if (step === 'callback') return <ConnectingPage />;
  return step === 'month' ? <MonthPage /> : <SettingsPage />;
};

const SettingsPage = () => {
  useDocumentTitle('QuickBooks');
  const can = useCan();
  return (
    <>
      <PageHeader title="QuickBooks" lead="Statements and payments go to your QuickBooks company." />
      {can('accounting:read') ? (
        <Accounting />
      ) : (
        <EmptyState title="Administrators only" text="Ask an administrator." />
      )}
    </>
  );
};

const Accounting = () => {
  const company = useCompany();
  const query = useQuery({ ...quickBooksStatusQuery(useApi(), company), staleTime: 0 });
  if (query.data === undefined) {
    if (company !== undefined && isUnknown(query.error)) return <UnknownCompany />;
    return <QueryState query={query} rows={3} height={120} />;
  }
  const status = query.data;
  return (
    <>
      <CompanyTabs status={status} />
      {/* The key resets what was typed for another company. */}
      <Fragment key={company ?? ''}>
        {status.connected ? <Connected status={status} /> : <NotConnected status={status} />}
      </Fragment>
    </>
  );
};

const isUnknown = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

const UnknownCompany = () => (
  <EmptyState
    title="This company is not connected"
    text="It was disconnected, or the link is wrong."
    action={
      <Button component={Link} to={paths.quickBooks} replace>
        View connections
      </Button>
    }
  />
);

const noteOf = ({ needs_reconnect, is_mapped }: Company | undefined = { needs_reconnect: false, is_mapped: true }) =>
  needs_reconnect ? 'Connect again' : is_mapped ? undefined : 'Choose accounts';

const CompanyTabs = ({ status: { companies, realm_id } }: { status: QuickBooksStatus }) => {
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
  'It is used by all locations without their own company. Their payments wait until you reconnect it.';

const NotConnected = ({ status }: { status: QuickBooksStatus }) => {
  const can = useCan();
  const connect = useConnect();
  const isAlone = status.companies.length === 0;
  const text =
    'Sign in to QuickBooks as a company administrator and choose the company. Nothing is sent until you choose accounts.';
  return (
    <>
      <EmptyState
        title={isAlone ? 'QuickBooks is not connected yet' : 'The main company is not connected'}
        text={can('accounting:connect') ? (isAlone ? text : waitingText) : 'An owner can connect it.'}
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

const Connected = ({ status }: { status: QuickBooksStatus }) => (
  <SettingsCards>
    {status.needs_reconnect && (
      <Notice tone="problem" title="QuickBooks was disconnected">
        Reconnect the same company. Your accounts and settings are saved.
      </Notice>
    )}
    {status.paused_until && (
      <Notice tone="warning" title="QuickBooks is not answering">
        Next attempt at {exactTime(status.paused_until)}.
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
