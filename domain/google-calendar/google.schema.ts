import * as z from 'zod';
import { nameFormats } from '#domain/calendar/calendar-events.ts';
import { duties } from '#domain/deadlines/rule-builders.ts';
import { Instant } from '#domain/shared/contract/wire.ts';

export const googleKinds = ['service', 'arrival', 'cremation', 'disposition', 'deadline', 'day', 'office'] as const;
export type GoogleKind = (typeof googleKinds)[number];
export const googleKindLabels: Readonly<Record<GoogleKind, string>> = {
  service: 'Services and visitations',
  arrival: 'Arrivals at the cemetery',
  cremation: 'Cremations',
  disposition: 'Burials and other dispositions after a memorial or visitation',
  deadline: 'Deadlines',
  day: 'Other events of cases',
  office: 'Events without a case',
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
  /** Cases record no end of a service. */
  default_duration_minutes: z.number().int(),
  /** Null: the time zone of the case's home. */
  time_zone: z.string().nullable(),
  removes_on_disconnect: z.boolean(),
});
export type GoogleSettings = z.output<typeof GoogleSettings>;

/**
 * Initials, because others see screens; no deadlines, because they have their own list and emails; other events once a
 * home wants them.
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
  /** Google rejects the refresh token: a user must connect again. */
  needs_reconnect: z.boolean(),
  watch_active: z.boolean(),
  watch_expires_at: Instant.nullable(),
  connected_at: Instant.nullable(),
  connected_by_name: z.string().nullable(),
  /** Set while Google is unavailable: until then no changes are sent. */
  paused_until: Instant.nullable(),
  settings: GoogleSettings,
});
export type GoogleStatus = z.output<typeof GoogleStatus>;

/** An event moved or deleted at Google, for a user to accept or decline. */
export const GoogleSuggestion = z.object({
  id: z.string(),
  /** Null for an event without a case. */
  case_id: z.uuid().nullable(),
  /** The id of an event of the kinds `day` and `office`. */
  event: z.string().nullable(),
  /** The title of such an event. */
  title: z.string(),
  case_number: z.string(),
  deceased_full_name: z.string(),
  kind: z.enum(googleKinds),
  duty: z.enum(duties).nullable(),
  /** Date and time of the case. */
  date: z.string(),
  time: z.string(),
  /** Date and time at Google; '' if it was deleted there. */
  suggested_date: z.string(),
  suggested_time: z.string(),
  seen_at: Instant,
});
export type GoogleSuggestion = z.output<typeof GoogleSuggestion>;
