import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { InsuranceAssignment } from '#domain/payments/receivables.schema.ts';
import {
  type AssignmentStatus,
  assignmentStatusLabels,
  isOpen,
  settableStatuses,
} from '#domain/payments/receivables.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { PhoneLink } from '../../ui/fields/field-list.tsx';
import { MaskedNumber } from '../../ui/masked-number.tsx';
import { useChangeAssignment, usePolicyNumber, useRemoveAssignment } from '../mutations.ts';
import classes from './payments.module.css';

const tones: Record<AssignmentStatus, Tone> = { assigned: 'neutral', verified: 'info', paid: 'ok', denied: 'danger' };

interface AssignmentsProps {
  caseId: string;
  assignments: readonly InsuranceAssignment[];
  canRecord: boolean;
  onEdit: (one: InsuranceAssignment) => void;
  onSettle: (one: InsuranceAssignment) => void;
}

export const Assignments = ({ caseId, assignments, canRecord, onEdit, onSettle }: AssignmentsProps) => {
  const changing = useChangeAssignment(caseId);
  const removing = useRemoveAssignment(caseId);
  const keyFor = useIdempotencyKey();
  const [leaving, setLeaving] = useState<InsuranceAssignment>();
  const set = (one: InsuranceAssignment, status: (typeof settableStatuses)[number]) =>
    changing.mutate(
      // Each click is a new request, because a status may be set again later.
      { id: one.id, body: { status }, idempotencyKey: crypto.randomUUID() },
      {
        onSuccess: () => toastSuccess(`${one.company}: ${assignmentStatusLabels[status].toLowerCase()}`),
        onError: toastFailure,
      },
    );
  const remove = async ({ id }: InsuranceAssignment) => {
    await removing.mutateAsync({ id, idempotencyKey: keyFor(id) });
    toastSuccess('Assignment removed');
  };
  return (
    <>
      <ul className={classes.assignments} aria-label="Insurance assignments">
        {assignments.map((one) => (
          <li key={one.id}>
            <div className={classes.assignment}>
              <div>
                <strong>{one.company}</strong>{' '}
                <Chip tone={tones[one.status]}>{assignmentStatusLabels[one.status]}</Chip>
                <div className={classes.label}>
                  Policy <PolicyNumber caseId={caseId} one={one} />
                  {one.expected_on && isOpen(one.status) && ` · expected ${formatDate(one.expected_on)}`}
                </div>
                {one.contact_phone && <PhoneLink phone={one.contact_phone} />}
                {one.notes && <div className={classes.label}>{one.notes}</div>}
              </div>
              <span className={classes.assigned}>
                {one.amount_received === '0.00' || one.amount_received === one.amount
                  ? formatAmount(one.amount)
                  : `${formatAmount(one.amount_received)} received of ${formatAmount(one.amount)}`}
              </span>
              {canRecord && one.status !== 'paid' && (
                <div className={classes.next}>
                  {isOpen(one.status) && (
                    <Button variant="default" onClick={() => onSettle(one)}>
                      Record payment
                    </Button>
                  )}
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon variant="subtle" size={44} aria-label={`Actions for ${one.company}`}>
                        <IconDots size={18} stroke={1.8} aria-hidden />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      {settableStatuses
                        .filter((status) => status !== one.status)
                        .map((status) => (
                          <Menu.Item key={status} onClick={() => set(one, status)}>
                            Mark as {assignmentStatusLabels[status].toLowerCase()}
                          </Menu.Item>
                        ))}
                      <Menu.Item onClick={() => onEdit(one)}>Change…</Menu.Item>
                      <Menu.Item onClick={() => setLeaving(one)}>Remove…</Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title="Remove assignment"
          confirmLabel="Remove"
          danger
          action={() => remove(leaving)}
          text="Use this only for an entry made by mistake. If the insurer denied it, mark it as Denied instead. The entry stays in the case history."
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
};

/** Masked until staff of the case request the whole number to call the insurer. */
const PolicyNumber = ({ caseId, one }: { caseId: string; one: InsuranceAssignment }) => {
  const can = useCan();
  const asking = usePolicyNumber(caseId);
  const whole = asking.data?.policy_number;
  const toggle = () => (whole ? asking.reset() : asking.mutate(one.id, { onError: toastFailure }));
  return (
    <MaskedNumber
      masked={one.policy_number}
      whole={whole}
      name={`policy number of ${one.company}`}
      onToggle={can('payment:correct') ? toggle : undefined}
      busy={asking.isPending}
    />
  );
};
