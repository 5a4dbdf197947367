import { expect } from 'vitest';
import { googleScopes } from '#domain/google-calendar/google-event.ts';
import { createGoogleCalendarRepository } from '#functions/google-calendar/repository.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { feedToken } from '#tests/support/records/calendar-feeds.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { tomorrow } from '#tests/support/records/price-lists.ts';
import type { GrantedProduct } from '../granted-product.ts';

export const calendarLinks = async (product: GrantedProduct) => {
  const { call, tenant, projector } = product;
  await call('cases.create', { body: { ...wholeCase, service_date: tomorrow() } });
  await projector();
  const { id, address } = await call('calendar-feeds.create', {
    body: { scope: 'home', funeral_home: tenant.home.id },
  });
  await call('calendar-feeds.list');
  expect(await call('calendar-file.get', { params: { token: feedToken(address) } })).toContain('BEGIN:VEVENT');
  await call('calendar-feeds.revoke', { params: { id } });
};

export const googleCalendar = async (product: GrantedProduct) => {
  const { call, google, run, harness, tenant, streamReaders, projector, queueWorkers } = product;
  const { auth_url, state } = await call('calendar-integration.auth');
  const form = new URLSearchParams([...new URL(auth_url).searchParams, ['answer', 'allow']]);
  form.set('account', 'calendar@whitcomb-ames.example');
  for (const scope of googleScopes) form.append('granted', scope);
  const redirect = await fetch(google.endpoints.authUrl, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(redirect.headers.get('location') ?? '').searchParams.get('code');
  await call('calendar-integration.callback', { body: { code, state } });
  const { id } = await call('cases.create', { body: { ...wholeCase, service_date: tomorrow() } });
  await projector();
  await call('calendar-integration.sync');
  await streamReaders();
  await queueWorkers();
  expect(await call('calendar-integration.status')).toMatchObject({ connected: true, watch_active: true });
  const records = createGoogleCalendarRepository(harness.table, keysOf(tenant.id));
  const { connection = '' } = (await records.settings()) ?? {};
  const event = (await records.events(connection, 100)).find(({ case_id }) => case_id === id);
  if (!event) throw new Error('the case did not come to Google');
  const suggestion = { date: tomorrow(), time: '10:00', seen_at: new Date().toISOString() };
  await harness.table.transact(records.putEvent(connection, { ...event, suggestion }));
  expect((await call('calendar-integration.suggestions')).results).toHaveLength(1);
  await call('calendar-integration.decide', { params: { event: event.id } });
  await call('calendar-integration.settings', { body: { default_duration_minutes: 90 } });
  const webhook_url = 'https://staff.example.com/api/webhooks/google-calendar/';
  await call('calendar-integration.setupWatch', { body: { webhook_url } });
  const { webhook_token: token = '' } =
    (await createConnectionRepository(harness.table, keysOf(tenant.id)).find('google-calendar')) ?? {};
  await call('google-webhooks.received', { params: { token } });
  expect(await run('google-clock', {})).toMatchObject({ asked: 1, failed: 0 });
  await streamReaders();
  await queueWorkers();
  await call('calendar-integration.disconnect');
  await streamReaders();
  await queueWorkers();
  expect(await records.ending(connection)).toBeUndefined();
};
