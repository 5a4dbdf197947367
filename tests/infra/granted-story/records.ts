import { expect, vi } from 'vitest';
import { examplePdf, formWith } from '#tests/support/records/documents.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleDraft } from '#tests/support/records/report-drafts.ts';
import { type GrantedProduct, nothingFailed } from '../granted-product.ts';

const reportGoneOnWith = async (product: GrantedProduct) => {
  const { call, state, tenant, streamReaders, queueWorkers } = product;
  const mailed = (pattern: RegExp) => {
    const found = state.mails.flatMap(({ Content }) => pattern.exec(Content.Simple.Body.Text.Data) ?? []);
    expect(found).not.toEqual([]);
    return found;
  };
  await call('intake.keepDraft', { body: exampleDraft(tenant) });
  await streamReaders();
  await queueWorkers();
  const [, draft = '', key = ''] = mailed(/#go-on\.([\w-]+)\.([\w-]+)/);
  await call('intake.askDraftCode', { body: { draft, key } });
  await streamReaders();
  await queueWorkers();
  const [, code = ''] = mailed(/Your code: (\S+)\n\nIt opens/);
  await call('intake.openDraft', { body: { draft, key, code } });
  await call('intake.forgetDraft', { body: { draft, key } });
};

/** Reads last month's report; a month that is over is frozen by the schedule. */
const months = async (product: GrantedProduct) => {
  const { call, run, state, streamReaders, queueWorkers } = product;
  const { month } = await call('insight.sendMonth', { body: {} });
  await call('insight.months', {});
  await call('paper.monthReport', { params: { month }, query: { size: 'a4' } });
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  // Noon of the second day of the next month.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(year, number + 1, 2, 12) });
  expect(await run('remind', {}).finally(() => vi.useRealTimers())).toMatchObject({ months: 1, failed: 0 });
  await streamReaders();
  await queueWorkers();
  const sentMails = state.mails.filter(({ Content }) =>
    /\/settings\/monthly-report\?month=/.test(Content.Simple.Body.Text.Data),
  );
  expect(sentMails.length).toBeGreaterThan(0);
};

export const fromFormToCase = async (product: GrantedProduct) => {
  const { call, run, tenant, streamReaders, projector, queueWorkers, message } = product;
  const submit = () => call('intake.submit', { body: exampleIntake({ funeral_home_slug: 'whitcomb-ames' }) });
  await call('intake.funeralHome', { params: { slug: 'whitcomb-ames' } });
  const { reference, status_token } = await submit();
  const access = { a: reference, b: status_token };
  await call('intake.checkStatus', { params: access });
  const discharge = { name: 'Discharge.pdf', type: 'application/pdf', bytes: examplePdf() };
  await call('intake.addPaper', { params: access, form: await formWith({}, discharge) });
  await submit();
  await reportGoneOnWith(product);

  await projector();
  const all: { id: string; reference: string }[] = (await call('submissions.list')).results;
  const [first, second] = all.toSorted((one) => (one.reference === reference ? -1 : 1));
  if (!first || !second) throw new Error('Two reports were sent');
  const [paper] = (await call('documents.ofReport', { params: { id: first.id } })).results;
  const scanned = product.documents.scanned(`quarantine/${tenant.id}/${paper.id}`);
  expect(await run('document-scans', { Records: [message(scanned)] })).toEqual(nothingFailed);
  expect((await call('submissions.list', { query: { search: 'lindqvist' } })).results).toHaveLength(2);
  const params = { id: first.id };
  const { version } = await call('submissions.get', { params });
  const body = { version, special_requests: 'White roses.', social_security_number: '987-65-4321' };
  await call('submissions.update', { params, body });
  await call('submissions.markContacted', { params });
  await call('submissions.delete', { params: { id: second.id } });
  const { case_id: id, case_number } = await call('submissions.convertToCase', { params });
  await streamReaders();
  await queueWorkers();
  expect((await call('documents.list', { query: { case_id: id } })).results).toHaveLength(1);
  const { reference: later } = await submit();
  await projector();
  const {
    results: [third],
  } = await call('submissions.list', { query: { search: later } });
  await call('submissions.attachToCase', { params: { id: third.id }, body: { case: id } });

  await projector();
  await call('cases.list', { query: { search: 'lindqvist' } });
  await call('cases.list', { query: { service_type: 'cremation', created_from: '2026-01-01' } });
  await call('cases.list', { query: { location: tenant.home.id } });
  for (const days of ['calendar.overview', 'calendar.events'])
    await call(days, { query: { location: tenant.home.id } });
  await call('insight.dashboard', {});
  await call('insight.analytics', { query: { scope: 'year' } });
  await call('insight.financials', { query: { scope: 'all', location: tenant.home.id } });
  await call('insight.behind', { query: { figure: 'opened.n', from: '2026-01-01', to: '2027-12-31' } });
  await call('insight.export', { query: { report: 'analytics', table: 'times', format: 'xlsx' } });
  await months(product);
  await call('cases.get', { params: { id } });
  await call('cases.previewNextNumber', { query: { location: tenant.home.id } });
  await call('cases.checkNumber', { query: { case_number } });
  const revealed = await call('ssn.retrieve', { params: { id } });
  expect(revealed.social_security_number.replaceAll('-', '')).toBe('987654321');
  expect((await call('cases.auditLog', { params: { id } })).length).toBeGreaterThan(1);
  expect(await call('cases.verifyAuditLog', { params: { id } })).toMatchObject({ whole: true, sealed: 0 });
};
