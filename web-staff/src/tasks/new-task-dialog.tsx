import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { NewTask } from '#domain/tasks/task.schema.ts';
import { CaseCombobox } from '../cases/parts/case-combobox.tsx';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { useSendTask } from './mutations.ts';
import { taskBody, taskFields, taskRules, useOwners } from './task-fields.ts';

interface NewTaskDialogProps {
  /** Of this case; without one the dialog asks for it. */
  caseId?: string;
  onClose: () => void;
}

export const NewTaskDialog = ({ caseId, onClose }: NewTaskDialogProps) => {
  const { id, first_name, last_name } = useCurrentUser();
  const [found, setFound] = useState<CaseRow>();
  const ofCase = caseId ?? found?.id ?? null;
  const send = useSendTask(ofCase);
  const { form, ...sent } = useSentForm({
    start: { title: '', owner: id, promised_to: '', due: '', time: '' },
    judge: (values) => schemaErrors(taskRules, values),
    send: (values) => send(taskEndpoints.create, { body: NewTask.parse({ ...taskBody(values), case: ofCase }) }),
    done: 'Task added',
    onDone: onClose,
  });
  const [title, ...fields] = taskFields(useOwners({ id, name: `${first_name} ${last_name}` }));
  return (
    <FormDialog title="New task" submit="Add task" {...sent} onClose={onClose}>
      <FormFields form={form} fields={[{ ...title, isFirst: true }]} />
      {!caseId &&
        (found ? (
          <Group justify="space-between">
            <Text>For {found.deceased_full_name || found.case_number}</Text>
            <Button ref={(button) => button?.focus()} variant="default" onClick={() => setFound(undefined)}>
              Without a case
            </Button>
          </Group>
        ) : (
          <CaseCombobox label="Case (optional)" placeholder="Name or case number" onPick={setFound} />
        ))}
      <FormFields form={form} fields={fields.filter(({ name }) => name !== 'note')} />
    </FormDialog>
  );
};
