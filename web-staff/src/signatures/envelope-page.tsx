import { Anchor, Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { SignatureEnvelope, SignedFileType } from '#domain/signatures/envelope.schema.ts';
import { isSettledStatus, shownPercent } from '#domain/signatures/envelope-status.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { downloadFromUrl } from '../ui/download.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import { failureText, toastError } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { exactTime } from '../ui/time/time-text.ts';
import { Timeline, type TimelineEntry } from '../ui/timeline.tsx';
import { EnvelopeActions } from './envelope-actions.tsx';
import { Panel } from './mapping.tsx';
import { useSignedFile, useSignedZip } from './mutations.ts';
import { EnvelopeBadge, ProgressRing } from './parts/envelope-badge.tsx';
import { envelopeQuery } from './queries.ts';
import { RecipientList } from './recipient-list.tsx';
import classes from './signatures.module.css';
import { SigningServiceAlert } from './signing-service-alert.tsx';

const kinds = { template: 'Form', statement: 'Statement', document: 'Case document' } as const;
const icon = <IconDownload size={16} stroke={1.6} aria-hidden />;

const notLoaded = (error: unknown): void => {
  const text = failureText(error);
  if (text) toastError(`${signatureMessages.downloadFailed}. ${text}`);
};

interface StoredFileProps {
  envelope: SignatureEnvelope;
  file: { name: string; document_id: string };
  type: SignedFileType;
}

const about: Readonly<Record<SignedFileType, string>> = {
  signed: 'Signed copy is in case documents',
  audit: 'Signing audit log from DocuSeal',
};

const StoredFile = ({ envelope, file: { name, document_id }, type }: StoredFileProps) => {
  const file = useSignedFile(envelope.id);
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        <strong>{name}</strong>
        <br />
        <span className={classes.dim}>{about[type]}</span>
      </span>
      <Button
        variant="default"
        aria-label={`Download ${name}, ${type === 'signed' ? 'signed' : 'audit log'}`}
        loading={file.isPending}
        leftSection={icon}
        onClick={() => file.mutate({ type, document_id }, { onSuccess: downloadFromUrl, onError: notLoaded })}
      >
        Download
      </Button>
    </li>
  );
};

const EveryFile = ({ id }: { id: string }) => {
  const zip = useSignedZip(id);
  return (
    <Button
      variant="default"
      leftSection={icon}
      loading={zip.isPending}
      onClick={() => zip.mutate(undefined, { onSuccess: downloadFromUrl, onError: notLoaded })}
    >
      Download all (ZIP)
    </Button>
  );
};

const EnvelopePapers = ({ envelope }: { envelope: SignatureEnvelope }) => (
  <Panel
    title={`Documents (${envelope.documents.length})`}
    note={envelope.signed_documents.length > 0 ? <EveryFile id={envelope.id} /> : undefined}
  >
    <ul className={classes.rows}>
      {envelope.documents.map(({ id, name, kind, superseded_by, roles }) => (
        <li key={id} className={classes.row}>
          <span className={classes.grow}>
            <strong>{name}</strong> {superseded_by !== null && <Chip tone="warn">Superseded</Chip>}
            <br />
            <span className={classes.dim}>
              {kinds[kind]} · {roles.length} {roles.length === 1 ? 'person signs' : 'people sign'}
            </span>
          </span>
        </li>
      ))}
      {envelope.signed_documents.map((file) => (
        <StoredFile key={file.document_id} envelope={envelope} file={file} type="signed" />
      ))}
      {envelope.audit_documents.map((file) => (
        <StoredFile key={file.document_id} envelope={envelope} file={file} type="audit" />
      ))}
    </ul>
  </Panel>
);

type Entry = SignatureEnvelope['timeline'][number];

const words: Record<Entry['kind'], (name: string, detail: string) => string> = {
  created: () => 'Draft prepared',
  edited: () => 'Draft changed',
  asked: () => 'Send requested',
  made: () => 'Sent to DocuSeal',
  refused: () => 'DocuSeal rejected this request',
  sent: (name) => `Sent to ${name}`,
  bounced: (name) => `Email to ${name} bounced`,
  opened: () => 'Opened the email',
  viewed: () => 'Viewed the documents',
  started: () => 'Started signing',
  signed: () => 'Signed',
  declined: () => 'Declined',
  expired: () => 'Expired',
  resent: (name) => `Sent again to ${name}`,
  reminded: (name) => `Reminder sent to ${name}`,
  voided: () => 'Voided',
  stored: (_, detail) => (detail ? 'A signed document could not be saved' : 'Signed documents saved to the case'),
  superseded: () => 'Newer version available',
};

const ownActions: readonly Entry['kind'][] = ['stored', 'superseded', 'reminded'];

/** DocuSeal is named for actions without a staff member, unless the text names the person. */
const doer = (kind: Entry['kind'], name: string): string => {
  if (ownActions.includes(kind)) return 'Stillwater';
  return words[kind](name, '').includes(name) ? 'DocuSeal' : name;
};

export const timelineOf = ({ timeline, recipients }: SignatureEnvelope, recipientId: string): TimelineEntry[] =>
  timeline
    .filter(({ recipient_id }) => recipientId === '' || recipient_id === recipientId)
    .toReversed()
    .map(({ id, at, kind, recipient_id, by_name, detail }) => {
      const name = recipients.find((one) => one.recipient_id === recipient_id)?.name ?? 'DocuSeal';
      const what = words[kind](name, detail);
      return { id, at, who: by_name || doer(kind, name), what, ...(detail ? { note: detail } : {}) };
    });

const back = { to: paths.signatures, label: 'Signatures' };

const Word = ({ envelope }: { envelope: SignatureEnvelope }) => {
  const { sending, problem, status, void_reason, voided_by_name } = envelope;
  const { recipients, documents, timeline, is_prepared } = envelope;
  const declined = recipients.find((one) => one.status === 'declined');
  // The expiry may have been changed at DocuSeal.
  const expired = timeline.findLast(({ kind }) => kind === 'expired');
  const superseded = documents.find(({ superseded_by }) => superseded_by !== null);
  const wasLate =
    superseded?.kind === 'statement' &&
    (status === 'signed' || status === 'completed') &&
    timeline.findIndex(({ kind }) => kind === 'superseded') < timeline.findLastIndex(({ kind }) => kind === 'signed');
  const notStored = timeline.filter(({ kind, detail }) => kind === 'stored' && detail !== '');
  if (status === 'voided')
    return (
      <Notice tone="warning" title={`Voided by ${voided_by_name || 'someone'}`}>
        {void_reason}
      </Notice>
    );
  if (declined)
    return (
      <Notice tone="warning" title={`${declined.name} declined to sign`}>
        {declined.decline_reason || 'No reason was given.'}
      </Notice>
    );
  if (status === 'expired')
    return (
      <Notice tone="warning" title={expired ? `It expired ${exactTime(expired.at)}` : 'It expired'}>
        It can no longer be signed. Create a new request with the same documents and signers.
      </Notice>
    );
  if (sending === 'refused')
    return (
      <Notice tone="problem" title="DocuSeal rejected this request">
        {problem} Edit the draft and send it again.
      </Notice>
    );
  if (sending === 'asked')
    return <SigningServiceAlert isWaiting usually={<Notice tone="info">Sending. You can leave this page.</Notice>} />;
  if (status === 'signed' && notStored.length > 0)
    return (
      <Notice tone="problem" title="Some signed documents could not be saved">
        {notStored.map(({ detail }) => detail).join(' ')} The signed documents are still in DocuSeal.
      </Notice>
    );
  if (superseded)
    return (
      <Notice
        tone="warning"
        title={
          superseded.kind === 'statement'
            ? 'The Statement has changed since this was created.'
            : `There is a newer version of ${superseded.name}.`
        }
      >
        {wasLate ? 'It was signed after that, so it was not accepted. Version' : 'Version'} {superseded.superseded_by}{' '}
        replaces it. {status === 'draft' ? 'Select it before sending.' : 'Send it as a new request.'}
      </Notice>
    );
  if (status === 'draft' && is_prepared)
    return (
      <Notice tone="info" title="Prepared automatically">
        Review it, choose who signs for the funeral home, and send it.
      </Notice>
    );
  return null;
};

const Lead = ({ envelope }: { envelope: SignatureEnvelope }) => {
  const { case: caseRecord, sent_at, expires_at, status, delivery, recipients } = envelope;
  const ways = new Set(recipients.map((one) => one.delivery));
  const how = ways.size > 1 ? 'by email and in person' : delivery === 'in_person' ? 'in person' : 'by email';
  const when = sent_at ? `sent ${exactTime(sent_at)}` : status === 'draft' ? 'not sent yet' : '';
  const until = expires_at && !isSettledStatus(status) ? `expires ${exactTime(expires_at)}` : '';
  return (
    <span className={classes.lead}>
      <Anchor component={Link} to={paths.case(caseRecord.id)} inherit>
        {[caseRecord.deceased_name, caseRecord.case_number].filter(Boolean).join(', ')}
      </Anchor>
      <span>{[how, when, until].filter(Boolean).join(' · ')}</span>
    </span>
  );
};

export const EnvelopePage = () => {
  const { id = '' } = useParams();
  const query = useQuery(envelopeQuery(useApi(), id));
  const [person, setPerson] = useState('');
  const part = usePreserveFocus<HTMLDivElement>();
  const envelope = query.data;
  useDocumentTitle(envelope ? envelope.title : 'Signature request');
  if (!envelope) return <RecordLoadState query={query} noun="Signature request" back={back} />;
  const percent = shownPercent(envelope);
  return (
    <div ref={part} tabIndex={-1} className={classes.part}>
      <PageHeader
        back={back}
        title={envelope.title}
        badge={<EnvelopeBadge status={envelope.status} label={envelope.status_display} />}
        lead={
          <span className={classes.ringed}>
            <ProgressRing
              percent={percent}
              signed={envelope.recipients.filter(({ status }) => status === 'completed').length}
              signers={envelope.recipients.length}
            />
            <Lead envelope={envelope} />
          </span>
        }
        actions={<EnvelopeActions envelope={envelope} />}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Word envelope={envelope} />
          <RecipientList envelope={envelope} />
          <EnvelopePapers envelope={envelope} />
        </div>
        <Panel
          title="Timeline"
          note={
            <NativeSelect
              aria-label="Filter by person"
              value={person}
              onChange={(event) => setPerson(event.currentTarget.value)}
              data={[
                { value: '', label: 'Everyone' },
                ...envelope.recipients.map(({ recipient_id, name }) => ({ value: recipient_id, label: name })),
              ]}
            />
          }
        >
          <div className={classes.body}>
            <Timeline label="Timeline" entries={timelineOf(envelope, person)} />
            {timelineOf(envelope, person).length === 0 && <span className={classes.dim}>No activity yet.</span>}
          </div>
        </Panel>
      </div>
    </div>
  );
};
