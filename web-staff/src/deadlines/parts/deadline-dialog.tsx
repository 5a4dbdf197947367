import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { cleanOverride, deadlineOutcomes, overrideErrors, overrideFields } from '#domain/deadlines/override.fields.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { dayAndTime } from '../../cases/parts/case-text.ts';
import { LawSource } from '../../cases/parts/law-source.tsx';
import { membersQuery } from '../../team/queries.ts';
import { DialogForm } from '../../ui/feedback/form-dialog.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { useRestoreFocus } from '../../ui/preserve-focus.ts';
import { useOverrideDeadline } from '../queries.ts';
import classes from './deadlines.module.css';

const [settledField, dueField, ownerField, reasonField] = overrideFields;

interface DeadlineDialogProps {
  caseId: string;
  deadline: Deadline;
  canDecide: boolean;
  onClose: () => void;
}

export const DeadlineDialog = ({ caseId, deadline, canDecide, onClose }: DeadlineDialogProps) => {
  useRestoreFocus();
  const { title, due, time, is_wait, why, source, override } = deadline;
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Stack gap="md">
        <div>
          <Text fw={600}>
            {is_wait ? 'Not before' : 'Due'} {dayAndTime(due, time)}
          </Text>
          <Text>{why}</Text>
          <Text className={classes.dim}>
            <LawSource source={source} />
          </Text>
        </div>
        {override && (
          <Text>
            {override.by_name} overridden: {overrideText(override)}. “{override.reason}”
          </Text>
        )}
        {canDecide ? (
          <Decision caseId={caseId} deadline={deadline} onClose={onClose} />
        ) : (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </Stack>
    </Modal>
  );
};

const overrideText = ({ settled, due, owner }: NonNullable<Deadline['override']>): string =>
  [
    deadlineOutcomes.find(({ value }) => value === settled)?.label.toLowerCase(),
    due && `due ${formatDate(due)}`,
    owner && 'another owner',
  ]
    .filter(Boolean)
    .join(', ');

const Decision = ({ caseId, deadline, onClose }: Omit<DeadlineDialogProps, 'canDecide'>) => {
  const deciding = useOverrideDeadline(caseId);
  const members = useQuery(membersQuery(useApi())).data ?? [];
  const { kind, override } = deadline;
  const { form, ...sent } = useSentForm({
    start: { settled: override?.settled ?? '', due: override?.due ?? '', owner: override?.owner ?? '', reason: '' },
    judge: overrideErrors,
    send: (values) => deciding.mutateAsync({ kind, body: cleanOverride(values) }),
    done: 'Deadline changed',
    onDone: onClose,
  });
  const remove = () =>
    deciding.mutate(
      { kind },
      { onSuccess: () => [toastSuccess('Override removed'), onClose()], onError: toastFailure },
    );
  const owners = [
    { value: '', label: deadline.owner_name && !override?.owner ? deadline.owner_name : 'From the case' },
    ...members
      .filter(({ status }) => status === 'active')
      .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` })),
  ];
  return (
    <DialogForm label={`Override deadline: ${deadline.title}`} submit="Save" {...sent} onClose={onClose}>
      <FormFields
        form={form}
        fields={[settledField, dueField, { ...ownerField, kind: 'chosen', options: owners }, reasonField]}
      />
      {override && (
        <Button variant="subtle" loading={deciding.isPending} onClick={remove}>
          Remove override
        </Button>
      )}
    </DialogForm>
  );
};
