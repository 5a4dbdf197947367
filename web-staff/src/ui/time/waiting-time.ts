import type { Tone } from '../chip.tsx';

const promisedMinutes = 30;
const veryLateMinutes = 120;

/** Returns how long a family has waited for a call: amber past the promised half hour (D1 §2), red past two hours. */
export const waitingTime = (since: string, now: Date): { text: string; word: string; tone: Tone } => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const inHours = rest > 0 && hours < 24 ? `${hours} h ${rest} min` : `${hours} h`;
  const text = minutes < 60 ? `${minutes} min` : hours < 48 ? inHours : `${Math.floor(hours / 24)} days`;
  if (minutes >= veryLateMinutes) return { text, word: 'overdue', tone: 'danger' };
  return minutes >= promisedMinutes ? { text, word: 'late', tone: 'warn' } : { text, word: 'on time', tone: 'neutral' };
};
