import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { Instant, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { GoogleSettings, GoogleSettingsPatch, GoogleStatus, GoogleSuggestion } from './google.schema.ts';

const path = '/api/calendar-integration';
export const QueuedSync = z.object({ status: z.literal('queued') });
const notConnected = 'Google Calendar is not connected.';

/** The calendar integration (D3 §7). */
export const googleCalendarEndpoints = {
  auth: endpoint({
    method: 'GET',
    path: `${path}/google/auth/`,
    permission: 'calendar:connect',
    summary: 'Get the Google OAuth URL. Its state is valid for 10 minutes, once, and only for the caller',
    response: z.object({ auth_url: z.string(), state: z.string() }),
    errorResponses: { 409: 'The stage has no OAuth client of Google; `detail` says so.' },
    limits: [{ by: 'user', max: 20, seconds: 300 }],
    skipActorCache: true,
  }),
  callback: endpoint({
    method: 'POST',
    path: `${path}/google/callback/`,
    permission: 'calendar:connect',
    summary: 'Finish the Google OAuth connection',
    body: z.object({ code: z.string().min(1).max(500), state: z.string().min(1).max(200) }),
    response: z.object({
      connected: z.literal(true),
      email: z.string(),
      calendar_id: z.string(),
      calendar_name: z.string(),
    }),
    errorResponses: { 409: 'Google does not answer; `detail` says so.' },
    limits: [{ by: 'user', max: 20, seconds: 300 }],
    auditActions: ['calendar.connected', 'calendar.disconnected'],
    events: ['google-calendar.connected', 'google-calendar.disconnected'],
    skipActorCache: true,
  }),
  status: endpoint({
    method: 'GET',
    path: `${path}/status/`,
    permission: 'case:read',
    summary: 'Get the Google Calendar connection status. Never returns tokens',
    response: GoogleStatus,
  }),
  sync: endpoint({
    method: 'POST',
    path: `${path}/sync/`,
    permission: 'case:edit',
    summary: 'Start a full sync with Google Calendar',
    response: QueuedSync,
    errorResponses: { 409: notConnected },
    limits: [{ by: 'organization', counts: 'accepted', max: 10, seconds: 600 }],
    events: ['google-calendar.sync-wanted'],
  }),
  disconnect: endpoint({
    method: 'POST',
    path: `${path}/disconnect/`,
    permission: 'calendar:connect',
    summary: 'Disconnect Google Calendar. Stops channels and revokes access in the background. Idempotent',
    response: SuccessResponse,
    auditActions: ['calendar.disconnected'],
    events: ['google-calendar.disconnected'],
    skipActorCache: true,
  }),
  settings: endpoint({
    method: 'PATCH',
    path: `${path}/settings/`,
    permission: 'calendar:connect',
    summary: 'Update Google Calendar settings: event types, duration, time zone, name format',
    body: GoogleSettingsPatch,
    response: GoogleSettings,
    errorResponses: { 409: notConnected },
    auditActions: ['calendar.settings_changed'],
    events: ['google-calendar.sync-wanted'],
  }),
  setupWatch: endpoint({
    method: 'POST',
    path: `${path}/setup-watch/`,
    permission: 'calendar:connect',
    summary: 'Turn on Google push notifications',
    body: z.object({ webhook_url: z.string().max(500) }),
    response: z.object({ status: z.literal('queued'), watch_active: z.boolean(), expires_at: Instant.nullable() }),
    errorResponses: { 409: notConnected },
    limits: [{ by: 'user', max: 20, seconds: 300 }],
    events: ['google-calendar.sync-wanted'],
  }),
  suggestions: endpoint({
    method: 'GET',
    path: `${path}/suggestions/`,
    permission: 'case:read',
    summary: 'List changes made in Google Calendar that need a decision',
    response: z.object({ results: z.array(GoogleSuggestion) }),
  }),
  decide: endpoint({
    method: 'POST',
    path: `${path}/suggestions/{event}/`,
    permission: 'case:edit',
    summary: 'Accept or reject a Google Calendar change',
    params: z.object({ event: z.string().regex(/^[a-v0-9]{5,64}$/) }),
    response: SuccessResponse,
    events: ['google-calendar.case-wanted', 'office-event.changed'],
  }),
} as const;

/** Served by a function that cannot read cases. */
export const googleWebhookEndpoints = {
  received: endpoint({
    method: 'POST',
    path: '/api/webhooks/google-calendar/{token}/',
    permission: 'public',
    summary: 'Receive Google Calendar push notifications',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    response: SuccessResponse,
    events: ['google-calendar.changed'],
    limits: [{ by: 'ip', max: 600, seconds: 60 }],
  }),
} as const;
