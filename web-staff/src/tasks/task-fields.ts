import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { roleLabels, roles } from '#domain/shared/access/roles.ts';
import type { FieldOption, FieldValue } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { NewTask, type Task } from '#domain/tasks/task.schema.ts';
import { useApi } from '../api/api-context.ts';
import { membersQuery } from '../team/queries.ts';

const form = fieldBuilders<never>();
const half = { width: 'half' } as const;

/** `owner` is a person or a role; blank values are those of the checklist. */
export const taskFields = (owners: readonly FieldOption[]) =>
  [
    form.line('title', 'What has to be done', { maxLength: 120, requiredIf: true }),
    form.select('owner', 'Owner', owners, half),
    form.line('promised_to', 'Promised to', { ...half, maxLength: 100 }),
    form.date('due', 'Due', half),
    form.time('time', 'Time', { ...half, daytime: true }),
    form.text('note', 'Note', { maxLength: 1000 }),
  ] as const;

export const taskValues = (task: Task) => ({
  title: task.title,
  owner: task.owner ?? task.role ?? '',
  promised_to: task.promised_to,
  due: task.due ?? '',
  time: task.time ?? '',
  note: task.note,
});

const clearable: readonly string[] = ['owner', 'due', 'time'];

/** Returns the values of a form as the calls expect them. */
export const taskBody = (values: Readonly<Record<string, FieldValue>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'owner' && roles.some((role) => role === value)) return ['role', value];
      return [name, value === '' && clearable.includes(name) ? null : value];
    }),
  );

export const taskRules = z.preprocess((values) => taskBody(values as Record<string, FieldValue>), NewTask);

/** Returns the people and roles that can have a task; `holder` also where they left the team. */
export const useOwners = (holder: { id: string | null; name: string }): FieldOption[] => {
  const members = useQuery(membersQuery(useApi())).data ?? [];
  const active = members.filter(({ status, id }) => status === 'active' && id !== holder.id);
  return [
    ...(holder.id ? [{ value: holder.id, label: holder.name }] : []),
    ...active.map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` })),
    ...roles.map((role) => ({ value: role, label: `${roleLabels[role]} (role)` })),
  ];
};
