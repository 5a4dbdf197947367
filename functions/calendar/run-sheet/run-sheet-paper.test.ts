import { expect, it } from 'vitest';
import { areas } from '#domain/shared/contract/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { storeDayEvent } from '#tests/support/records/day-events.ts';

const { harness, tenant } = await startHarnessWithTenant();

it('prints the run sheet of a day as a PDF', async () => {
  await storeDayEvent(harness, tenant, { title: 'Training', date: '2026-03-09', time: '09:00' });
  const print = (query: object) =>
    harness.call(areas.paper.runSheet, { as: tenant.profiles.office_staff, query: { day: '2026-03-09', ...query } });
  const { status, text } = await print({});
  expect([status, Buffer.from(text, 'base64').toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
  const of = await print({ member: tenant.profiles.coordinator.id });
  expect(of.status).toBe(200);
  expect(of.text).not.toBe(text);
});
