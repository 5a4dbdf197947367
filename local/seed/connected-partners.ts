import type { QuickBooksStatus } from '#domain/quickbooks/quickbooks.schema.ts';
import type { SyncProgress } from '#domain/quickbooks/sync.schema.ts';
import { addDays, addMonths, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { Stack } from '../stack.ts';
import { type Call, callerOf, eventually } from './live-calls.ts';

const realm = '9341450001';
const googleAccount = 'calendar@whitcomb-ames.example';
const today = () => todayIn('America/New_York', new Date());

/** Agrees on a partner's page, and returns the code that it sends back. */
const consented = async (authUrl: string, chosen: readonly [string, string][]): Promise<string> => {
  const { origin, pathname, searchParams } = new URL(authUrl);
  const body = new URLSearchParams([...searchParams, ...chosen, ['answer', 'allow']]);
  const response = await fetch(`${origin}${pathname}`, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
};

interface Authorization {
  auth_url: string;
  state: string;
}

/** Connects QuickBooks and sends from last month on; a bookkeeper then changes a payment, which stops that entry. */
const connectQuickBooks = async ({ services: { quickbooks } }: Stack, call: Call): Promise<void> => {
  const path = '/api/quickbooks';
  const { connected } = await call<QuickBooksStatus>('GET', `${path}/status/`);
  if (connected) return;
  const { auth_url, state } = await call<Authorization>('GET', `${path}/auth/url/`);
  const code = await consented(auth_url, [['realm', realm]]);
  await call('POST', `${path}/callback/exchange/`, { code, state, realmId: realm });
  await call('PUT', `${path}/settings/`, await call<object>('GET', `${path}/settings/`));
  const progress = (kind: 'preview' | 'sending') =>
    eventually(async () => {
      const run = (await call<SyncProgress>('GET', `${path}/sync/progress/`))[kind];
      return run && run.state !== 'running' ? run : undefined;
    });
  const lastMonth = addMonths(`${today().slice(0, 7)}-01`, -1);
  await call('POST', `${path}/sync/preview/`, { from: lastMonth });
  const preview = await progress('preview');
  await call('POST', `${path}/sync/start/`, { preview: preview.id });
  await progress('sending');
  const payment = await eventually(() =>
    quickbooks.store.entities(realm, 'Payment').find(({ TxnDate }) => `${TxnDate}`.startsWith(lastMonth.slice(0, 7))),
  );
  const body = new URLSearchParams({ do: 'change', dollars: `${Number(payment.TotalAmt) + 9}` });
  await fetch(`${quickbooks.url}/companies/${realm}/payments/${payment.Id}`, { method: 'POST', body });
};

/** Connects Google Calendar; the minister's secretary then moves a service there, which staff decide on. */
const connectGoogle = async ({ services: { google } }: Stack, call: Call): Promise<void> => {
  const path = '/api/calendar-integration';
  const { connected } = await call<{ connected: boolean }>('GET', `${path}/status/`);
  if (connected) return;
  const { auth_url, state } = await call<Authorization>('GET', `${path}/google/auth/`);
  const scopes = new URL(auth_url).searchParams.get('scope')?.split(' ') ?? [];
  const granted = scopes.map((scope): [string, string] => ['granted', scope]);
  const code = await consented(auth_url, [['account', googleAccount], ...granted]);
  const { calendar_id } = await call<{ calendar_id: string }>('POST', `${path}/google/callback/`, { code, state });
  const event = await eventually(() =>
    google.store.events.all().find(({ resource: { summary, start } }) => {
      const at = (start as { dateTime?: string }).dateTime ?? '';
      return /^Service/.test(`${summary}`) && at.slice(0, 10) > addDays(today(), 1);
    }),
  );
  const { dateTime = '', timeZone = 'America/New_York' } = event.resource.start as Record<string, string>;
  const day = dateTime.slice(0, 10);
  const body = new URLSearchParams({ do: 'move', start: `${day}T15:30`, end: `${day}T16:30`, timeZone });
  await fetch(`${google.url}/calendars/${encodeURIComponent(calendar_id)}/events/${event.id}`, {
    method: 'POST',
    body,
  });
};

/** Connects the partners of the demo in the running product, once. */
export const connectPartners = async (stack: Stack): Promise<void> => {
  const call = await callerOf(stack, 'owner@whitcomb-ames.example');
  await Promise.all([connectQuickBooks(stack, call), connectGoogle(stack, call)]);
};
