import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { defaultSettings } from '#domain/google-calendar/google.schema.ts';
import { googleMessages, hasScopes } from '#domain/google-calendar/google-event.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { calendarCases } from '#functions/calendar/repository/calendar.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { adapter } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { connections, oauthStates, type PartnerConnection } from '#functions/platform/partners/partner-connections.ts';
import { PartnerError, PermanentError, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import type { GoogleConnector } from './client/google-connector.ts';
import { type createGoogleCalendarRepository, type GoogleSettingsRecord, googleCalendar } from './repository.ts';

declare module '#functions/platform/api/dependencies.ts' {
  interface Dependencies {
    googleConnector: GoogleConnector;
  }
}

const googleConnector = adapter('googleConnector', 'secret:google');
const googleEncryptor = adapter('partnerEncryptor', 'partner-key:seal-google');

const partner = 'google-calendar';

/** Only this person can complete the sign-in, in this session. */
const startSignIn = handler(
  googleCalendarEndpoints.auth,
  { oauthStates, googleConnector },
  async (_, { db, work, actor, now, googleConnector: connector }) => {
    const state = randomBytes(32).toString('base64url');
    const by = { partner, profileId: actor.id, session: actor.session };
    const auth_url = await connector.authUrl(state);
    return work.add(db.oauthStates.begin(state, by, now)).finish({ auth_url, state });
  },
);

/** Turns a rejected code into a 400, and an unavailable Google into a 409. */
const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ReauthorizationError || error instanceof PermanentError)
      throw invalid({ code: [googleMessages.codeRefused] });
    if (error instanceof PartnerError) throw new AppError('conflict', { detail: googleMessages.silent });
    throw error;
  }
};

/** Reuses the previous calendar if the account still has it. */
const calendarFor = async (
  account: Awaited<ReturnType<GoogleConnector['account']>>,
  before: GoogleSettingsRecord | undefined,
  home: { name: string; time_zone: string } | undefined,
): Promise<{ id: string; name: string; isKept: boolean }> => {
  if (before && (await account.calendars()).includes(before.calendar_id))
    return { id: before.calendar_id, name: before.calendar_name, isKept: true };
  const made = await account.newCalendar(home?.name ?? 'Stillwater', home?.time_zone ?? 'UTC');
  return { ...made, isKept: false };
};

interface SignedIn {
  refreshToken: string;
  email: string;
}
/** Throws a 400 if a scope or the refresh token is missing. */
const signedIn = async (connector: GoogleConnector, code: string, state: string): Promise<SignedIn> => {
  const { refreshToken, scope, email } = await asked(() => connector.exchange(code, state));
  if (!hasScopes(scope)) throw invalid({ code: [googleMessages.scopesLacking] });
  if (!refreshToken || !email) throw invalid({ code: [googleMessages.noRefresh] });
  return { refreshToken, email };
};

/** Ends a connection here; the worker cleans up at Google with the data it leaves. */
const end = (
  work: Work<'calendar.disconnected', 'google-calendar.disconnected'>,
  db: { googleCalendar: Pick<ReturnType<typeof createGoogleCalendarRepository>, 'putEnding'> },
  { organization_id, account, sealed }: PartnerConnection,
  { connection, calendar_id, removes_on_disconnect: removes_events }: GoogleSettingsRecord,
  now: Date,
) =>
  work
    .add(
      db.googleCalendar.putEnding({
        connection,
        account,
        calendar_id,
        sealed: sealed.access,
        removes_events,
        ended_at: now.toISOString(),
      }),
    )
    .audit('calendar.disconnected', organization_id, [{ field: 'calendar.account', from: account, to: null }])
    .announce('google-calendar.disconnected', organization_id, { organization_id, connection });

interface Connecting {
  organization_id: string;
  email: string;
  access: PartnerConnection['sealed']['access'];
  by: string;
  now: Date;
}
/** Keeps the webhook address of a previous connection. */
const newConnection = (
  { organization_id, email, access, by, now }: Connecting,
  before: PartnerConnection | undefined,
  secret: string,
): PartnerConnection => ({
  organization_id,
  partner,
  version: 1,
  service: 'google',
  account: email,
  connected_by_name: by,
  sealed: { access, webhook: null },
  updated_at: now.toISOString(),
  connected_at: now.toISOString(),
  webhook_token: before?.webhook_token ?? secret,
});

const newSettings = (
  organization_id: string,
  before: GoogleSettingsRecord | undefined,
  connection: string,
  calendar: { id: string; name: string },
): GoogleSettingsRecord => ({
  ...(before ?? { ...defaultSettings, version: 1, organization_id }),
  connection,
  calendar_id: calendar.id,
  calendar_name: calendar.name,
});

const connectDependencies = {
  oauthStates,
  connections,
  googleCalendar,
  googleConnector,
  plainHomes: homesReadOnly,
  partnerEncryptor: googleEncryptor,
};

const connectGoogle = handler(
  googleCalendarEndpoints.callback,
  connectDependencies,
  async (
    { body: { code, state } },
    { db, work, actor, now, googleConnector: connector, partnerEncryptor: encryptor },
  ) => {
    const { organizationId: organization_id, homeId, id: profileId, session } = actor;
    const refused = () => invalid({ state: [googleMessages.stateOver] });
    await work.add(await db.oauthStates.use(state, { partner, profileId, session }, now, refused)).step();
    const { refreshToken, email } = await signedIn(connector, code, state);
    const [before, settings] = await Promise.all([db.connections.find(partner), db.googleCalendar.settings()]);
    const [home, account] = await Promise.all([db.plainHomes.plainHome(homeId), connector.account(refreshToken)]);
    const calendar = await asked(() => calendarFor(account, before?.account === email ? settings : undefined, home));
    const access = await encryptor.seal({ organizationId: organization_id, partner, part: 'access' }, refreshToken);
    const secret = randomBytes(32).toString('base64url');
    const madeNow = uuid({ msecs: now.getTime() });
    // The calendar exists and the code is used up: a conflict retries only the commit.
    return work.attempt(
      () => Promise.all([db.connections.find(partner), db.googleCalendar.settings()]),
      ([before, settings]) => {
        const isKept = calendar.isKept && settings?.calendar_id === calendar.id;
        const connection = newConnection({ organization_id, email, access, by: actor.name, now }, before, secret);
        const next = newSettings(organization_id, settings, isKept ? settings.connection : madeNow, calendar);
        if (before && settings && !isKept) end(work, db, before, settings, now);
        const is = [{ field: 'calendar.account', from: before?.account ?? null, to: email }];
        const changed = db.googleCalendar.changeSync(next.connection, { needs_reconnect: false, last_error: null });
        return work
          .add(db.connections.put(before, connection), db.googleCalendar.putSettings(settings, next), changed)
          .audit('calendar.connected', organization_id, is)
          .announce('google-calendar.connected', organization_id, { organization_id })
          .finish({ connected: true as const, email, calendar_id: calendar.id, calendar_name: calendar.name });
      },
    );
  },
);

/** Returns undecided changes at Google, newest first, without deleted cases. */
const listSuggestions = handler(
  googleCalendarEndpoints.suggestions,
  { googleCalendar, calendarCases },
  async (_, { db }) => {
    const settings = await db.googleCalendar.settings();
    if (!settings) return { results: [] };
    const events = await db.googleCalendar.suggested(settings.connection);
    const cases = await db.calendarCases.of(events.flatMap(({ case_id }) => case_id ?? []));
    const results = events.flatMap(({ id, case_id, event, title, kind, duty, date, time, suggestion }) => {
      const row = cases.get(case_id ?? '');
      if ((!row && case_id !== null) || !suggestion) return [];
      const { case_number = '', deceased_full_name = '' } = row ?? {};
      const { date: suggested_date, time: suggested_time, seen_at } = suggestion;
      return [
        {
          id,
          case_id,
          event,
          title,
          case_number,
          deceased_full_name,
          kind,
          duty,
          date,
          time,
          suggested_date,
          suggested_time,
          seen_at,
        },
      ];
    });
    return { results: results.sort((a, b) => b.seen_at.localeCompare(a.seen_at)) };
  },
);

/** After either decision the case's event is written to Google again. */
const decideSuggestion = handler(googleCalendarEndpoints.decide, { googleCalendar }, ({ params }, { db, work }) =>
  work.attempt(
    async () => {
      const settings = await db.googleCalendar.settings();
      return { settings, event: settings && (await db.googleCalendar.event(settings.connection, params.event)) };
    },
    async ({ settings, event }) => {
      if (!settings || !event) throw notFound();
      if (!event.suggestion) return { success: true as const };
      const next = { ...event, digest: '', suggestion: null };
      work.add(db.googleCalendar.changeEvent(settings.connection, event, next));
      if (event.case_id) work.announce('google-calendar.case-wanted', event.case_id, { case_id: event.case_id });
      else if (event.event) work.announce('office-event.changed', event.event, { event: event.event });
      return work.finish({ success: true as const });
    },
  ),
);

/** Throws a 409 if not connected. */
const requireSettings = async (db: {
  googleCalendar: Pick<ReturnType<typeof createGoogleCalendarRepository>, 'settings'>;
}): Promise<GoogleSettingsRecord> => {
  const settings = await db.googleCalendar.settings();
  if (!settings) throw new AppError('conflict', { detail: googleMessages.notConnected });
  return settings;
};

const queued = { status: 'queued' } as const;

const requestSync = handler(
  googleCalendarEndpoints.sync,
  { googleCalendar },
  async (_, { db, work, actor, countAccepted }) => {
    await requireSettings(db);
    const refused = await countAccepted('organization', actor.organizationId);
    if (refused) throw refused;
    const organization_id = actor.organizationId;
    return work
      .announce('google-calendar.sync-wanted', organization_id, { organization_id, from: null })
      .finish(queued);
  },
);

/** Accepts only our own address: any other would leak an organization's changes. */
const setupWatch = handler(
  googleCalendarEndpoints.setupWatch,
  { googleCalendar, connections, googleConnector },
  async ({ body }, { db, work, actor, now, googleConnector: { siteUrl } }) => {
    const [settings, connection] = await Promise.all([requireSettings(db), db.connections.find(partner)]);
    const own = `${siteUrl}/api/webhooks/google-calendar/`;
    // Browsers never learn the secret that follows this path.
    if (!connection || body.webhook_url.replace(/\/$/, '') !== own.slice(0, -1))
      throw invalid({ webhook_url: [googleMessages.foreignAddress] });
    const { channel } = await db.googleCalendar.sync(settings.connection);
    const isActive = channel !== null && channel.expires > now.getTime();
    const organization_id = actor.organizationId;
    return work.announce('google-calendar.sync-wanted', organization_id, { organization_id, from: null }).finish({
      ...queued,
      watch_active: isActive,
      expires_at: isActive ? new Date(channel.expires).toISOString() : null,
    });
  },
);

const getStatus = handler(googleCalendarEndpoints.status, { connections, googleCalendar }, async (_, { db, now }) => {
  const [connection, settings, pausedUntil] = await Promise.all([
    db.connections.find(partner),
    db.googleCalendar.settings(),
    db.connections.pausedUntil(partner),
  ]);
  const sync = settings && (await db.googleCalendar.sync(settings.connection));
  const channel = sync?.channel && sync.channel.expires > now.getTime() ? sync.channel : undefined;
  const isPaused = pausedUntil !== undefined && pausedUntil * 1000 > now.getTime();
  return {
    connected: connection !== undefined,
    email: connection?.account ?? null,
    calendar_id: settings?.calendar_id ?? null,
    calendar_name: settings?.calendar_name ?? null,
    sync_enabled: settings?.sync_enabled ?? false,
    last_sync_at: sync?.last_sync_at ?? null,
    last_error: sync?.last_error ?? null,
    needs_reconnect: sync?.needs_reconnect ?? false,
    watch_active: channel !== undefined,
    watch_expires_at: channel ? new Date(channel.expires).toISOString() : null,
    connected_at: connection?.connected_at ?? null,
    connected_by_name: connection?.connected_by_name ?? null,
    paused_until: isPaused ? new Date(pausedUntil * 1000).toISOString() : null,
    settings: settings ?? defaultSettings,
  };
});

const done = { success: true } as const;

const disconnectGoogle = handler(
  googleCalendarEndpoints.disconnect,
  { connections, googleCalendar },
  (_, { db, work, now }) =>
    work.attempt(
      async () => ({ connection: await db.connections.find(partner), settings: await db.googleCalendar.settings() }),
      async ({ connection, settings }) => {
        if (!connection || !settings) return done;
        work.add(db.connections.remove(connection), db.googleCalendar.removeSettings(settings));
        return end(work, db, connection, settings, now).finish(done);
      },
    ),
);

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const changeSettings = handler(googleCalendarEndpoints.settings, { googleCalendar }, ({ body }, { db, work, actor }) =>
  work.attempt(
    () => requireSettings(db),
    async (before) => {
      const given = Object.entries(body).filter(([, value]) => value !== undefined);
      const next = { ...before, ...(Object.fromEntries(given) as Partial<typeof before>) };
      const changes = given
        .map(([name, to]) => ({
          field: `calendar.${name}`,
          from: textOrNull(before[name as keyof typeof before]),
          to: textOrNull(to),
        }))
        .filter(({ from, to }) => from !== to);
      if (changes.length === 0) return before;
      const organization_id = actor.organizationId;
      return work
        .add(db.googleCalendar.putSettings(before, next))
        .audit('calendar.settings_changed', organization_id, changes)
        .announce('google-calendar.sync-wanted', organization_id, { organization_id, from: null })
        .finish(next);
    },
  ),
);

export const googleCalendarRoutes = routesOf(googleCalendarEndpoints, {
  auth: startSignIn,
  callback: connectGoogle,
  status: getStatus,
  sync: requestSync,
  disconnect: disconnectGoogle,
  settings: changeSettings,
  setupWatch,
  suggestions: listSuggestions,
  decide: decideSuggestion,
});
