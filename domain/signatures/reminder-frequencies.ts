/** How often a home has those reminded who have not signed. */
export const reminderFrequencies = ['none', 'daily', 'every_three_days', 'weekly'] as const;
export type ReminderRhythm = (typeof reminderFrequencies)[number];
export const reminderRhythmLabels: Record<ReminderRhythm, string> = {
  none: 'Never',
  daily: 'Every day',
  every_three_days: 'Every three days',
  weekly: 'Every week',
};
export const defaultReminderFrequency: ReminderRhythm = 'every_three_days';

/** Nobody is asked oftener by a machine; people can be mailed again by hand. */
export const maxReminders = 5;
