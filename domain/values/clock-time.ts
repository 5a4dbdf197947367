import * as z from 'zod';

const invalidTime = 'Time must be in HH:MM format';

/** Whether the text is a time of day as HH:MM or HH:MM:SS (D2 §5). */
function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}

/** A time of day, cut to HH:MM. */
export const clockTime: z.ZodString = z
  .string(invalidTime)
  .overwrite((typed) => (isClockTime(typed.trim()) ? typed.trim().slice(0, 5) : typed))
  .refine(isClockTime, invalidTime);

/** “4:35 AM”; what is no time of the day comes back as it was. */
export function formatTime(time: string): string {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hours === '') return time;
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}
