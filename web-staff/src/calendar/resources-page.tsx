import { Button, Group, Stack } from '@mantine/core';
import { IconPhone, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { Resource, Shift } from '#domain/calendar/day.schema.ts';
import { inOrderOfDay } from '#domain/calendar/day-events.ts';
import {
  type ResourceKind,
  resourceKindLabels,
  resourceKinds,
  type ShiftKind,
  shiftKindLabels,
  shiftKinds,
} from '#domain/calendar/day-names.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { addDays, type CalendarDate, isCalendarDate, momentIn, todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockTime, formatTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastUndoable } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { IconButton } from '../ui/gated-button.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useEveryMinute } from '../ui/time/time-ago.tsx';
import { useSendDay } from './mutations.ts';
import { resourcesQuery, shiftsQuery, useMemberOptions } from './parts/day-queries.ts';
import { extentText, optionsOf, shortDate } from './parts/day-text.ts';

const title = 'Vehicles, rooms and shifts';

export const ResourcesPage = () => {
  useDocumentTitle(title);
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  const mayPlan = useCan()('day:plan');
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: paths.calendar, label: 'Calendar' }}
        actions={
          mayPlan && (
            <DialogOpener dialog={(close) => <ShiftDialog day={today} onClose={close} />}>Add shift</DialogOpener>
          )
        }
      />
      <Stack gap="lg">
        <Shifts {...{ today, mayPlan }} />
        <Resources />
      </Stack>
    </>
  );
};

const Resources = () => {
  const query = useQuery(resourcesQuery(useApi()));
  const mayEdit = useCan()('home:edit');
  const homes = useLocations();
  if (!query.data) return <QueryState query={query} rows={4} height={64} />;
  const { results } = query.data;
  const homeOf = ({ funeral_home_id: home }: Resource) =>
    home === null ? 'all locations' : homes.find(({ id }) => id === home)?.name;
  return (
    <Queue
      title="Vehicles, rooms and equipment"
      count={results.length}
      foot={mayEdit && <DialogOpener dialog={(close) => <ResourceDialog onClose={close} />}>Add</DialogOpener>}
    >
      {results.length === 0 && <EmptyState title="None yet" text="Begin with the hearses and the chapels." />}
      <QueueRows label="Vehicles, rooms and equipment">
        {results.map((resource) => (
          <QueueRow
            key={resource.id}
            name={resource.name}
            lines={[
              [
                resourceKindLabels[resource.kind],
                homes.length > 1 && homeOf(resource),
                resource.minutes_between > 0 && `${resource.minutes_between} minutes between events`,
                resource.note,
              ]
                .filter(Boolean)
                .join(' · '),
            ]}
            actions={
              <>
                {!resource.active && <Chip>No longer in use</Chip>}
                {mayEdit && (
                  <DialogOpener
                    aria-label={`Change ${resource.name}`}
                    dialog={(close) => <ResourceDialog resource={resource} onClose={close} />}
                  >
                    Change
                  </DialogOpener>
                )}
              </>
            }
          />
        ))}
      </QueueRows>
    </Queue>
  );
};

const useHomeField = (shared?: string): FieldShape[] => {
  const options = useLocations().map(({ id, name }) => ({ value: id, label: name }));
  if (options.length < 2) return [];
  const all = shared ? [{ value: '', label: shared }] : [];
  return [{ name: 'funeral_home', label: 'Location', kind: 'chosen', options: [...all, ...options] }];
};

const resourceFields = {
  kind: { name: 'kind', label: 'Kind', kind: 'chosen', options: optionsOf(resourceKinds, resourceKindLabels) },
  name: { name: 'name', label: 'Name', kind: 'text', maxLength: 60, requiredIf: true, isFirst: true },
  minutes: {
    name: 'minutes_between',
    label: 'Minutes between two events',
    kind: 'integer',
    inputmode: 'numeric',
    help: 'Such as the way back. They do not count within one funeral.',
  },
  note: { name: 'note', label: 'Note', kind: 'text', maxLength: 200 },
  active: { name: 'active', label: 'In use', kind: 'checkbox' },
} as const satisfies Record<string, FieldShape>;

const ResourceDialog = ({ resource, onClose }: { resource?: Resource; onClose: () => void }) => {
  const send = useSendDay();
  const { form, ...sent } = useSentForm({
    start: {
      kind: (resource?.kind ?? 'vehicle') as ResourceKind,
      name: resource?.name ?? '',
      minutes_between: String(resource?.minutes_between ?? 0),
      note: resource?.note ?? '',
      active: resource?.active ?? true,
      funeral_home: resource?.funeral_home_id ?? '',
    },
    judge: ({ name, minutes_between }): FieldErrors => ({
      ...(name.trim() === '' && { name: ['Name is required'] }),
      ...(!(/^\d{1,3}$/.test(minutes_between.trim()) && Number(minutes_between) <= 480) && {
        minutes_between: ['Enter at most 480 minutes'],
      }),
    }),
    send: ({ kind, active, ...values }) => {
      const body = {
        name: values.name,
        note: values.note,
        minutes_between: Number(values.minutes_between),
        funeral_home: values.funeral_home || null,
      };
      if (!resource) return send(dayEndpoints.addResource, { body: { ...body, kind } });
      const { id, version } = resource;
      return send(dayEndpoints.changeResource, { params: { id }, body: { ...body, active, version } });
    },
    done: resource ? 'Saved' : 'Added',
    onDone: onClose,
  });
  const { kind, name, minutes, note, active } = resourceFields;
  const home = useHomeField('All locations share it');
  return (
    <FormDialog
      title={resource ? `Change ${resource.name}` : 'Add a vehicle, room or equipment'}
      submit={resource ? 'Save' : 'Add'}
      {...sent}
      onClose={onClose}
    >
      <FormFields form={form} fields={[name, ...(resource ? [] : [kind]), ...home, minutes, note]} />
      {resource && <FormFields form={form} fields={[active]} />}
    </FormDialog>
  );
};

const listedDays = 14;
const nearDays = 7;
const nearRows = 6;
const shiftsTitle = 'Shifts of the next two weeks';

const Shifts = ({ today, mayPlan }: { today: CalendarDate; mayPlan: boolean }) => {
  const query = useQuery(shiftsQuery(useApi(), { from: today, to: addDays(today, listedDays - 1) }));
  const [isWhole, setWhole] = useState(false);
  useEveryMinute();
  const { time_zone } = useCurrentUser().funeral_home_details;
  if (!query.data) return <QueryState query={query} rows={4} height={64} />;
  const all = inOrderOfDay(query.data.results);
  const near = all.filter(({ date }) => date < addDays(today, nearDays)).slice(0, nearRows);
  const shown = isWhole ? all : near;
  const byDay = Map.groupBy(all, ({ date }) => date);
  const { day, time } = momentIn(time_zone, new Date());
  return (
    <>
      <OnCallNow shifts={all.filter((shift) => isOnCallAt(shift, `${day} ${time}`))} />
      <Queue
        title={shiftsTitle}
        count={all.length}
        foot={
          all.length > near.length && (
            <Button variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${all.length}`}
            </Button>
          )
        }
      >
        {all.length === 0 && <EmptyState title="No shifts yet" text="Add who is on call and who is off." />}
        <QueueRows label={shiftsTitle}>
          {[...Map.groupBy(shown, ({ date }) => date)].flatMap(([date, shifts]) => [
            <QueueDay key={date} count={byDay.get(date)?.length ?? 0} isToday={date === today}>
              {shortDate(date)}
            </QueueDay>,
            ...shifts.map((shift) => <ShiftRow key={shift.id} shift={shift} mayDelete={mayPlan} />),
          ])}
        </QueueRows>
      </Queue>
    </>
  );
};

const isOnCallAt = ({ kind, date, time, end_date, end_time }: Shift, moment: string): boolean =>
  kind === 'on_call' && `${date} ${time}` <= moment && moment < `${end_date} ${end_time}`;

const OnCallNow = ({ shifts }: { shifts: readonly Shift[] }) => {
  const homes = useLocations();
  return (
    <Queue title="On call now" count={shifts.length}>
      {shifts.length === 0 && <EmptyState title="No one is on call now" />}
      <QueueRows label="On call now">
        {shifts.map(({ id, member_name, phone, end_date, end_time, note, funeral_home_id }) => (
          <QueueRow
            key={id}
            name={member_name}
            isBeneath
            lines={[
              [
                `Until ${shortDate(end_date)}, ${formatTime(end_time)}`,
                homes.length > 1 && homes.find((home) => home.id === funeral_home_id)?.name,
                note,
              ]
                .filter(Boolean)
                .join(' · '),
            ]}
            actions={
              phone ? (
                <Button
                  component="a"
                  href={telHref(phone)}
                  leftSection={<IconPhone size={18} stroke={1.6} aria-hidden />}
                  aria-label={`Call ${member_name}, ${formatPhone(phone)}`}
                >
                  {formatPhone(phone)}
                </Button>
              ) : (
                <Chip tone="warn">No number</Chip>
              )
            }
          />
        ))}
      </QueueRows>
    </Queue>
  );
};

const ShiftRow = ({ shift, mayDelete }: { shift: Shift; mayDelete: boolean }) => {
  const send = useSendDay();
  const { id, member, member_name, kind, date, time, end_date, end_time, note, funeral_home_id: funeral_home } = shift;
  const remove = async () => {
    await send(dayEndpoints.removeShift, { params: { id } });
    const body = { member, kind, date, time, end_date, end_time, note, funeral_home };
    toastUndoable('Shift deleted', () => void send(dayEndpoints.addShift, { body }).catch(toastFailure));
  };
  return (
    <QueueRow
      name={member_name}
      lines={[`${shiftKindLabels[kind]}, ${extentText(shift)}`, note]}
      actions={
        mayDelete && (
          <IconButton
            icon={IconTrash}
            color="gray"
            label={`Delete: ${member_name}, ${shiftKindLabels[kind]}, ${shortDate(date)}`}
            onClick={() => void remove().catch(toastFailure)}
          />
        )
      }
    />
  );
};

const ShiftDialog = ({ day, onClose }: { day: string; onClose: () => void }) => {
  const { id, funeral_home } = useCurrentUser();
  const send = useSendDay();
  const { form, ...sent } = useSentForm({
    start: {
      member: id,
      kind: 'on_call' as ShiftKind,
      funeral_home: funeral_home ?? '',
      date: day,
      time: '17:00',
      end_date: addDays(day, 1),
      end_time: '08:00',
      note: '',
    },
    judge: (values): FieldErrors => ({
      ...Object.fromEntries(
        (['date', 'end_date'] as const)
          .filter((name) => !isCalendarDate(values[name]))
          .map((name) => [name, ['Enter a date']]),
      ),
      ...Object.fromEntries(
        (['time', 'end_time'] as const).flatMap((name) => {
          const error = clockTime.safeParse(values[name]).error?.issues[0]?.message;
          return error ? [[name, [error]]] : [];
        }),
      ),
    }),
    send: (body) => send(dayEndpoints.addShift, { body }),
    done: 'Shift added',
    onDone: onClose,
  });
  const row = (...fields: FieldShape[]) => (
    <Group grow align="start">
      <FormFields form={form} fields={fields} />
    </Group>
  );
  return (
    <FormDialog title="Add shift" submit="Add shift" {...sent} onClose={onClose}>
      <FormFields
        form={form}
        fields={[
          { name: 'member', label: 'Who', kind: 'chosen', options: useMemberOptions(), isFirst: true },
          { name: 'kind', label: 'Kind', kind: 'chosen', options: optionsOf(shiftKinds, shiftKindLabels) },
          ...useHomeField(),
        ]}
      />
      {row(
        { name: 'date', label: 'From', kind: 'date', requiredIf: true },
        { name: 'time', label: 'Time', kind: 'time', requiredIf: true },
      )}
      {row(
        { name: 'end_date', label: 'To', kind: 'date', requiredIf: true },
        { name: 'end_time', label: 'Until', kind: 'time', requiredIf: true },
      )}
      <FormFields form={form} fields={[{ name: 'note', label: 'Note', kind: 'text', maxLength: 200 }]} />
    </FormDialog>
  );
};
