import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { isSettledStatus } from '#domain/signatures/envelope-policy.ts';
import { shownPercent } from '#domain/signatures/envelope-status.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { RecordLoadState } from '../ui/feedback/record-state.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { exactTime } from '../ui/time/time-text.ts';
import { Timeline } from '../ui/timeline.tsx';
import { EnvelopeActions } from './envelope-actions.tsx';
import { EnvelopePapers } from './envelope-papers.tsx';
import { Panel } from './panel.tsx';
import { EnvelopeBadge, ProgressRing } from './parts/envelope-badge.tsx';
import { envelopeQuery } from './queries.ts';
import { RecipientList } from './recipient-list.tsx';
import classes from './signatures.module.css';
import { SigningServiceAlert } from './signing-service-alert.tsx';
import { timelineOf } from './timeline-text.ts';

const back = { to: paths.signatures, label: 'Signatures' };

/** What somebody has to know before anything else, where there is something. */
const Word = ({ envelope }: { envelope: SignatureEnvelope }) => {
  const { sending, problem, status, void_reason, voided_by_name } = envelope;
  const { recipients, documents, timeline, is_prepared } = envelope;
  const declined = recipients.find((one) => one.status === 'declined');
  // When it was to expire may have been changed at DocuSeal.
  const expired = timeline.findLast(({ kind }) => kind === 'expired');
  const superseded = documents.find(({ superseded_by }) => superseded_by !== null);
  const wasLate =
    superseded?.kind === 'statement' &&
    (status === 'signed' || status === 'completed') &&
    timeline.findIndex(({ kind }) => kind === 'superseded') < timeline.findLastIndex(({ kind }) => kind === 'signed');
  const notKept = timeline.filter(({ kind, detail }) => kind === 'stored' && detail !== '');
  if (status === 'voided')
    return (
      <Notice tone="warning" title={`Voided by ${voided_by_name || 'somebody'}`}>
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
        Nobody can sign it any more. Ask anew to send the same papers to the same people.
      </Notice>
    );
  if (sending === 'refused')
    return (
      <Notice tone="problem" title="DocuSeal did not take it">
        {problem} Change the draft and send it again.
      </Notice>
    );
  if (sending === 'asked')
    return (
      <SigningServiceAlert
        isWaiting
        usually={
          <Notice tone="info">
            Being sent. It goes out as soon as DocuSeal answers; you can leave this page meanwhile.
          </Notice>
        }
      />
    );
  if (status === 'signed' && notKept.length > 0)
    return (
      <Notice tone="problem" title="Not every signed paper could be kept">
        {notKept.map(({ detail }) => detail).join(' ')} What was signed still stands in DocuSeal.
      </Notice>
    );
  if (superseded)
    return (
      <Notice
        tone="warning"
        title={
          superseded.kind === 'statement'
            ? 'The Statement has changed since.'
            : `There is a later version of ${superseded.name}.`
        }
      >
        {wasLate ? 'It was signed after that, so it was not accepted. Version' : 'Version'} {superseded.superseded_by}{' '}
        takes its place.{' '}
        {status === 'draft' ? 'Choose that one before you send this.' : 'Send that one as a new request.'}
      </Notice>
    );
  if (status === 'draft' && is_prepared)
    return (
      <Notice tone="info" title="Prepared from the default set">
        Look it over, choose who signs for the funeral home, and send it.
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

/** A request to sign papers: who has signed, which papers, and everything that happened. */
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
            <ProgressRing percent={percent} />
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
              aria-label="Whose timeline"
              value={person}
              onChange={(event) => setPerson(event.currentTarget.value)}
              data={[
                { value: '', label: 'All people' },
                ...envelope.recipients.map(({ recipient_id, name }) => ({ value: recipient_id, label: name })),
              ]}
            />
          }
        >
          <div className={classes.body}>
            <Timeline label="Timeline" entries={timelineOf(envelope, person)} />
            {timelineOf(envelope, person).length === 0 && (
              <span className={classes.dim}>Nothing has happened yet.</span>
            )}
          </div>
        </Panel>
      </div>
    </div>
  );
};
