import { nonBlankValues, type Paper, type PaperPart, paperFileName } from '#domain/documents/printing/paper.ts';
import { formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';
import type { DayEvent } from './day.schema.ts';
import { eventTitle } from './day-events.ts';
import {
  contactText,
  needText,
  type RunSheet,
  type SheetChange,
  shiftText,
  whenText,
  whereText,
  withPhone,
} from './run-sheet.ts';

const changeText = ({ kind, field, was }: SheetChange): string =>
  kind === 'added' ? 'New on this sheet' : [`${field} was`, was || 'not given'].join(': ');

const eventParts = (event: DayEvent, changes: readonly SheetChange[]): PaperPart[] => {
  const facts = [
    { label: 'Changed', value: changes.map(changeText).join('\n') },
    { label: 'Place', value: whereText(event) },
    { label: 'Case', value: [event.case_number, event.funeral_home_name].filter(Boolean).join(', ') },
    {
      label: 'People and vehicles',
      value: event.needs.map((need) => withPhone(needText(need), need.phone)).join('\n'),
    },
    { label: 'Hearse', value: event.vehicle },
    { label: 'Led by', value: event.led_by },
    { label: 'Contacts', value: event.contacts.map(contactText).join('\n') },
    { label: 'Notes', value: event.notes },
    { label: 'Wishes of the family', value: event.wishes },
  ];
  return [
    {
      kind: 'heading',
      text: `${whenText(event)}: ${[eventTitle(event), event.deceased_full_name].filter(Boolean).join(', ')}`,
    },
    { kind: 'facts', facts: nonBlankValues(facts).map(({ label, value }) => ({ label, value: redactSsn(value) })) },
  ];
};

const listPart = (title: string, lines: readonly string[]): PaperPart[] =>
  lines.length === 0
    ? []
    : [{ kind: 'heading', text: title }, ...lines.map((text) => ({ kind: 'text' as const, text: redactSsn(text) }))];

/** Returns the run sheet of a day to carry along, with what changed since the caller last saw it. */
export const runSheetPaper = (sheet: RunSheet): Paper => {
  const { day, member_name, events, open, shifts, seen, changes, phone } = sheet;
  const seenAt = seen && momentIn(sheet.time_zone, new Date(seen.at));
  const removed = changes.filter(({ kind }) => kind === 'removed');
  return {
    title: ['Run sheet', formatDate(day), member_name].filter(Boolean).join(': '),
    letterhead: [sheet.organization_name, phone && formatPhone(phone)].filter(Boolean),
    asOf: sheet.made_at,
    footer: ['Confidential. Destroy after the day.', phone && formatPhone(phone)].filter(Boolean).join(' · '),
    parts: [
      {
        kind: 'facts',
        facts: nonBlankValues([
          { label: 'Day', value: formatDate(day) },
          { label: 'For', value: member_name || 'Everyone' },
          { label: 'Changes since', value: seenAt ? `${formatDate(seenAt.day)}, ${formatTime(seenAt.time)}` : '' },
        ]),
      },
      ...(events.length === 0 ? [{ kind: 'text' as const, text: 'Nothing is planned on this day.' }] : []),
      ...events.flatMap((event) =>
        eventParts(
          event,
          changes.filter(({ kind, event_id }) => kind !== 'removed' && event_id === event.id),
        ),
      ),
      ...listPart(
        'No longer on this sheet',
        removed.map(({ title, was }) => `${title}, ${was}`),
      ),
      ...listPart(
        'Still open',
        open.map((point) => withPhone(point.text, point.phone)),
      ),
      ...listPart(
        'Shifts',
        shifts.map((shift) => withPhone(shiftText(shift, day), shift.phone)),
      ),
    ],
  };
};

export const runSheetFileName = ({ day, member_name }: Pick<RunSheet, 'day' | 'member_name'>): string =>
  paperFileName('run_sheet', day, member_name);
