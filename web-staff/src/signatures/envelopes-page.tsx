import { Anchor, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconSend, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BulkResult, EnvelopeRow } from '#domain/signatures/envelope.schema.ts';
import {
  envelopeStatuses,
  envelopeStatusLabels,
  isAwaitingSigners,
  shownPercent,
} from '#domain/signatures/envelope-status.ts';
import { useApi } from '../api/api-context.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { NoWrap, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { BulkDeleteBar } from '../ui/lists/list-bar.tsx';
import { choiceFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column } from '../ui/lists/record-list.tsx';
import { type RowSelection, useRowSelection } from '../ui/lists/row-selection.ts';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { useIsPhone } from '../ui/page/use-screen-width.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { useBulk } from './mutations.ts';
import { EnvelopeBadge } from './parts/envelope-badge.tsx';
import { envelopesQuery } from './queries.ts';
import classes from './signatures.module.css';
import { SigningServiceAlert } from './signing-service-alert.tsx';

interface BulkResultsProps {
  result: BulkResult;
  rows: readonly EnvelopeRow[];
  /** Receives the focus when the dialog closes. */
  back: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export const BulkResults = ({ result, rows, back, onClose }: BulkResultsProps) => {
  // The button lost the focus while it was busy.
  useEffect(() => () => back.current?.focus(), [back]);
  const names = new Map<string | number, string>(
    rows.map(({ id, title, status, recipients, case: { case_number } }) => [
      id,
      // Requests of one document have the same title, so their signers distinguish them.
      `${[title, case_number, ...recipients.map(({ name }) => name)].join(', ')} (${envelopeStatusLabels[status].toLowerCase()})`,
    ]),
  );
  const { succeeded, failed, results } = result;
  return (
    <Modal opened onClose={onClose} title={`${succeeded} succeeded, ${failed} failed`} centered withCloseButton={false}>
      <Stack gap="lg">
        <ul>
          {results
            .filter(({ success }) => !success)
            .map(({ submission_id, error }) => (
              <li key={submission_id}>
                <strong>{names.get(submission_id) ?? 'A request no longer listed'}</strong>
                <br />
                {error}
              </li>
            ))}
        </ul>
        <Group data-dialog-foot justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const statusFilter = choiceFilter(
  'Status',
  'All Statuses',
  envelopeStatuses.map((value) => ({ value, label: envelopeStatusLabels[value] })),
);

const papers = ({ documents }: EnvelopeRow): string =>
  documents.map(({ name }) => name).join(', ') || 'No documents yet';
const signed = ({ recipients }: EnvelopeRow): string => {
  const done = recipients.filter(({ status }) => status === 'completed').length;
  return recipients.length === 0 ? 'No signers' : `${done} of ${recipients.length} signed`;
};
/** A request in person is never sent. */
const Sent = ({ row }: { row: EnvelopeRow }) =>
  row.sent_at ? (
    <TimeAgo at={row.sent_at} />
  ) : row.status !== 'draft' && row.delivery === 'in_person' ? (
    'In person'
  ) : (
    'Not sent'
  );

const columns: readonly Column<EnvelopeRow>[] = [
  {
    header: 'Envelope',
    cell: (row) => (
      <>
        <Anchor component={Link} to={paths.signature(row.id)} inherit>
          {row.title}
        </Anchor>
        <SecondaryLine>{signed(row)}</SecondaryLine>
      </>
    ),
  },
  { header: 'Documents', priority: 2, cell: papers },
  { header: 'Status', cell: (row) => <EnvelopeBadge status={row.status} /> },
  {
    header: 'Sent Date',
    cell: (row) => (
      <NoWrap>
        <Sent row={row} />
      </NoWrap>
    ),
  },
];

const Card = ({ row }: { row: EnvelopeRow }) => (
  <>
    <SpaceBetween>
      <span>{row.title}</span>
      <EnvelopeBadge status={row.status} />
    </SpaceBetween>
    {papers(row) !== row.title && <SecondaryLine>{papers(row)}</SecondaryLine>}
    <ProgressBar label="Signed" percent={shownPercent(row)} />
    <SpaceBetween>
      <SecondaryLine>
        <NoWrap>{row.case.case_number}</NoWrap> ·{' '}
        <NoWrap>
          <Sent row={row} />
        </NoWrap>
      </SecondaryLine>
      <Anchor
        component={Link}
        to={paths.signature(row.id)}
        mih={44}
        display="inline-flex"
        style={{ alignItems: 'center' }}
      >
        View details
      </Anchor>
    </SpaceBetween>
  </>
);

const NewRequest = () => (
  <Button component={Link} to={paths.signatureNew('')} leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}>
    New Request
  </Button>
);

export const EnvelopesPage = () => {
  useDocumentTitle('Signatures');
  const maySend = useCan()('signature:send');
  const isPhone = useIsPhone();
  const list = useList({ status: statusFilter, location: useLocationFilter() }, ['created_at', '-created_at'] as const);
  const query = useQuery(envelopesQuery(useApi(), { ...list.query, ordering: list.ordering || 'waiting' }));
  const rows = query.isPlaceholderData ? [] : (query.data?.results ?? []);
  const selection = useRowSelection(rows, JSON.stringify(list.query));
  return (
    <ListPage
      heading="Signatures"
      lead="Documents for families and staff to sign."
      actions={
        <>
          <Button component={Link} to={paths.signatureTemplates} variant="default">
            Templates
          </Button>
          {maySend && <NewRequest />}
        </>
      }
      above={
        <div className={classes.above}>
          <SigningServiceAlert isWaiting={rows.some(({ status }) => isAwaitingSigners(status))} />
        </div>
      }
      list={list}
      query={query}
      orderings={[
        { value: '', label: 'Waiting first' },
        { value: '-created_at', label: 'Newest first' },
        { value: 'created_at', label: 'Oldest first' },
      ]}
      searchPlaceholder="Search by name, case, title…"
      bar={<Bar rows={rows} selection={selection} />}
      // A card has the case number at its foot, so that the person comes first.
      title={({ case: { case_number, deceased_name } }) => (isPhone && deceased_name) || case_number}
      titleHeader="Case #"
      subtitle={({ case: { deceased_name } }) => deceased_name || 'Name not given'}
      titleTo={(row) => paths.case(row.case.id)}
      to={(row) => paths.signature(row.id)}
      columns={columns}
      card={(row) => <Card row={row} />}
      selection={maySend ? selection : undefined}
      icon={<IconSignature size={40} stroke={1.2} />}
      none={{
        title: 'No signature requests yet',
        text: 'The first request you send will appear here.',
        action: maySend && <NewRequest />,
      }}
      noMatch="Try a different search, status or location."
    />
  );
};

const Bar = ({ rows, selection }: { rows: readonly EnvelopeRow[]; selection: RowSelection }) => {
  const can = useCan();
  const { removal, resending } = useBulk();
  const [reason, setReason] = useState('');
  const [result, setResult] = useState<BulkResult>();
  const again = useRef<HTMLButtonElement>(null);
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const say = (answer: BulkResult, done: string): { message: string } => {
    const { succeeded, failed } = answer;
    if (failed > 0) setResult(answer);
    return { message: `${succeeded} ${succeeded === 1 ? 'request' : 'requests'} ${done}` };
  };
  const resend = () =>
    resending.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: (answer) => {
          const { message } = say(answer, 'sent again');
          if (answer.succeeded > 0) toastSuccess(message);
        },
        onError: toastFailure,
      },
    );
  return (
    <>
      <BulkDeleteBar
        selection={selection}
        count={chosen.length}
        title="Delete signature requests"
        reason={can('signature:void') ? undefined : 'Your role cannot delete signature requests.'}
        actions={
          <Button
            ref={again}
            variant="default"
            size="compact-md"
            loading={resending.isPending}
            leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
            onClick={resend}
          >
            Resend
          </Button>
        }
        onDelete={async () =>
          say(await removal.mutateAsync({ ids: chosen.map(({ id }) => id), reason: reason.trim() }), 'deleted')
        }
      >
        <p>
          Delete {chosen.length} signature {chosen.length === 1 ? 'request' : 'requests'}? Signing links will stop
          working. Signed documents stay in their cases.
        </p>
        <TextInput
          label="Reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </BulkDeleteBar>
      {result && <BulkResults result={result} rows={rows} back={again} onClose={() => setResult(undefined)} />}
    </>
  );
};
