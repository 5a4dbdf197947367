import { minutesOf, momentIn } from '#domain/shared/values/calendar-date.ts';
import { deliveryOf, type Envelope, type Recipient, type SubmitterState, type TimelineKind } from './envelope.ts';
import { isAwaitingSigners } from './envelope-status.ts';

/** Who could sign at this moment: people who sign, have neither signed nor declined, and whose turn it is. */
export const currentSigners = (envelope: Envelope): Recipient[] => {
  if (!isAwaitingSigners(envelope.status) || envelope.deleted) return [];
  const orders = new Map(envelope.recipients.map(({ id, order }) => [id, order]));
  const ids = new Set(
    envelope.submissions.flatMap(({ submitters, status }) => {
      if (status !== 'pending') return [];
      const left = submitters.filter((one) => one.signs && !['completed', 'declined'].includes(one.status));
      const turn = Math.min(...left.map(({ recipient_id }) => orders.get(recipient_id) ?? 1));
      return left
        .filter(({ recipient_id }) => !envelope.in_order || orders.get(recipient_id) === turn)
        .map(({ recipient_id }) => recipient_id);
    }),
  );
  return envelope.recipients.filter(({ id }) => ids.has(id));
};

/** What of a submission one person has still to sign, whose turn it is. */
export const openSubmitters = (envelope: Envelope, recipientId: string): SubmitterState[] =>
  currentSigners(envelope).some(({ id }) => id === recipientId)
    ? envelope.submissions
        .flatMap(({ submitters }) => submitters)
        .filter((one) => one.recipient_id === recipientId && !['completed', 'declined'].includes(one.status))
    : [];

/** How often a home has those reminded who have not signed. */
export const reminderFrequencies = ['none', 'daily', 'every_three_days', 'weekly'] as const;
type ReminderRhythm = (typeof reminderFrequencies)[number];
export const reminderRhythmLabels: Record<ReminderRhythm, string> = {
  none: 'Never',
  daily: 'Every day',
  every_three_days: 'Every three days',
  weekly: 'Every week',
};
export const defaultReminderFrequency: ReminderRhythm = 'every_three_days';

/** Nobody is asked oftener by a machine; people can be mailed again by hand. */
export const maxReminders = 5;

const days: Record<ReminderRhythm, number | undefined> = {
  none: undefined,
  daily: 1,
  every_three_days: 3,
  weekly: 7,
};
/** On the home's clock; a mail that goes out a little late is still one of the day. */
const [dayBegins, dayEnds] = ['09:00', '18:00'];

/** Whether it is a time of the day on which a family may be written to. */
export const isReminderHour = (timeZone: string, now: Date): boolean => {
  const { time } = momentIn(timeZone, now);
  return time >= dayBegins && time < dayEnds;
};

const minute = 60_000;
const day = 24 * 60 * minute;
const night = (24 * 60 - minutesOf(dayEnds) + minutesOf(dayBegins)) * minute;

/** When the day ends, on which a reminder of this moment may be mailed. */
export const endOfReminders = (timeZone: string, now: Date): string =>
  new Date(now.getTime() + (minutesOf(dayEnds) - minutesOf(momentIn(timeZone, now).time)) * minute).toISOString();

/** In how many seconds a reminder that was held back beyond the end of its day may be mailed; 0 by day. */
export const secondsUntilMorning = (ended: string, now: Date): number => {
  const since = now.getTime() - Date.parse(ended);
  return since < 0 ? 0 : Math.max(0, night - (since % day)) / 1000;
};

const mails: readonly TimelineKind[] = ['sent', 'resent', 'reminded'];

/** When the person was last written to; undefined when never: then there is nothing to be reminded of. */
const lastMail = ({ timeline }: Envelope, { id, sent_at, reminded_at }: Recipient): string | undefined =>
  [
    sent_at,
    reminded_at,
    ...timeline.filter(({ kind, recipient_id }) => recipient_id === id && mails.includes(kind)).map(({ at }) => at),
  ]
    .flatMap((at) => at ?? [])
    .sort()
    .at(-1);

/**
 * Who is to be reminded now by the home's rhythm: people who could sign, were mailed, and have let a whole rhythm pass since.
 * Whoever signs in person is asked by nobody but staff.
 */
export const recipientsToRemind = (envelope: Envelope, rhythm: ReminderRhythm, now: Date): Recipient[] => {
  const every = days[rhythm];
  const isOver = envelope.expires_at !== null && Date.parse(envelope.expires_at) <= now.getTime();
  if (every === undefined || isOver) return [];
  const since = new Date(now.getTime() - every * 86_400_000).toISOString();
  return currentSigners(envelope).filter((one) => {
    const last = lastMail(envelope, one);
    const isMailed = deliveryOf(envelope, one) === 'email' && one.email !== '';
    return isMailed && one.reminders < maxReminders && last !== undefined && last <= since;
  });
};
