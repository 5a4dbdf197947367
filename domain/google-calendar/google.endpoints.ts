import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { Instant, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { GoogleSettings, GoogleSettingsPatch, GoogleStatus, GoogleSuggestion } from './google.schema.ts';

const path = '/api/calendar-integration';
const Queued = z.object({ status: z.literal('queued') });
const notConnected = 'Google Calendar is not connected.';

/** The calendar integration (D3 §7). */
export const googleCalendarEndpoints = {
  auth: endpoint({
    method: 'GET',
    path: `${path}/google/auth/`,
    permission: 'calendar:connect',
    summary:
      'Where the browser goes to connect Google Calendar; the state is good once, for ten minutes, for who asked',
    response: z.object({ auth_url: z.string(), state: z.string() }),
    errorResponses: { 409: 'The stage has no OAuth client of Google; `detail` says so.' },
    limits: [{ by: 'user', max: 20, seconds: 300 }],
    skipActorCache: true,
  }),
  callback: endpoint({
    method: 'POST',
    path: `${path}/google/callback/`,
    permission: 'calendar:connect',
    summary: 'Google sent the browser back: connect with its code',
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
    summary: 'How the organization is connected to Google Calendar; no token is ever answered',
    response: GoogleStatus,
  }),
  sync: endpoint({
    method: 'POST',
    path: `${path}/sync/`,
    permission: 'case:edit',
    summary: 'Compare everything with Google Calendar now, in the background',
    response: Queued,
    errorResponses: { 409: notConnected },
    limits: [{ by: 'organization', counts: 'accepted', max: 10, seconds: 600 }],
    events: ['google-calendar.sync-wanted'],
  }),
  disconnect: endpoint({
    method: 'POST',
    path: `${path}/disconnect/`,
    permission: 'calendar:connect',
    summary: 'Forget the tokens; channels are stopped and access is given back in the background. Again: nothing more',
    response: SuccessResponse,
    auditActions: ['calendar.disconnected'],
    events: ['google-calendar.disconnected'],
    skipActorCache: true,
  }),
  settings: endpoint({
    method: 'PATCH',
    path: `${path}/settings/`,
    permission: 'calendar:connect',
    summary: 'Which kinds of events, how long, on whose clock, with names or initials',
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
    summary: 'Have Google announce changes; to this product’s own address alone',
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
    summary: 'What was moved or deleted at Google, for somebody here to decide about',
    response: z.object({ results: z.array(GoogleSuggestion) }),
  }),
  decide: endpoint({
    method: 'POST',
    path: `${path}/suggestions/{event}/`,
    permission: 'case:edit',
    summary: 'Decide about such a change: what the case says is shown at Google again, and the suggestion is gone',
    params: z.object({ event: z.string().regex(/^[a-v0-9]{5,64}$/) }),
    response: SuccessResponse,
    events: ['google-calendar.case-wanted'],
  }),
} as const;

/** Where Google announces that something changed: served by a function that reads nothing of a case. */
export const googleWebhookEndpoints = {
  received: endpoint({
    method: 'POST',
    path: '/api/webhooks/google-calendar/{token}/',
    permission: 'public',
    summary: 'Google announces that something of a calendar changed, and never what; 404 at any other address',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    response: SuccessResponse,
    events: ['google-calendar.changed'],
    limits: [{ by: 'ip', max: 600, seconds: 60 }],
  }),
} as const;
