import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { contactName, contactOfInformant } from '#domain/cases/primary-contact.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { NewComment, Task, TaskPatch, taskMessages } from '#domain/tasks/task.schema.ts';
import { useApi } from '../api/api-context.ts';
import { caseQuery } from '../cases/queries.ts';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmButton, DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { FieldGrid } from '../ui/fields/field-grid.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { FieldList } from '../ui/fields/field-list.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { SidePanel, useUnsavedPanelGuard } from '../ui/page/side-panel.tsx';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { HomeZone } from '../ui/time/time-ago.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { useSendTask, useTaskStep } from './mutations.ts';
import { TaskDue } from './parts/task-list.tsx';
import { endText, factText, ruleText } from './parts/task-text.ts';
import { taskQuery } from './queries.ts';
import { taskBody, taskFields, taskRules, taskValues, useOwners } from './task-fields.ts';

export const TaskPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const query = useQuery(taskQuery(useApi(), id));
  return (
    <SidePanel title={query.data?.title ?? 'Task'} closeLabel="Close the task" onClose={onClose}>
      {query.data ? <Details task={query.data} onClose={onClose} /> : <QueryState query={query} rows={6} height={64} />}
    </SidePanel>
  );
};

const usePlan = (task: Task) => {
  const send = useSendTask(task.case);
  const isFree = task.rule === null;
  const owners = useOwners({ id: task.owner, name: task.owner_name });
  const fields = taskFields(owners).filter(({ name }) => isFree || name !== 'title');
  const form = useRecordForm<Task>({
    fields,
    record: task,
    recordSchema: Task,
    versionOf: ({ version }) => version,
    valuesOf: (from) => taskValues(from ?? task),
    rules: () => taskRules,
    save: ({ changed, values, version }) => {
      const names = changed.map(({ name }) => name);
      // A day and its time are one value.
      const sent = names.includes('due') || names.includes('time') ? [...names, 'due', 'time'] : names;
      const body = taskBody(Object.fromEntries(sent.map((name) => [name, values[name] ?? ''])));
      return send(taskEndpoints.update, { params: { id: task.id }, body: TaskPatch.parse({ ...body, version }) });
    },
    onSaved: (_, saved) => saved && toastSuccess('Task saved'),
  });
  return { form, fields };
};

interface DetailsProps {
  task: Task;
  onClose: () => void;
}

const Details = ({ task, onClose }: DetailsProps) => {
  const can = useCan();
  const mayPlan = isAllowed(actorOf(useCurrentUser()), 'task:plan', { ownerOfFree: task.rule ? null : task.owner });
  const take = useTaskStep();
  const zone = useTimeZoneAt(task.funeral_home_id);
  const { form, fields } = usePlan(task);
  const send = useSendTask(task.case);
  const { form: comment, ...sent } = useSentForm({
    start: { text: '' },
    judge: (values) => schemaErrors(NewComment, values),
    send: (body) => send(taskEndpoints.comment, { params: { id: task.id }, body }),
    onDone: (): void => comment.clear('text'),
  });
  useUnsavedPanelGuard(form.dirty || comment.isChanged);
  const remove = async () => {
    // A closed panel does not read the deleted task again.
    onClose();
    await send(taskEndpoints.remove, { params: { id: task.id } });
    toastSuccess('Task deleted');
  };
  return (
    <HomeZone value={zone}>
      <Stack gap="md">
        {task.case && (
          <Anchor component={Link} to={paths.case(task.case)}>
            {[task.deceased_name, task.case_number].filter(Boolean).join(' · ')}
          </Anchor>
        )}
        {task.case && <CallFamily caseId={task.case} />}
        {task.state === 'open' ? <TaskDue task={task} /> : <Text>{endText(task, zone)}</Text>}
        {task.state === 'open' && task.met_by && (
          <Text size="sm">Completed once this is recorded: {factText(task.met_by)}.</Text>
        )}
        <Group gap="xs">
          {can('task:tick') &&
            (task.state === 'open' ? (
              <>
                <Button onClick={() => take({ task, to: 'done' })}>Complete</Button>
                <DialogOpener dialog={(close) => <NotNeeded task={task} onClose={close} />}>Not needed…</DialogOpener>
              </>
            ) : (
              <Button variant="default" onClick={() => take({ task, to: 'open' })}>
                Reopen
              </Button>
            ))}
          {mayPlan && task.rule === null && (
            <ConfirmButton
              variant="subtle"
              color="red"
              ask={{
                title: 'Delete this task?',
                confirmLabel: 'Delete',
                danger: true,
                action: remove,
                text: `“${task.title}” and its comments will be deleted.`,
              }}
            >
              Delete
            </ConfirmButton>
          )}
        </Group>
        {mayPlan ? (
          <form noValidate aria-label="Task" onSubmit={form.submit}>
            {task.rule && (
              <Text size="sm" c="dimmed" mb="xs">
                Due {ruleText(task.rule)}, by the checklist. Clear the day or the owner to go back to it.
              </Text>
            )}
            <FieldGrid control={form.methods.control} fields={fields} required={new Set(['title'])} />
            <Button type="submit" mt="md" disabled={!form.dirty} loading={form.saving}>
              Save
            </Button>
            {form.dialogs}
          </form>
        ) : (
          <FieldList fields={fields} values={taskValues(task)} />
        )}
        <Timeline
          label="Comments"
          entries={task.comments.map(({ text, by_name, at }) => ({ id: at + text, at, who: by_name, what: text }))}
        />
        {can('task:tick') && (
          <form noValidate aria-label="New comment" onSubmit={sent.onSubmit}>
            <FormFields
              form={comment}
              fields={[{ name: 'text', label: 'Comment', kind: 'textarea', rows: 2, maxLength: 500 }]}
            />
            <Button type="submit" variant="default" mt="xs" loading={sent.busy}>
              Add comment
            </Button>
          </form>
        )}
      </Stack>
    </HomeZone>
  );
};

/** Nothing while the case has no phone number. */
const CallFamily = ({ caseId }: { caseId: string }) => {
  const informant = useQuery(caseQuery(useApi(), caseId)).data?.sections.informant?.values ?? {};
  const phone = contactOfInformant(informant).phone || stringAt(informant, 'submitter_phone');
  if (!phone) return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        Next of kin
      </Text>
      <Button
        component="a"
        href={telHref(phone)}
        variant="default"
        leftSection={<IconPhone size={18} stroke={1.6} aria-hidden />}
      >
        <span>
          Call {contactName(informant) || 'the family'},{' '}
          <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(phone)}</span>
        </span>
      </Button>
    </div>
  );
};

const reasonField = { name: 'reason', label: 'Why', kind: 'text', maxLength: 300, isFirst: true, requiredIf: true };

const NotNeeded = ({ task, onClose }: DetailsProps) => {
  const take = useTaskStep();
  const { form, ...sent } = useSentForm({
    start: { reason: '' },
    judge: ({ reason }): FieldErrors => (reason.trim() ? {} : { reason: [taskMessages.needsReason] }),
    send: async ({ reason }) => take({ task, to: 'not_needed', reason }),
    onDone: onClose,
  });
  return (
    <FormDialog title="Not needed" submit="Not needed" {...sent} onClose={onClose}>
      <FormFields form={form} fields={[reasonField]} />
    </FormDialog>
  );
};
