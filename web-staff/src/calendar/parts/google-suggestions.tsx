import { Anchor, Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { eventKindLabels } from '#domain/calendar/calendar.schema.ts';
import { fieldsOfEvent, nameOf } from '#domain/calendar/calendar-events.ts';
import { caseEventEndpoints, dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import type { GoogleSuggestion } from '#domain/google-calendar/google.schema.ts';
import { isOwnKind } from '#domain/google-calendar/google-event.ts';
import { type Call, conflictOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';
import { cacheCase } from '../../cases/mutations.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { dayAndTime } from '../event-text.ts';
import { calendarKeys } from '../keys.ts';
import { changeFields } from '../mutations.ts';
import { conflictText } from './day-text.ts';
import { googleSuggestionsQuery } from './google.ts';

/** An arrival follows its service, and a changed deadline needs a reason. */
const fieldsOf = ({ kind, date, suggested_date, suggested_time }: GoogleSuggestion) => {
  if (suggested_date === '' || kind === 'deadline' || isOwnKind(kind)) return undefined;
  if (kind === 'arrival')
    return suggested_date === date && suggested_time !== ''
      ? ({ section: 'cemetery', values: { estimated_arrival_time: suggested_time } } as const)
      : undefined;
  const { section, date: day, time } = fieldsOfEvent[kind];
  // A cremation or burial that Google shows as all-day keeps its time.
  const keepsTime = kind !== 'service' && suggested_time === '';
  return { section, values: { [day]: suggested_date, ...(!keepsTime && { [time]: suggested_time }) } };
};

/** Returns the change of an event that is a record of its own; one without a time keeps the time. */
const eventChange = ({ kind, event, suggested_date: date, suggested_time: time }: GoogleSuggestion) =>
  isOwnKind(kind) && event && date ? { event, body: { date, ...(time && { time }) } } : undefined;

const canBeAccepted = (suggestion: GoogleSuggestion): boolean =>
  (fieldsOf(suggestion) ?? eventChange(suggestion)) !== undefined;

const moveOwnEvent = async (call: Call, suggestion: GoogleSuggestion, isAnyway: boolean): Promise<void> => {
  const change = eventChange(suggestion);
  if (!change) return;
  const { event: event_id } = change;
  const body = { ...change.body, ...(isAnyway && { conflict_reason: 'Moved in Google Calendar' }) };
  const { case_id: id } = suggestion;
  await (id
    ? call(caseEventEndpoints.update, { params: { id, event_id }, body })
    : call(dayEndpoints.updateOffice, { params: { event_id }, body }));
};

interface Decision {
  suggestion: GoogleSuggestion;
  accept: boolean;
  /** Although something is then needed twice. */
  isAnyway: boolean;
}

/** Accepting changes the case; declining restores Google's event. */
const useDecideSuggestion = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ suggestion, accept, isAnyway }: Decision) => {
      const fields = accept ? fieldsOf(suggestion) : undefined;
      if (accept) await moveOwnEvent(call, suggestion, isAnyway);
      if (fields && suggestion.case_id) {
        const { before, after } = await changeFields(call, suggestion.case_id, fields.section, fields.values);
        cacheCase(client, after, before);
      }
      await call(googleCalendarEndpoints.decide, { params: { event: suggestion.id } });
    },
    onSettled: () =>
      Promise.all(
        [calendarKeys.suggestions, calendarKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
};

const kinds = { ...eventKindLabels, arrival: 'Cemetery arrival', deadline: 'Deadline' } as const;

/** 'Service of Harold Lindqvist', 'Filing the certificate, Harold Lindqvist'. */
const whatOf = (suggestion: GoogleSuggestion): string => {
  const { kind, duty, title } = suggestion;
  if (duty) return `${deadlineLabels[duty]}, ${nameOf(suggestion)},`;
  return isOwnKind(kind) ? title : `${kinds[kind]}: ${nameOf(suggestion)}`;
};

const Suggestion = ({ suggestion, isOnCase }: { suggestion: GoogleSuggestion; isOnCase: boolean }) => {
  const deciding = useDecideSuggestion();
  const { case_id, case_number, date, time, suggested_date, suggested_time } = suggestion;
  const conflicts = conflictOf(caseEventEndpoints.update, deciding.error)?.conflicts;
  const what = whatOf(suggestion);
  const wasDeleted = suggested_date === '';
  const of = case_id ? `Case ${case_number}` : 'Stillwater';
  // By then the notice is unmounted with its own callbacks.
  const decide = (accept: boolean) =>
    deciding
      .mutateAsync({ suggestion, accept, isAnyway: conflicts !== undefined })
      .then(() => toastSuccess(accept ? 'Updated from Google Calendar' : 'Google Calendar updated'))
      .catch((error) => conflictOf(caseEventEndpoints.update, error)?.conflicts ?? toastFailure(error));
  return (
    <Notice
      tone="warning"
      title={wasDeleted ? `${what} was deleted in Google Calendar` : `${what} was moved in Google Calendar`}
    >
      {wasDeleted
        ? `${of} still has ${dayAndTime(date, time)}.`
        : `New time: ${dayAndTime(suggested_date, suggested_time)}. ${of} has ${dayAndTime(date, time)}.`}
      {conflicts?.map((conflict) => (
        <p key={conflict.name + conflict.with + conflict.date}>{conflictText(conflict)}</p>
      ))}
      <Group gap="xs" mt="xs">
        {canBeAccepted(suggestion) && (
          <Button loading={deciding.isPending} onClick={() => void decide(true)} aria-label={`Accept: ${what}`}>
            {conflicts ? 'Accept anyway' : 'Accept'}
          </Button>
        )}
        <Button
          variant="default"
          loading={deciding.isPending}
          onClick={() => void decide(false)}
          aria-label={`${wasDeleted ? 'Restore' : 'Decline'}: ${what}`}
        >
          {wasDeleted ? 'Restore' : 'Decline'}
        </Button>
        {!isOnCase && case_id && (
          <Anchor component={Link} to={paths.case(case_id)}>
            Open the case
          </Anchor>
        )}
      </Group>
    </Notice>
  );
};

/** Changes in Google Calendar, of one case or of all: a user decides, because families know the case's times. */
export const GoogleSuggestions = ({ caseId, className }: { caseId?: string; className?: string | undefined }) => {
  const query = useQuery(googleSuggestionsQuery(useApi()));
  return query.data
    ?.filter(({ case_id }) => caseId === undefined || case_id === caseId)
    .map((suggestion) => (
      <div key={suggestion.id} className={className}>
        <Suggestion suggestion={suggestion} isOnCase={caseId !== undefined} />
      </div>
    ));
};
