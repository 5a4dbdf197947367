import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type Copies, type CopyEntry, certificateEndpoints } from '#domain/certificates/certificate.endpoints.ts';
import {
  type CertificateHolder,
  certificateAlerts,
  certificateDays,
  deadlineUrgency,
  dueText,
} from '#domain/certificates/certificate-alerts.ts';
import { type CopyAction, copyActions, copyFields, copyRules } from '#domain/certificates/copies.fields.ts';
import { cleanCopies, copyErrors } from '#domain/certificates/copies.rules.ts';
import type { DeadlineKind } from '#domain/deadlines/rule-builders.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { isRequired, isShown } from '#domain/shared/forms/rules.ts';
import { daysBetween, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { useApi } from '../../api/api-context.ts';
import { readAgain } from '../../api/cache.ts';
import { callQuery, useChange } from '../../api/calls.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { caseKeys } from '../../cases/keys.ts';
import { caseDeadlinesQuery } from '../../deadlines/queries.ts';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { Chip, dueTones } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import grid from '../../ui/fields/field-control.module.css';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { IconButton } from '../../ui/gated-button.tsx';
import { usePreserveFocus, useRestoreFocus } from '../../ui/preserve-focus.ts';
import classes from './certificates.module.css';

const keyOf = (caseId: string) => ['certificate-copies', caseId] as const;

const copiesQuery = (call: Call, caseId: string) =>
  callQuery(call, certificateEndpoints.copies, { params: { id: caseId } }, keyOf(caseId), { staleTime: 0 });

const useCopiesChange = (caseId: string) => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    void readAgain(client, 'figures');
    return client.invalidateQueries({ queryKey: keyOf(caseId) });
  };
};

type CopiesBody = NonNullable<CallInput<typeof certificateEndpoints.recordCopies>['body']>;

/** The idempotency key records an entry once although a lost call is repeated. */
export const useRecordCopies = (caseId: string) =>
  useChange(
    (call, { body, idempotencyKey }: { body: CopiesBody; idempotencyKey: string }) =>
      call(certificateEndpoints.recordCopies, { params: { id: caseId }, body }, { idempotencyKey }),
    useCopiesChange(caseId),
  );

const useDeleteCopies = (caseId: string) =>
  useChange(
    (call, entryId: string) => call(certificateEndpoints.deleteCopies, { params: { id: caseId, entryId } }),
    useCopiesChange(caseId),
  );

interface CopiesFormProps {
  caseId: string;
  copies: Copies;
  today: string;
  move: CopyAction;
  /** The Statement's price of one copy as a decimal; '' if unknown. */
  feeEach: string;
  recipient: string;
  onDone: () => void;
}

/** The likely number: all copies that can take this action. */
const proposed = ({ outstanding, on_hand }: Copies, move: string): string =>
  move === 'received' && outstanding > 0
    ? String(outstanding)
    : move === 'handed_out' && on_hand > 0
      ? String(on_hand)
      : '';

const CopiesForm = ({ caseId, copies, today, move, feeEach, recipient, onDone }: CopiesFormProps) => {
  const recording = useRecordCopies(caseId);
  const root = useRef<HTMLFormElement>(null);
  useRestoreFocus();
  useEffect(() => root.current?.querySelector<HTMLElement>('select')?.focus(), []);
  const keyFor = useIdempotencyKey();
  const context = { today, totals: copies };
  const [name] = recipient.split(/[\n,]/);
  const { form, busy, onSubmit } = useSentForm({
    start: {
      move,
      on: today,
      copies: proposed(copies, move),
      copy_type: 'long',
      fee_each: feeEach,
      recipient: name?.trim() ?? '',
      notes: '',
    },
    judge: (values) => copyErrors(values, context),
    send: (values) => {
      const body = cleanCopies(values, context);
      return recording.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    done: 'Copies recorded',
    onDone,
  });
  return (
    <form ref={root} className={classes.form} noValidate aria-label="Record copies" onSubmit={onSubmit}>
      <div className={grid.grid}>
        {copyFields
          .filter((field) => isShown(copyRules, field, form.values, context))
          .map((field) => {
            const bound = form.bind(field);
            return (
              <div key={field.name} data-width={'width' in field ? field.width : 'full'}>
                <FieldInput
                  {...bound}
                  latest={today}
                  required={isRequired(copyRules, field, form.values, context)}
                  // Too many copies are reported at once.
                  error={bound.error ?? (field.name === 'copies' && form.values.copies ? form.errors.copies?.[0] : '')}
                  onChange={(value) => {
                    bound.onChange(value);
                    if (field.name === 'move') form.set('copies', proposed(copies, String(value)));
                  }}
                />
              </div>
            );
          })}
      </div>
      <div className={classes.foot}>
        <Button type="submit" disabled={!form.isSound} loading={busy}>
          Record
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

const desks: Record<CertificateHolder, { title: string; with: string; duty: DeadlineKind }> = {
  doctor: { title: 'Medical certification', with: 'With the doctor', duty: 'certifier' },
  county: { title: 'Filing with the county', with: 'With the county', duty: 'filing' },
};

/** The screen shows one due day, the case's own deadline. The documented 5 days (D3 §4) are else a note. */
export const CertificateAlerts = ({ caseRecord }: { caseRecord: Case }) => {
  const today = useTodayAt(caseRecord.funeral_home_id);
  const deadlines = useQuery(caseDeadlinesQuery(useApi(), caseRecord.id, caseRecord.version)).data ?? [];
  const alerts = certificateAlerts(caseRecord.sections.deathCertificate?.values ?? {}, today).filter(
    ({ desk }) => !deadlines.some(({ kind, done }) => kind === desks[desk].duty && done),
  );
  if (alerts.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label="Certificate deadlines">
      {alerts.map(({ desk, delivered, due: documented }) => {
        const deadline = deadlines.find(({ kind }) => kind === desks[desk].duty);
        const due = deadline?.due ?? documented;
        const daysLeft = daysBetween(today, due);
        return (
          <li key={desk} className={classes.alert}>
            <Chip tone={dueTones[deadlineUrgency(daysLeft)]}>{dueText(daysLeft)}</Chip>
            <div>
              <strong>{desks[desk].title}</strong>
              <div>
                {desks[desk].with} since {formatDate(delivered)} · {daysLeft < 0 ? 'was due' : 'due'} {formatDate(due)}
              </div>
              <div className={classes.dim}>
                {due !== documented && deadline && `${deadline.override?.due ? 'The day was changed.' : deadline.why} `}
                {certificateDays} days after delivery to the {desk}
                {due !== documented && ` end on ${formatDate(documented)}.`}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
};

const moveLabels = Object.fromEntries(copyActions.map(({ value, label }) => [value, label])) as Record<
  CopyAction,
  string
>;

export const CopiesPart = ({ caseRecord }: { caseRecord: Case }) => {
  const query = useQuery(copiesQuery(useApi(), caseRecord.id));
  const canEdit = isAllowed(actorOf(useCurrentUser()), 'case:follow-up', caseRecord);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const [recording, setRecording] = useState<CopyAction>();
  const [deleting, setDeleting] = useState<CopyEntry>();
  const part = usePreserveFocus<HTMLElement>();
  const copies = query.data;
  if (!copies) return <QueryState query={query} title="Failed to load copies" rows={2} />;
  const { ordered, outstanding, on_hand } = copies;
  const next: CopyAction = on_hand > 0 ? 'handed_out' : outstanding > 0 ? 'received' : 'ordered';
  const copiesOrdered = Number(caseRecord.sections.deathCertificate?.values.dc_copies_ordered ?? 0);
  return (
    <section ref={part} tabIndex={-1} className={classes.copies} aria-label="Certified copies">
      <div className={classes.head}>
        <h3 className={classes.title}>Certified copies</h3>
        {canEdit && (
          // Hidden while its form is open, which returns the focus to it.
          <Button variant="default" display={recording ? 'none' : undefined} onClick={() => setRecording(next)}>
            Record copies
          </Button>
        )}
      </div>
      <p className={classes.line}>
        {ordered === 0
          ? 'No copies recorded yet.'
          : `${copies.received} of ${ordered} received, ${copies.handed_out} given to family, ${on_hand} on hand. Fees ${formatMoney(parseMoney(copies.fees) ?? 0)}.`}
        {copiesOrdered > 0 && copiesOrdered !== ordered && ` The family requested ${copiesOrdered}.`}
      </p>
      {copies.entries.length > 0 && (
        <ul className={classes.entries}>
          {copies.entries.map((entry) => (
            <li key={entry.id} className={classes.entry}>
              <span className={classes.day}>{formatDate(entry.on)}</span>
              <span className={classes.what}>
                <strong>{copiesText(entry)}</strong> {detailsOf(entry)}
                {entry.notes && <span className={classes.dim}> · {entry.notes}</span>}
              </span>
              {canEdit && (
                <IconButton
                  icon={IconTrash}
                  label={`Delete: ${copiesText(entry)}, ${formatDate(entry.on)}`}
                  onClick={() => setDeleting(entry)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {recording && canEdit && (
        <CopiesForm
          caseId={caseRecord.id}
          copies={copies}
          today={today}
          move={recording}
          feeEach={String(caseRecord.sections.servicesFees?.values.death_certificate_fee_each ?? '')}
          recipient={String(caseRecord.sections.deathCertificate?.values.certificate_recipient ?? '')}
          onDone={() => setRecording(undefined)}
        />
      )}
      {deleting && <DeleteEntry caseId={caseRecord.id} entry={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
};

const copiesText = ({ copies, move }: CopyEntry): string => `${copies} ${moveLabels[move].toLowerCase()}`;
const detailsOf = ({ move, copy_type, fee_each, recipient }: CopyEntry): string => {
  if (move === 'handed_out') return `to ${recipient}`;
  if (move === 'received') return '';
  const fee = parseMoney(fee_each) ?? 0;
  return [`${copy_type} form`, fee > 0 && `${formatMoney(fee)} each`].filter(Boolean).join(', ');
};

const DeleteEntry = ({ caseId, entry, onClose }: { caseId: string; entry: CopyEntry; onClose: () => void }) => {
  const deleting = useDeleteCopies(caseId);
  return (
    <ConfirmDialog
      title="Delete entry"
      confirmLabel="Delete"
      danger
      action={() => deleting.mutateAsync(entry.id).then(() => toastSuccess('Entry deleted'))}
      text={`${copiesText(entry)} on ${formatDate(entry.on)}. It stays in the case history.`}
      onClose={onClose}
    />
  );
};
