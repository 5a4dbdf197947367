import type { FieldOption } from '#domain/shared/forms/field.ts';

const american: readonly FieldOption[] = [
  { value: 'America/New_York', label: 'Eastern Time (New York)' },
  { value: 'America/Chicago', label: 'Central Time (Chicago)' },
  { value: 'America/Denver', label: 'Mountain Time (Denver)' },
  { value: 'America/Phoenix', label: 'Mountain Time without daylight saving (Phoenix)' },
  { value: 'America/Los_Angeles', label: 'Pacific Time (Los Angeles)' },
  { value: 'America/Anchorage', label: 'Alaska Time (Anchorage)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time (Honolulu)' },
  { value: 'America/Puerto_Rico', label: 'Atlantic Time (Puerto Rico, U.S. Virgin Islands)' },
  { value: 'Pacific/Guam', label: 'Chamorro Time (Guam, Northern Mariana Islands)' },
  { value: 'Pacific/Pago_Pago', label: 'Samoa Time (American Samoa)' },
];

/** Returns every IANA zone of the browser, those of the United States first. */
export const timeZoneOptions = (): readonly FieldOption[] => {
  const first = new Set(american.map(({ value }) => value));
  const otherZones = Intl.supportedValuesOf('timeZone').filter((zone) => !first.has(zone));
  return [...american, ...otherZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))];
};
