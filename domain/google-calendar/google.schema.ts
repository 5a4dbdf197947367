import * as z from 'zod';
import { nameFormats } from '#domain/calendar/external-event.ts';
import { duties } from '#domain/deadlines/rule-builders.ts';
import { Instant } from '#domain/shared/contract/wire.ts';

/** What of a case stands in Google Calendar. */
export const googleKinds = ['service', 'arrival', 'cremation', 'disposition', 'deadline'] as const;
export type GoogleKind = (typeof googleKinds)[number];
export const googleKindLabels: Readonly<Record<GoogleKind, string>> = {
  service: 'Services and visitations',
  arrival: 'Arrivals at the cemetery',
  cremation: 'Cremations',
  disposition: 'Burials and other dispositions after a memorial or visitation',
  deadline: 'Deadlines',
};

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};

export const GoogleSettings = z.object({
  sync_enabled: z.boolean(),
  event_kinds: z.array(z.enum(googleKinds)),
  naming: z.enum(nameFormats),
  /** How long a service is shown, for it has no end. */
  default_duration_minutes: z.number().int(),
  /** On whose clock events are; null: on that of the home of their case. */
  time_zone: z.string().nullable(),
  /** Whether events are deleted at Google when it is disconnected. */
  removes_on_disconnect: z.boolean(),
});
export type GoogleSettings = z.output<typeof GoogleSettings>;

/**
 * As they stand until somebody chooses: initials, so that no name is on a screen that others see, and no deadlines, which are
 * many and have a list and mails of their own.
 */
export const defaultSettings: GoogleSettings = {
  sync_enabled: true,
  event_kinds: ['service', 'arrival', 'cremation', 'disposition'],
  naming: 'initials',
  default_duration_minutes: 60,
  time_zone: null,
  removes_on_disconnect: true,
};

export const GoogleSettingsPatch = z
  .object({
    sync_enabled: z.boolean(),
    event_kinds: z.array(z.enum(googleKinds)).min(1, 'Choose at least one kind'),
    naming: z.enum(nameFormats),
    default_duration_minutes: z.number().int().min(15, 'Choose 15 minutes or more').max(480, 'Choose 8 hours or less'),
    time_zone: z.string().max(60).refine(isZone, 'Select a valid time zone').nullable(),
    removes_on_disconnect: z.boolean(),
  })
  .partial();

export const GoogleStatus = z.object({
  connected: z.boolean(),
  email: z.string().nullable(),
  calendar_id: z.string().nullable(),
  calendar_name: z.string().nullable(),
  sync_enabled: z.boolean(),
  last_sync_at: Instant.nullable(),
  last_error: z.string().nullable(),
  /** Somebody has to connect anew: Google does not let us in any more. */
  needs_reconnect: z.boolean(),
  /** Whether changes made at Google are announced by themselves. */
  watch_active: z.boolean(),
  watch_expires_at: Instant.nullable(),
  connected_at: Instant.nullable(),
  connected_by_name: z.string().nullable(),
  /** Until when what is to be sent waits, because Google did not answer. */
  paused_until: Instant.nullable(),
  settings: GoogleSettings,
});
export type GoogleStatus = z.output<typeof GoogleStatus>;

/** Something of a case that was moved or deleted at Google, for somebody here to decide about. */
export const GoogleSuggestion = z.object({
  /** The event's id at Google. */
  id: z.string(),
  case_id: z.uuid(),
  case_number: z.string(),
  deceased_full_name: z.string(),
  kind: z.enum(googleKinds),
  /** Which deadline it is; null for anything else. */
  duty: z.enum(duties).nullable(),
  /** As it stands on the case. */
  date: z.string(),
  time: z.string(),
  /** As it was changed to at Google; '' where it was deleted there. */
  suggested_date: z.string(),
  suggested_time: z.string(),
  seen_at: Instant,
});
export type GoogleSuggestion = z.output<typeof GoogleSuggestion>;
