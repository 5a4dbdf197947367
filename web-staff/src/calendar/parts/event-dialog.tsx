import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import type * as z from 'zod';
import { caseEventEndpoints, dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { DayConflict, DayEvent, EventNeed, EventRefusal } from '#domain/calendar/day.schema.ts';
import { fullTitle } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { conflictOf } from '#domain/shared/contract/client.ts';
import { useLocations } from '../../organizations/homes/queries.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess, toastUndoable } from '../../ui/feedback/toasts.tsx';
import { FieldInput, FormFields } from '../../ui/fields/field-input.tsx';
import type { FieldShape } from '../../ui/fields/use-values-form.ts';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { useChangeEvent, useSendDay } from '../mutations.ts';
import classes from './day.module.css';
import { conflictText, extentText, shortDate, withFree } from './day-text.ts';
import { ContactRows, draftOf, NeedRows, useRows } from './event-rows.tsx';
import {
  changesOf,
  type EventValues,
  eventBody,
  eventErrors,
  eventValues,
  eventFields as fields,
  isMoved,
  repeatsOf,
  withEndOf,
} from './event-values.ts';
import { MovingAlong, useMovingAlong } from './move-hints.tsx';

interface EventDialogProps {
  /** Missing for a new event. */
  event?: DayEvent | undefined;
  /** The case of a new event; without one it is an event of the office. */
  caseId?: string | undefined;
  /** The values of a new event, or the day and time where an event was dropped. */
  start?: Partial<EventValues>;
  onClose: () => void;
}
type Refusal = z.output<typeof EventRefusal>;

export const EventDialog = ({ event, ...props }: EventDialogProps) => {
  const [current, setCurrent] = useState(event);
  return <EventForm key={current?.version} event={current} {...props} onReload={setCurrent} />;
};

type EventFormProps = EventDialogProps & { onReload: (current: DayEvent) => void };

const useEventForm = ({ event, caseId = event?.case ?? undefined, start = {}, onClose }: EventFormProps) => {
  const { funeral_home } = useCurrentUser();
  const [before] = useState(() => eventValues(event, { funeral_home: funeral_home ?? '', ...start }));
  const needs = useRows((event?.needs ?? []).map(draftOf));
  const contacts = useRows(event?.contacts ?? []);
  const [isEndTyped, setEndTyped] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const along = useMovingAlong(event, caseId);
  const send = useSendDay(caseId ?? null);
  const change = useChangeEvent(caseId ?? null);
  const whole = (values: EventValues) => (isEndTyped ? values : withEndOf(before, values));
  const save = async (values: EventValues & { conflict_reason: string }) => {
    const { conflict_reason } = values;
    const body = eventBody(whole(values), { needs: needs.values, contacts: contacts.values });
    const reason = conflict_reason.trim() ? { conflict_reason: conflict_reason.trim() } : {};
    if (event) {
      const stored = eventBody(before, event);
      const repeats = repeatsOf(values, event.repeats);
      const isRepeatChanged = JSON.stringify(repeats) !== JSON.stringify(event.repeats);
      const moved = isMoved(values, event) ? along.chosen : [];
      return change(event, {
        ...changesOf({ ...stored, date: event.date, time: event.time }, body, isEndTyped),
        ...reason,
        ...(isRepeatChanged && { repeats }),
        ...(moved.length > 0 && { move_also: moved }),
      });
    }
    if (caseId) await send(caseEventEndpoints.create, { params: { id: caseId }, body: { ...body, ...reason } });
    else {
      const { funeral_home: home } = values;
      const repeats = repeatsOf(values, null);
      await send(dayEndpoints.createOffice, { body: { ...body, ...reason, funeral_home: home, repeats } });
    }
    return 0;
  };
  const { form, ...sent } = useSentForm({
    start: { ...before, ...start, conflict_reason: '' },
    judge: (values) => eventErrors(whole(values)),
    send: (values) =>
      save(values).catch((error: unknown) => {
        const refused = conflictOf(caseEventEndpoints.update, error);
        if (!refused?.conflicts && !refused?.current) throw error;
        setRefusal(refused);
        return undefined;
      }),
    onDone: (moved) => {
      if (moved === undefined) return;
      toastSuccess(moved > 0 ? `Event saved, ${moved} more moved along` : event ? 'Event saved' : 'Event added');
      onClose();
    },
  });
  const values = form.values as EventValues;
  const typeEnd = () => {
    if (isEndTyped) return;
    setEndTyped(true);
    for (const name of ['end_time', 'end_date'] as const) form.set(name, whole(values)[name]);
  };
  return { form, sent, values, shown: whole(values), typeEnd, needs, contacts, refusal, along, caseId };
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Title order={3} size="h5">
      {title}
    </Title>
    {children}
  </>
);

const EventForm = (props: EventFormProps) => {
  const { event, onClose, onReload } = props;
  const { form, sent, values, shown, typeEnd, needs, contacts, refusal, along, caseId } = useEventForm(props);
  const may = useCan();
  const homes = useLocations();
  const ofCase = caseId !== undefined;
  const mayMove = !event?.of_fields || may('case:edit');
  const bindEnd = (field: FieldShape) => {
    const bound = form.bind(field);
    const value = shown[field.name as 'end_time' | 'end_date'];
    return { ...bound, value, onChange: (next: typeof bound.value) => [typeEnd(), bound.onChange(next)] };
  };
  const home = {
    name: 'funeral_home',
    label: 'Location',
    kind: 'chosen',
    options: homes.map(({ id, name }) => ({ value: id, label: name })),
  };
  return (
    <FormDialog
      title={event ? fullTitle(event) : ofCase ? 'Add event' : 'New event'}
      size="lg"
      submit={event ? 'Save' : 'Add event'}
      {...sent}
      onClose={onClose}
    >
      <div className={classes.pairs}>
        <FormFields
          form={form}
          fields={[
            ...(event?.of_fields ? [] : [fields.kind]),
            values.kind === 'other' ? { ...fields.title, requiredIf: true, help: undefined } : fields.title,
            ...(mayMove ? [fields.date, fields.time] : []),
          ]}
        />
        <FieldInput {...bindEnd(fields.end_time)} />
        <FieldInput {...bindEnd(fields.end_date)} />
        <FormFields form={form} fields={[...(mayMove ? [fields.place] : []), fields.address]} />
        {!ofCase && (
          <FormFields
            form={form}
            fields={[
              ...(event || homes.length < 2 ? [] : [home]),
              fields.every,
              ...(values.every === '' ? [] : [fields.until]),
            ]}
          />
        )}
      </div>
      {ofCase && (
        <Group style={{ gap: '0 2rem' }}>
          <FormFields form={form} fields={[fields.is_public, fields.in_obituary]} />
        </Group>
      )}
      {event && isMoved(values, event) && <MovingAlong {...along} />}
      {event?.repeats && <Repeated event={event} onClose={onClose} />}
      <Part title="Needed">
        <NeedRows needs={needs} homeId={values.funeral_home} />
      </Part>
      <Part title="People to reach">
        <ContactRows contacts={contacts} />
      </Part>
      <FormFields form={form} fields={ofCase ? [fields.wishes, fields.notes] : [fields.notes]} />
      {event && <Remove event={event} onClose={onClose} />}
      {refusal && (
        <InSight key={JSON.stringify(refusal)}>
          {refusal.current && <Stale current={refusal.current} onReload={onReload} />}
          {refusal.conflicts?.map((conflict) => (
            <Twice
              key={conflict.name + conflict.with + conflict.date}
              {...{ conflict, needs: needs.values }}
              onUse={() => needs.changeAll((need) => withFree(need, conflict))}
            />
          ))}
          {refusal.conflicts && <FormFields form={form} fields={[reasonField]} />}
        </InSight>
      )}
    </FormDialog>
  );
};

const reasonField: FieldShape = {
  name: 'conflict_reason',
  label: 'Keep, with a reason',
  kind: 'text',
  maxLength: 200,
};

/** A long form answers below its end, where its button is. */
const InSight = ({ children }: { children: ReactNode }) => (
  <Stack gap="md" ref={useCallback((shown: HTMLDivElement | null) => shown?.scrollIntoView({ block: 'center' }), [])}>
    {children}
  </Stack>
);

interface TwiceProps {
  conflict: DayConflict;
  needs: readonly EventNeed[];
  onUse: () => void;
}

const Twice = ({ conflict, needs, onUse }: TwiceProps) => {
  const [free] = conflict.free;
  if (free && needs.some(({ resource }) => resource === free.id))
    return <Notice tone="info">{free.name} is used instead. Save to keep it.</Notice>;
  return (
    <Notice tone="problem">
      {conflictText(conflict)}
      {free && (
        <Group mt="xs">
          <Button variant="default" onClick={onUse}>
            Use {free.name}
          </Button>
        </Group>
      )}
    </Notice>
  );
};

const Stale = ({ current, onReload }: { current: DayEvent; onReload: (current: DayEvent) => void }) => (
  <Notice tone="problem" title={`${current.updated_by_name || 'Someone else'} changed this event`}>
    It is now {shortDate(current.date)}, {extentText(current)}
    {current.place && `, ${current.place}`}. Your changes were not saved.
    <Group mt="xs">
      <Button variant="default" onClick={() => onReload(current)}>
        Show their version
      </Button>
    </Group>
  </Notice>
);

const Repeated = ({ event, onClose }: { event: DayEvent; onClose: () => void }) => {
  const change = useChangeEvent(null);
  const { repeats, date } = event;
  const skip = async () => {
    if (!repeats) return;
    await change(event, { repeats: { ...repeats, skipped: [...repeats.skipped, date] } });
    const bringBack = () => change({ ...event, version: event.version + 1 }, { repeats });
    toastUndoable(`Left out on ${shortDate(date)}`, () => void bringBack().catch(toastFailure));
    onClose();
  };
  return (
    <Group gap="xs">
      <Text size="sm">It repeats. A new date is the first of all its days.</Text>
      <Button variant="default" onClick={() => void skip().catch(toastFailure)}>
        Leave out {shortDate(date)}
      </Button>
    </Group>
  );
};

const Remove = ({ event, onClose }: { event: DayEvent; onClose: () => void }) => {
  const send = useSendDay(event.case);
  if (event.of_fields)
    return (
      <Text size="sm" c="dimmed">
        {dayMessages.fixed}
      </Text>
    );
  const body = eventBody(eventValues(event, {}), event);
  const again = { ...body, conflict_reason: event.conflict_reason };
  const { id, case: ofCase, funeral_home_id: funeral_home, repeats } = event;
  const bringBack = () =>
    ofCase
      ? send(caseEventEndpoints.create, { params: { id: ofCase }, body: again })
      : send(dayEndpoints.createOffice, { body: { ...again, funeral_home, repeats } });
  const remove = async () => {
    if (ofCase) await send(caseEventEndpoints.remove, { params: { id: ofCase, event_id: id } });
    else await send(dayEndpoints.removeOffice, { params: { event_id: id } });
    toastUndoable(`Deleted: ${fullTitle(event)}`, () => void bringBack().catch(toastFailure));
    onClose();
  };
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => void remove().catch(toastFailure)}>
        Delete
      </Button>
    </Group>
  );
};
