import { minutesOf, momentIn } from '#domain/shared/values/calendar-date.ts';
import { deliveryOf, type Envelope, type Recipient, type SubmitterState, type TimelineEntry } from './envelope.ts';
import { isAwaitingSigners } from './envelope-status.ts';

/** Returns the people who could sign now: it is their turn, and they have neither signed nor declined. */
export const currentSigners = (envelope: Envelope): Recipient[] => {
  if (!isAwaitingSigners(envelope.status) || envelope.deleted) return [];
  const orders = new Map(envelope.recipients.map(({ id, order }) => [id, order]));
  const ids = new Set(
    envelope.submissions.flatMap(({ submitters, status }) => {
      if (status !== 'pending') return [];
      const left = submitters.filter(
        (submitter) => submitter.signs && !['completed', 'declined'].includes(submitter.status),
      );
      const turn = Math.min(...left.map(({ recipient_id }) => orders.get(recipient_id) ?? 1));
      return left
        .filter(({ recipient_id }) => !envelope.in_order || orders.get(recipient_id) === turn)
        .map(({ recipient_id }) => recipient_id);
    }),
  );
  return envelope.recipients.filter(({ id }) => ids.has(id));
};

/** Returns the submitters with which a person could sign now. */
export const openSubmitters = (envelope: Envelope, recipientId: string): SubmitterState[] =>
  currentSigners(envelope).some(({ id }) => id === recipientId)
    ? envelope.submissions
        .flatMap(({ submitters }) => submitters)
        .filter(
          (submitter) =>
            submitter.recipient_id === recipientId && !['completed', 'declined'].includes(submitter.status),
        )
    : [];

export const reminderFrequencies = ['none', 'daily', 'every_three_days', 'weekly'] as const;
type ReminderRhythm = (typeof reminderFrequencies)[number];
export const reminderRhythmLabels: Record<ReminderRhythm, string> = {
  none: 'Never',
  daily: 'Every day',
  every_three_days: 'Every three days',
  weekly: 'Every week',
};
export const defaultReminderFrequency: ReminderRhythm = 'every_three_days';

/** Limits automatic reminders; staff can still send more. */
export const maxReminders = 5;

const days: Record<ReminderRhythm, number | undefined> = { none: undefined, daily: 1, every_three_days: 3, weekly: 7 };
/** In the home's time zone; a reminder that is sent a little later still belongs to the day. */
const [dayBegins, dayEnds] = ['09:00', '18:00'];

/** Returns true at hours when a family may be emailed. */
export const isReminderHour = (timeZone: string, now: Date): boolean => {
  const { time } = momentIn(timeZone, now);
  return time >= dayBegins && time < dayEnds;
};

const minute = 60_000;
const day = 24 * 60 * minute;
const night = (24 * 60 - minutesOf(dayEnds) + minutesOf(dayBegins)) * minute;

/** Returns the end of the day on which a reminder of this moment may be sent. */
export const endOfReminders = (timeZone: string, now: Date): string =>
  new Date(now.getTime() + (minutesOf(dayEnds) - minutesOf(momentIn(timeZone, now).time)) * minute).toISOString();

/** Returns the seconds until a reminder that missed its day may be sent; 0 by day. */
export const secondsUntilMorning = (ended: string, now: Date): number => {
  const since = now.getTime() - Date.parse(ended);
  return since < 0 ? 0 : Math.max(0, night - (since % day)) / 1000;
};

const mails: readonly TimelineEntry['kind'][] = ['sent', 'resent', 'reminded'];

/** Returns when the person was last emailed; undefined if never, so there is nothing to remind of. */
const lastMail = ({ timeline }: Envelope, { id, sent_at, reminded_at }: Recipient): string | undefined =>
  [
    sent_at,
    reminded_at,
    ...timeline.filter(({ kind, recipient_id }) => recipient_id === id && mails.includes(kind)).map(({ at }) => at),
  ]
    .flatMap((at) => at ?? [])
    .sort()
    .at(-1);

/** Returns the people to remind now: they could sign, and their last email is a whole interval ago. */
export const recipientsToRemind = (envelope: Envelope, rhythm: ReminderRhythm, now: Date): Recipient[] => {
  const every = days[rhythm];
  const isOver = envelope.expires_at !== null && Date.parse(envelope.expires_at) <= now.getTime();
  if (every === undefined || isOver) return [];
  const since = new Date(now.getTime() - every * 86_400_000).toISOString();
  return currentSigners(envelope).filter((signer) => {
    const last = lastMail(envelope, signer);
    const isMailed = deliveryOf(envelope, signer) === 'email' && signer.email !== '';
    return isMailed && signer.reminders < maxReminders && last !== undefined && last <= since;
  });
};
