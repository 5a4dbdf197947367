import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { eventKindLabels } from '#domain/calendar/calendar.schema.ts';
import { nameOf } from '#domain/calendar/event-names.ts';
import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import type { GoogleSuggestion } from '#domain/google-calendar/google.schema.ts';
import { isOwnKind } from '#domain/google-calendar/google-event.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { shortDay } from '../event-text.ts';
import { canBeAccepted, useDecideSuggestion } from './decide-google.ts';
import { googleSuggestionsQuery } from './google.ts';

const kinds = { ...eventKindLabels, arrival: 'Cemetery arrival', deadline: 'Deadline' } as const;

/** 'Service of Harold Lindqvist', 'Filing the certificate, Harold Lindqvist'. */
const whatOf = (suggestion: GoogleSuggestion): string => {
  const { kind, duty, title } = suggestion;
  if (duty) return `${deadlineLabels[duty]}, ${nameOf(suggestion)},`;
  return isOwnKind(kind) ? title : `${kinds[kind]}: ${nameOf(suggestion)}`;
};

const moment = (date: string, time: string): string =>
  [shortDay(date), time && formatTime(time)].filter(Boolean).join(', ');

const Suggestion = ({ suggestion, isOnCase }: { suggestion: GoogleSuggestion; isOnCase: boolean }) => {
  const deciding = useDecideSuggestion();
  const { case_id, case_number, date, time, suggested_date, suggested_time } = suggestion;
  const what = whatOf(suggestion);
  const wasDeleted = suggested_date === '';
  const of = case_id ? `Case ${case_number}` : 'Stillwater';
  // By then the notice is unmounted with its own callbacks.
  const decide = (accept: boolean) =>
    deciding
      .mutateAsync({ suggestion, accept })
      .then(() => toastSuccess(accept ? 'Updated from Google Calendar' : 'Google Calendar updated'))
      .catch(toastFailure);
  return (
    <Notice
      tone="warning"
      title={wasDeleted ? `${what} was deleted in Google Calendar` : `${what} was moved in Google Calendar`}
    >
      {wasDeleted
        ? `${of} still has ${moment(date, time)}.`
        : `New time: ${moment(suggested_date, suggested_time)}. ${of} has ${moment(date, time)}.`}
      <Group gap="xs" mt="xs">
        {canBeAccepted(suggestion) && (
          <Button loading={deciding.isPending} onClick={() => void decide(true)} aria-label={`Accept: ${what}`}>
            Accept
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
