import { useQuery } from '@tanstack/react-query';
import type { CalendarEvent, CalendarEvents, ServiceConflict } from '#domain/calendar/calendar.schema.ts';
import type { DayConflict, Schedule } from '#domain/calendar/day.schema.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { useIsNarrow } from '../ui/page/use-screen-width.ts';
import classes from './calendar.module.css';
import { shortDay } from './event-text.ts';
import { ConflictNotice } from './parts/conflict-notice.tsx';
import { googleSuggestionsQuery } from './parts/google.ts';
import { GoogleSuggestions } from './parts/google-suggestions.tsx';
import { ServiceConflictLinks } from './parts/move-hints.tsx';

interface ServiceConflictNoticeProps {
  conflict: ServiceConflict;
  events: readonly CalendarEvent[];
}

const ServiceConflictNotice = ({ conflict, events }: ServiceConflictNoticeProps) => {
  const conflicting = events.filter(({ id }) => conflict.event_ids.includes(id));
  const hasHomes = new Set(conflicting.map(({ funeral_home_id }) => funeral_home_id)).size > 1;
  return (
    <Notice tone="warning" title={`${conflict.place} is double-booked on ${shortDay(conflict.date)}`}>
      <ServiceConflictLinks {...{ events: conflicting, hasHomes }} />
    </Notice>
  );
};

interface DecisionsProps {
  answer: CalendarEvents;
  schedule: Schedule | undefined;
  conflicts: readonly DayConflict[];
}

/** Changes in Google Calendar, double bookings and conflicts; several would push the days off any screen, one off a phone's. */
export const Decisions = ({ answer, schedule, conflicts }: DecisionsProps) => {
  const can = useCan();
  const mayEdit = can('case:edit');
  const isNarrow = useIsNarrow();
  const { data: suggestions = [] } = useQuery({ ...googleSuggestionsQuery(useApi()), enabled: mayEdit });
  const { clashes, events, others } = answer;
  const count = suggestions.length + clashes.length + conflicts.filter(({ reason }) => !reason).length;
  const notices = (
    <>
      {mayEdit && <GoogleSuggestions />}
      {clashes.map((conflict) => (
        <ServiceConflictNotice
          key={conflict.of + conflict.event_ids.join()}
          conflict={conflict}
          events={[...events, ...others]}
        />
      ))}
      {conflicts.map((conflict) => (
        <ConflictNotice
          key={`${conflict.event_ids.join()} ${conflict.name} ${conflict.date}`}
          {...{ conflict, events: schedule?.events ?? [] }}
          mayChange={can('day:plan')}
        />
      ))}
    </>
  );
  if (clashes.length + conflicts.length + suggestions.length < (isNarrow ? 1 : 2)) return notices;
  return (
    <details className={classes.decisions}>
      <summary>
        {count > 0 ? `${count} ${pluralForm(count, 'thing', 'things')} to decide` : 'Conflicts that can stay'}
      </summary>
      <div className={classes.notices}>{notices}</div>
    </details>
  );
};
