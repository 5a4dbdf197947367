import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { defaultSettings } from '#domain/google-calendar/google.schema.ts';
import { googleMessages } from '#domain/google-calendar/google-messages.ts';
import { hasScopes } from '#domain/google-calendar/google-scopes.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { GoogleConnector } from '#functions/google-calendar/client/google-connector.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { googleDoor, googleEncryptor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { WorkOf } from '#functions/platform/api/work.ts';
import { oauthStates } from '#functions/platform/partners/oauth-states.ts';
import { connections, type PartnerConnection } from '#functions/platform/partners/partner-connections.ts';
import {
  PartnerError,
  PermanentError,
  ReauthorizationError,
} from '#functions/platform/store/partners/partner-error.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { pendingDisconnect } from './ending-of.ts';
import { type GoogleSettingsRecord, googleCalendar } from './google-calendar.ts';
import { partner } from './start-sign-in.ts';

/** Answers in words what Google made of it: a code that it refuses is a 400, its silence a 409. */
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

/** The calendar of before where the same account still has it; else a new one. */
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
/** What the code gave; a 400 where not everything was allowed, or nothing that lasts. */
const signedIn = async (door: GoogleConnector, code: string, state: string): Promise<SignedIn> => {
  const { refreshToken, scope, email } = await asked(() => door.exchange(code, state));
  if (!hasScopes(scope)) throw invalid({ code: [googleMessages.scopesLacking] });
  if (!refreshToken || !email) throw invalid({ code: [googleMessages.noRefresh] });
  return { refreshToken, email };
};

/** The former connection ends: it was of another account, or of a calendar that somebody has deleted. */
const ended = (
  work: WorkOf<typeof googleCalendarEndpoints.callback>,
  { organization_id, account }: PartnerConnection,
  { connection }: GoogleSettingsRecord,
  ending: Write,
): void => {
  work
    .add(ending)
    .audit('calendar.disconnected', organization_id, [{ field: 'calendar.account', from: account, to: null }])
    .announce('google-calendar.disconnected', organization_id, { organization_id, connection });
};

interface Connecting {
  organization_id: string;
  email: string;
  /** Sealed. */
  access: PartnerConnection['sealed']['access'];
  by: string;
  now: Date;
}
/** The connection with what a sign-in gave; its webhook's address stays the one of before. */
const newConnection = (
  { organization_id, email, access, by, now }: Connecting,
  before: PartnerConnection | undefined,
  secret: string,
): PartnerConnection => ({
  ...{ organization_id, partner, version: 1, service: 'google', account: email, connected_by_name: by },
  ...{ sealed: { access, webhook: null }, updated_at: now.toISOString(), connected_at: now.toISOString() },
  webhook_token: before?.webhook_token ?? secret,
});

/** Ends a sign-in at Google: what it gave is sealed and kept, and a calendar of our own is made in the account. */
export const connectGoogle = handler(
  googleCalendarEndpoints.callback,
  { oauthStates, connections, googleCalendar, plainHomes: homesReadOnly, googleDoor, partnerSealer: googleEncryptor },
  async ({ body: { code, state } }, { db, work, actor, now, googleDoor: door, partnerSealer: sealer }) => {
    const { organizationId: organization_id, homeId, id: profileId, session } = actor;
    const refused = () => invalid({ state: [googleMessages.stateOver] });
    await work.add(await db.oauthStates.use(state, { partner, profileId, session }, now, refused)).step();
    const { refreshToken, email } = await signedIn(door, code, state);
    const [before, settings] = await Promise.all([db.connections.find(partner), db.googleCalendar.settings()]);
    const [home, account] = await Promise.all([db.plainHomes.plainHome(homeId), door.account(refreshToken)]);
    const calendar = await asked(() => calendarFor(account, before?.account === email ? settings : undefined, home));
    const access = await sealer.seal({ organizationId: organization_id, partner, part: 'access' }, refreshToken);
    const secret = randomBytes(32).toString('base64url');
    const madeNow = uuid({ msecs: now.getTime() });
    // The calendar is made, and the code of the sign-in is used up: what others changed meanwhile is read anew.
    return work.attempt(
      () => Promise.all([db.connections.find(partner), db.googleCalendar.settings()]),
      ([before, settings]) => {
        const isKept = calendar.isKept && settings?.calendar_id === calendar.id;
        const connection = newConnection({ organization_id, email, access, by: actor.name, now }, before, secret);
        const next: GoogleSettingsRecord = {
          ...(settings ?? { ...defaultSettings, version: 1, organization_id }),
          connection: isKept ? settings.connection : madeNow,
          ...{ calendar_id: calendar.id, calendar_name: calendar.name },
        };
        if (before && settings && !isKept)
          ended(work, before, settings, db.googleCalendar.putEnding(pendingDisconnect(before, settings, now)));
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
