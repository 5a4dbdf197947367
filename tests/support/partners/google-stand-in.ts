import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { googleScopes } from '#domain/google-calendar/google-event.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { googleConnectorAt, redirectUriOf } from '#functions/google-calendar/client/google-connector.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { startGoogleCalendar } from '#local/partners/google-calendar/google-calendar.ts';
import { startHarness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas['calendar-integration'];
const siteUrl = 'http://127.0.0.1:4000';
const email = 'calendar@whitcomb-ames.example';
const app = { client_id: 'client', client_secret: 'secret' };

/**
 * Local Google with the product's client, the calls that connect it, and a manual clock. Its notifications go nowhere;
 * tests call the checks.
 */
export const startGoogleStandIn = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'google-stand-in-'));
  const clock = { now: Date.parse('2026-03-01T15:00:00Z') };
  const now = () => new Date(clock.now);
  const google = await startGoogleCalendar({
    ...{ port: 0, dataDir, accounts: { [email]: 'Whitcomb & Ames' }, takesLocalHttp: true, now },
    app: { clientId: app.client_id, clientSecret: app.client_secret, redirectUris: [redirectUriOf(siteUrl)] },
  });
  google.faults.channels.drop = true;
  const connector = { endpoints: google.endpoints, app: async () => app, siteUrl, now };
  const harness = await startHarness({ google: googleConnectorAt(connector) });
  harness.state.now = now;

  const signIn = async (as: Profile, granted: readonly string[] = googleScopes) => {
    const { auth_url, state } = succeeded(await harness.call(rows.auth, { as })).body;
    const form = new URLSearchParams([
      ...new URL(String(auth_url)).searchParams,
      ['account', email],
      ['answer', 'allow'],
    ]);
    for (const scope of granted) form.append('granted', scope);
    const response = await fetch(`${google.url}/o/oauth2/v2/auth`, { method: 'POST', body: form, redirect: 'manual' });
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code');
    return { code: String(code), state: String(state) };
  };
  const connect = async (as: Profile) =>
    succeeded(await harness.call(rows.callback, { as, body: await signIn(as) })).body as { calendar_id: string };

  /** The events of a calendar that are not deleted. */
  const resourcesIn = (wanted: string | undefined) =>
    google.store.events.all().flatMap(({ calendar, resource }) => {
      if (calendar !== wanted || resource.status === 'cancelled') return [];
      return [
        {
          ...resource,
          summary: String(resource.summary),
          start: resource.start as { date?: string; dateTime?: string },
        },
      ];
    });

  return {
    ...{ google, harness, googleConnector: connector, email, siteUrl, clock, now, signIn, connect, resourcesIn },
    close: async () => {
      await google.close();
      await harness.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
export type GoogleStandIn = Awaited<ReturnType<typeof startGoogleStandIn>>;
