import * as z from 'zod';

const invalidTime = 'Time must be in HH:MM format';
export const chooseHalf = 'Choose AM or PM';

/** Whether the text is a time of day as HH:MM or HH:MM:SS (D2 §5). */
function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}

/** A time of day, cut to HH:MM. */
export const clockTime: z.ZodString = z
  .string(invalidTime)
  .overwrite((typed) => (isClockTime(typed.trim()) ? typed.trim().slice(0, 5) : typed))
  .refine(isClockTime, { error: ({ input }) => (halvesOf(String(input)) ? chooseHalf : invalidTime) });

/** What a form holds for a time typed without AM or PM, such as '2:40 AM or PM': no time of the day until one is chosen. */
const undecided = ' AM or PM';

/** The two times (HH:MM) that a time without AM or PM, as `readTime` returns it, can be; undefined for any other text. */
export function halvesOf(held: string): { am: string; pm: string } | undefined {
  if (!held.endsWith(undecided)) return undefined;
  const [am, pm] = [`${spokenOf(held)} am`, `${spokenOf(held)} pm`].map(readTime);
  return am && pm ? { am, pm } : undefined;
}

/** '2:40' of '2:40 AM or PM'; any other text as it is. */
export function spokenOf(held: string): string {
  return held.endsWith(undecided) ? held.slice(0, -undecided.length) : held;
}

/**
 * The time that was typed, as HH:MM: '4:35 am', '435p', '16:35', '0035', 'noon', 'midnight'. Hours 1 to 12 without AM or PM
 * come back as '4:35 AM or PM', which the schema refuses. Undefined for anything else.
 */
export function readTime(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/[.\s]/g, '');
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const [, hours = '', minutes = '00', half] = /^(\d{1,2}):?(\d{2})?(am|pm|a|p)?$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hours === '' || minute > 59 || hour > 23) return undefined;
  const isOfHalf = hour >= 1 && hour <= 12;
  if (!half && isOfHalf) return `${hour}:${minutes}${undecided}`;
  if (half && !isOfHalf) return undefined;
  const shifted = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}

/** “4:35 AM”; what is no time of the day comes back as it was. */
export function formatTime(time: string): string {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hours === '') return time;
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}
