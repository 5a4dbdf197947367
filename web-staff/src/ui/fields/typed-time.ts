/**
 * The time that somebody typed as HH:MM: '4:35 am', '435p', '16:35', '9', 'noon', 'midnight'. Without am or pm the hours
 * are those of the day's 24. Undefined for anything else.
 */
export const readTime = (typed: string): string | undefined => {
  const text = typed.trim().toLowerCase().replace(/[.\s]/g, '');
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const [, hours = '', minutes = '0', half] = /^(\d{1,2}):?(\d{2})?(am|pm|a|p)?$/.exec(text) ?? [];
  if (hours === '') return undefined;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return undefined;
  const shifted = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour;
  return `${String(shifted).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};
