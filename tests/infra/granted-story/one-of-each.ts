import { expect } from 'vitest';
import { announcedBooks, consent, newCompany } from '#tests/support/partners/quickbooks.ts';
import {
  announced,
  boundTemplate,
  confirmedFields,
  connection,
  ownSubmission,
} from '#tests/support/partners/signing.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import { examplePdf, formWith } from '#tests/support/records/documents.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleFirstCall } from '#tests/support/records/first-calls.ts';
import { exampleImport } from '#tests/support/records/imports.ts';
import { examplePayment } from '#tests/support/records/payments.ts';
import { exampleEnvelope } from '#tests/support/records/signatures.ts';
import { type GrantedProduct, nothingFailed } from '../granted-product.ts';
import { calendarLinks, googleCalendar } from './calendars.ts';
import { archive, team } from './people.ts';
import { auditors, sweeper } from './upkeep.ts';

const follow = async ({ projector, streamReaders, queueWorkers }: GrantedProduct) => {
  await projector();
  await streamReaders();
  await queueWorkers();
};

const ofCases = async (product: GrantedProduct): Promise<void> => {
  const { call, run, harness, tenant, documents, message } = product;
  await call('intake.submit', { body: exampleIntake({ funeral_home_slug: tenant.home.slug }) });
  const { id } = await call('cases.create', { body: { ...wholeCase, social_security_number: '987-65-4321' } });
  const params = { id };
  expect((await call('ssn.retrieve', { params })).social_security_number.replaceAll('-', '')).toBe('987654321');
  await call('cases.auditLog', { params });
  await call('cases.activate', { params });
  const task = await call('tasks.create', { body: { case: id, title: 'Call the nephew' } });
  await call('tasks.complete', { params: { id: task.id }, body: {} });
  for (const read of ['tasks.list', 'tasks.people', 'tasks.checklists', 'tasks.handover'] as const) await call(read);
  const visitation = { kind: 'visitation', date: '2031-03-04', time: '17:00' };
  const event = await call('case-events.create', { params, body: visitation });
  await call('case-events.update', { params: { id, event_id: event.id }, body: { time: '16:00' } });
  for (const read of ['day.schedule', 'day.resources', 'day.shifts', 'day.runSheet'] as const) await call(read);
  const sheet = await call('first-calls.create', { body: exampleFirstCall() });
  await call('first-calls.convertToCase', { params: { id: sheet.id }, body: {} });
  const other = await call('first-calls.create', { body: exampleFirstCall() });
  await call('first-calls.attachToCase', { params: { id: other.id }, body: { case: id } });
  await call('payments.record', { body: examplePayment({ case: id, payment_method: 'check', check_number: '1054' }) });
  const file = { name: 'Permit.pdf', type: 'application/pdf', bytes: examplePdf() };
  const sent = await call('documents.upload', { form: await formWith({ case_id: id }, file) });
  const scanned = documents.scanned(`quarantine/${tenant.id}/${sent.id}`);
  expect(await run('document-scans', { Records: [message(scanned)] })).toEqual(nothingFailed);
  await call('documents.zip', { body: { case_id: id } });
  await call('paper.worksheet', { params });
  const { webhook_url } = await call('signing-connection.connect', { body: connection });
  const token = /docuseal\/([\w-]+)\/$/.exec(webhook_url)?.[1] ?? '';
  await ownSubmission(harness, tenant, 9001);
  const { params: address = {}, rawBody = '', headers = {} } = announced(token);
  await call('signing-webhooks.received', { params: address, rawBody, headers });
  const template = await boundTemplate(harness, tenant);
  await call('signing-service.activate', { params: { id: template }, body: { mapping: confirmedFields } });
  await call('signature-envelopes.create', { body: { ...exampleEnvelope(id, template), send_now: true } });
  await follow(product);
};

const ofBooks = async (product: GrantedProduct): Promise<void> => {
  const { call, harness } = product;
  const { auth_url } = await call('accounting.authUrl');
  const body = await consent(auth_url, await newCompany(harness));
  await call('accounting.exchange', { body });
  const { is_saved: _, start_date: __, ...settings } = await call('accounting.settings');
  await call('accounting.saveSettings', { body: settings });
  await call('accounting.trigger');
  const { rawBody = '', headers = {} } = announcedBooks([
    {
      ...{ type: 'qbo.payment.updated.v1', time: new Date(Date.now() + 60_000).toISOString() },
      ...{ intuitentityid: '1', intuitaccountid: body.realmId },
    },
  ]);
  await call('accounting-webhooks.received', { rawBody, headers });
  await follow(product);
  await call('accounting.exportReconciliation', { query: { month: new Date().toISOString().slice(0, 7) } });
};

/** Runs every function once, with its typical work. */
export const oneOfEach = async (product: GrantedProduct): Promise<void> => {
  const { call, run, tenant } = product;
  await call('health.get');
  await call('reference-data.states', { query: { country: 'US' } });
  await ofCases(product);
  await ofBooks(product);
  await call('insight.dashboard', {});
  await call('insight.export', { query: { report: 'analytics', table: 'times', format: 'xlsx' } });
  await call('customers.create', { body: exampleCustomer({ email: 'one@example.com' }) });
  await call('imports.begin', { body: exampleImport(1) });
  await calendarLinks(product);
  await googleCalendar(product);
  // The authenticator app counts from the second call on: archives require it.
  const params = { id: tenant.profiles.super_admin.id };
  for (let seen = 0; seen < 2; seen++) await call('account.confirmSecondFactor', { params });
  await team(product);
  await archive(product);
  for (const name of ['signing-poll', 'signing-remind', 'remind', 'document-sweep'] as const)
    expect(await run(name, {})).toMatchObject({ failed: 0 });
  await sweeper(product);
  await auditors(product);
};
