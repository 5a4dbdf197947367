import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { PostingState } from '#domain/quickbooks/postings.ts';
import type { PostingRead, QuickBooksStatus } from '#domain/quickbooks/quickbooks.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { useMarkDone, useSendAgain, useSendMissing } from './mutations.ts';
import { postingsQuery } from './queries.ts';
import { kindLabels, ofCompany, useCompany } from './use-company.ts';

const nothing: Record<PostingState, string> = {
  failed: 'No failures',
  waiting: 'Nothing waiting',
  sent: 'Nothing sent yet',
  by_hand: 'No manual entries',
};
const counted = (count: number): string | undefined => (count > 0 ? String(count) : undefined);

export const SentPanel = ({ status }: { status: QuickBooksStatus }) => {
  const can = useCan();
  const call = useApi();
  const [params] = useSearchParams();
  const company = useCompany();
  const states: readonly PostingState[] = ['failed', 'waiting', 'sent', 'by_hand'];
  const state = states.find((one) => one === params.get('tab')) ?? 'failed';
  const query = useQuery(postingsQuery(call, state));
  const sync = useSendMissing(company);
  const send = () => sync.mutate(undefined, { onSuccess: () => toastSuccess('Sending missing records to QuickBooks') });
  return (
    <Queue
      title="Sent to QuickBooks"
      aside={
        can('accounting:edit') && (
          <Button variant="default" size="sm" loading={sync.isPending} onClick={send}>
            Send missing records
          </Button>
        )
      }
      foot={
        <>
          {query.data?.more && 'Showing the latest 100. '}
          <Anchor component={Link} to={ofCompany(paths.quickBooksMonth, company)} fz="inherit">
            Compare a month
          </Anchor>
        </>
      }
    >
      <LinkTabs
        label="Sync log"
        shown={state}
        keep="company"
        tabs={[
          { id: 'failed', label: 'Failed', note: counted(status.failed_count) },
          { id: 'waiting', label: 'Waiting', note: counted(status.waiting_count) },
          { id: 'sent', label: 'Sent' },
          { id: 'by_hand', label: 'Manual' },
        ]}
      />
      {query.data ? (
        <Entries entries={query.data.results} state={state} companies={status.companies} />
      ) : (
        <QueryState query={query} rows={3} height={64} lines={2} />
      )}
    </Queue>
  );
};

interface EntriesProps {
  entries: readonly PostingRead[];
  state: PostingState;
  companies: QuickBooksStatus['companies'];
}

const Entries = ({ entries, state, companies }: EntriesProps) => {
  // Shown if there are several companies.
  const names = new Map(companies.length > 1 ? companies.map((one) => [one.realm_id, one.company_name]) : []);
  if (entries.length === 0) return <EmptyState title={nothing[state]} />;
  return (
    <QueueRows label={`Entries, ${state.replace('_', ' ')}`}>
      {entries.map((entry) => (
        <EntryRow key={entry.entry} entry={entry} company={names.get(entry.realm_id)} />
      ))}
    </QueueRows>
  );
};

const EntryRow = ({ entry, company }: { entry: PostingRead; company: string | undefined }) => {
  const may = useCan()('accounting:edit');
  const again = useSendAgain({ waits: true });
  const done = useMarkDone();
  const { kind, state, number, problem, changed_amount: there } = entry;
  const amount = kind === 'customer' || there !== null ? '' : ` · ${formatAmount(entry.amount)}`;
  const isOpen = state === 'failed' || state === 'waiting';
  const actions = may && state !== 'sent' && (
    <>
      {isOpen && (kind !== 'customer' || entry.quickbooks_id !== null) && (
        <Button variant="default" loading={done.isPending} onClick={() => done.mutate(entry.entry)}>
          Mark as entered manually
        </Button>
      )}
      {state !== 'waiting' && (
        <Button
          variant={there === null ? 'default' : 'subtle'}
          loading={again.isPending}
          onClick={() => again.mutate(entry.entry)}
        >
          {there === null ? 'Send again' : `Overwrite ${formatAmount(there)} in QuickBooks`}
        </Button>
      )}
    </>
  );
  return (
    <QueueRow
      first
      to={paths.case(entry.case_id)}
      name={`${kindLabels[kind]} ${number}${amount}`}
      lines={[
        <>
          {formatDate(entry.date)} · Case {entry.case_number} · {company && `${company} · `}
          <TimeAgo at={entry.updated_at} />
        </>,
        there !== null && (
          <Text key="both" span fz="inherit" fw={600} c="var(--mantine-color-text)">
            Stillwater {formatAmount(entry.amount)} · QuickBooks {formatAmount(there)}
          </Text>
        ),
        problem && `${problem.what} ${problem.remedy}`,
        there !== null && (
          <Group key="actions" gap="xs" mt="xs">
            {actions}
          </Group>
        ),
      ].filter((line) => line)}
      isBeneath
      actions={there === null && actions}
    />
  );
};
