import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { deadlineOutcomes, keptOverride, overrideErrors, overrideFields } from '#domain/deadlines/override.fields.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { dayAndTime } from '../../cases/parts/case-text.ts';
import { LawSource } from '../../cases/parts/law-source.tsx';
import { membersQuery } from '../../team/queries.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
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
            {override.by_name} overridden: {said(override)}. “{override.reason}”
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

const said = ({ settled, due, owner }: NonNullable<Deadline['override']>): string =>
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
  const form = useValuesForm(
    { settled: override?.settled ?? '', due: override?.due ?? '', owner: override?.owner ?? '', reason: '' },
    overrideErrors,
  );
  const send = async (body?: Record<string, string>) => {
    try {
      await deciding.mutateAsync(body ? { kind, body } : { kind });
      toastSuccess(body ? 'Deadline changed' : 'Override removed');
      onClose();
    } catch (error) {
      form.refuse(error);
      toastFailure(error);
    }
  };
  const owner = form.bind(ownerField);
  return (
    <form
      noValidate
      aria-label={`Override deadline: ${deadline.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isSound && !deciding.isPending) void send(keptOverride(form.values));
        else for (const name of Object.keys(form.faults)) form.leave(name);
      }}
    >
      <Stack gap="md">
        <FieldInput {...form.bind(settledField)} />
        <FieldInput {...form.bind(dueField)} />
        <NativeSelect
          label={ownerField.label}
          value={asString(owner.value)}
          error={owner.error}
          onChange={(event) => owner.onChange(event.currentTarget.value)}
          data={[
            { value: '', label: deadline.owner_name && !override?.owner ? deadline.owner_name : 'From the case' },
            ...members
              .filter(({ status }) => status === 'active')
              .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` })),
          ]}
        />
        <FieldInput {...form.bind(reasonField)} required />
        {override && (
          <Button variant="subtle" loading={deciding.isPending} onClick={() => void send()}>
            Remove override
          </Button>
        )}
        <DialogButtons submit="Save" busy={deciding.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
};
