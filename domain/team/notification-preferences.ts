import * as z from 'zod';
import { minutesOf } from '#domain/shared/values/calendar-date.ts';
import { clockTime } from '#domain/shared/values/date-time.ts';

/** Ways to notify a person; each has its sender in the worker of notifications. */
export const notificationChannels = ['email'] as const;

/** Choices of a person about emails on their tasks and run sheets. Times are local to their home. */
export const NotificationPreferences = z.object({
  /** Empty for none. */
  channels: z.array(z.enum(notificationChannels)),
  task_assigned: z.boolean(),
  task_due: z.boolean(),
  run_sheet_changed: z.boolean(),
  /** Nothing is sent from then, until `quiet_to`; what comes in between follows after it. */
  quiet_from: clockTime.nullable(),
  quiet_to: clockTime.nullable(),
  /** Only while the person is the one who took over last. */
  only_on_duty: z.boolean(),
});
export type NotificationPreferences = z.output<typeof NotificationPreferences>;

export const defaultNotifications: NotificationPreferences = {
  channels: ['email'],
  task_assigned: true,
  task_due: true,
  run_sheet_changed: true,
  quiet_from: '21:00',
  quiet_to: '07:00',
  only_on_duty: false,
};

/** Returns choices with the defaults for those that were added after a person chose. */
export const chosenNotifications = (stored: Partial<NotificationPreferences> | undefined): NotificationPreferences => ({
  ...defaultNotifications,
  ...stored,
});

/** Returns whether a local time is in the quiet hours, which may cross midnight. */
export const isQuiet = (
  { quiet_from: from, quiet_to: to }: Pick<NotificationPreferences, 'quiet_from' | 'quiet_to'>,
  time: string,
): boolean => {
  if (!from || !to || from === to) return false;
  return from < to ? time >= from && time < to : time >= from || time < to;
};

export type Notification = 'task_assigned' | 'task_due' | 'run_sheet_changed';

/** Returns whether a person wants to be notified: now, after their quiet hours, or never. `time` is local. */
export const wantsNotification = (
  stored: Partial<NotificationPreferences> | undefined,
  about: Notification,
  { time, isOnDuty }: { time: string; isOnDuty: boolean },
): 'now' | 'later' | 'never' => {
  const chosen = chosenNotifications(stored);
  if (!chosen[about] || chosen.channels.length === 0 || (chosen.only_on_duty && !isOnDuty)) return 'never';
  return isQuiet(chosen, time) ? 'later' : 'now';
};

/** Returns the minutes until the quiet hours end. */
export const minutesOfQuiet = ({ quiet_to: to }: Pick<NotificationPreferences, 'quiet_to'>, time: string): number => {
  const day = 24 * 60;
  return (minutesOf(to ?? time) - minutesOf(time) + day) % day;
};
