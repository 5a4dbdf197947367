import { Button } from '@mantine/core';
import { IconCheck, IconPhone, IconSend, IconWritingSign } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import type { EnvelopeChoices, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { type EnvelopeStatus, isSettledStatus, type RecipientStatus } from '#domain/signatures/envelope-status.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { Panel } from './mapping.tsx';
import { useResend } from './mutations.ts';
import { EnvelopeBadge } from './parts/envelope-badge.tsx';
import { choicesQuery } from './queries.ts';
import classes from './signatures.module.css';

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
type Recipient = SignatureEnvelope['recipients'][number];

const badgeOf: Record<RecipientStatus, EnvelopeStatus> = {
  pending: 'pending',
  sent: 'sent',
  delivered: 'delivered',
  opened: 'opened',
  viewed: 'viewed',
  completed: 'completed',
  declined: 'declined',
};

const lately = (one: Recipient, { status, sending }: SignatureEnvelope): string => {
  if (!one.signs) return 'Gets a copy';
  if (one.completed_at) return `signed ${exactTime(one.completed_at)}`;
  if (one.declined_at) return `declined ${exactTime(one.declined_at)}`;
  if (one.viewed_at) return `viewed ${exactTime(one.viewed_at)}`;
  if (one.sent_at) return `sent ${exactTime(one.sent_at)}`;
  if (status === 'draft' || sending === 'asked' || isSettledStatus(status)) return '';
  return one.delivery === 'in_person' ? 'signs in person' : 'waiting for their turn';
};

interface RecipientRowProps {
  envelope: SignatureEnvelope;
  one: Recipient;
}

/** The page's own Resend button is enough for a single open signer. */
const isOneOfSeveral = ({ recipients }: SignatureEnvelope): boolean =>
  recipients.filter(({ is_turn }) => is_turn).length > 1;

/** After the end an open signer is not waited for. */
const HowFar = ({ envelope, one }: RecipientRowProps) =>
  isSettledStatus(envelope.status) && one.status !== 'completed' && one.status !== 'declined' ? (
    <Chip>Not signed</Chip>
  ) : (
    <EnvelopeBadge status={badgeOf[one.status]} label={one.status_display} />
  );

const RecipientRow = ({ envelope, one, phone }: RecipientRowProps & { phone: string }) => {
  const can = useCan();
  const resending = useResend(envelope.id);
  const resend = () =>
    resending.mutate(one.recipient_id, {
      onSuccess: () => toastSuccess(`Sent again to ${one.name}`),
      onError: toastFailure,
    });
  const isDone = one.status === 'completed';
  return (
    <li className={classes.row} data-turn={one.is_turn || undefined}>
      <span className={classes.order} data-done={isDone || undefined}>
        {isDone ? <IconCheck size={18} stroke={2} aria-hidden /> : one.order}
      </span>
      <span className={classes.grow}>
        <strong>{one.name}</strong> <span className={classes.dim}>{one.part_display.toLowerCase()}</span>
        <br />
        <span className={classes.dim}>{[one.email, lately(one, envelope)].filter(Boolean).join(' · ')}</span>
      </span>
      {one.signs && envelope.status !== 'draft' && <HowFar envelope={envelope} one={one} />}
      {(one.is_turn || phone) && (
        <span className={classes.tools}>
          {one.signing_pages.map(({ url, document }) => (
            <Button
              key={url}
              component="a"
              href={url}
              target="_blank"
              rel="noreferrer"
              variant={one.delivery === 'in_person' ? 'filled' : 'default'}
              leftSection={<IconWritingSign {...icon} />}
            >
              {one.signing_pages.length > 1 ? `Sign ${document} in person` : 'Sign in person'}
            </Button>
          ))}
          {one.is_turn && can('signature:send') && one.delivery === 'email' && isOneOfSeveral(envelope) && (
            <Button
              variant="default"
              aria-label={`Resend to ${one.name}`}
              leftSection={<IconSend {...icon} />}
              loading={resending.isPending}
              onClick={resend}
            >
              Resend
            </Button>
          )}
          {phone && (
            <Button
              component="a"
              href={telHref(phone)}
              variant="default"
              aria-label={`Call ${one.name}, ${formatPhone(phone)}`}
              leftSection={<IconPhone {...icon} />}
            >
              {formatPhone(phone)}
            </Button>
          )}
        </span>
      )}
    </li>
  );
};

const isOpen = ({ signs, status }: Recipient, envelope: SignatureEnvelope): boolean =>
  signs && status !== 'completed' && envelope.status !== 'draft' && envelope.status !== 'voided';

type Person = EnvelopeChoices['people'][number];

/** Relationships and emails differ between a father and a son of one name. */
const isPerson = ({ name, relationship, email }: Recipient, person: Person): boolean =>
  isSameName(person.name, name) &&
  (relationship === '' || person.relationship === '' || person.relationship === relationship) &&
  (email === '' || person.email === '' || person.email === email);

/** Returns the number of an open signer: that of the request, or the one that the case has now. */
const usePhones = (envelope: SignatureEnvelope) => {
  const can = useCan();
  const isAsked = envelope.recipients.some(
    (one) => isOpen(one, envelope) && one.phone === '' && one.part !== 'funeral_director',
  );
  const { data } = useQuery({
    ...choicesQuery(useApi(), envelope.case.id),
    enabled: isAsked && can('signature:send'),
  });
  return (one: Recipient): string => {
    if (!isOpen(one, envelope)) return '';
    if (one.phone) return one.phone;
    const found = data?.people.filter((person) => isPerson(one, person)) ?? [];
    return found.length === 1 ? (found[0]?.phone ?? '') : '';
  };
};

export const RecipientList = ({ envelope }: { envelope: SignatureEnvelope }) => {
  const { recipients, in_order } = envelope;
  const phoneOf = usePhones(envelope);
  const signers = recipients.filter(({ signs }) => signs);
  const done = signers.filter(({ status }) => status === 'completed').length;
  return (
    <Panel
      title={`Signers (${done} of ${signers.length})`}
      note={signers.length > 1 && (in_order ? 'In this order' : 'In any order')}
    >
      {recipients.length === 0 && <div className={classes.body}>No signers yet.</div>}
      <ol className={classes.rows}>
        {recipients.map((one) => (
          <RecipientRow key={one.recipient_id} envelope={envelope} one={one} phone={phoneOf(one)} />
        ))}
      </ol>
    </Panel>
  );
};
