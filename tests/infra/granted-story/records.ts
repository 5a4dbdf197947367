import { expect, vi } from 'vitest';
import { completion, wholeCase } from '#tests/support/records/cases.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import { examplePdf, formWith } from '#tests/support/records/documents.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleFirstCall, exampleKin } from '#tests/support/records/first-calls.ts';
import { exampleImport, sentLines } from '#tests/support/records/imports.ts';
import { exampleInquiry, exampleQuestion } from '#tests/support/records/managed-forms.ts';
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
  const told = state.mails.filter(({ Content }) =>
    /\/settings\/monthly-report\?month=/.test(Content.Simple.Body.Text.Data),
  );
  expect(told.length).toBeGreaterThan(0);
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

export const customers = async (product: GrantedProduct) => {
  const { call, projector } = product;
  const create = async (email: string) =>
    (await call('customers.create', { body: exampleCustomer({ email }) })).id as string;
  const [id, duplicate_id] = [await create('one@example.com'), await create('two@example.com')];
  const [first, second] = [await create('three@example.com'), await create('four@example.com')];
  await projector();
  const params = { id };
  await call('customers.list', { query: { search: 'lindqvist' } });
  await call('customers.list', { query: { ordering: '-deposit_total' } });
  await call('customers.search', { query: { q: 'lindqvist' } });
  await call('customers.export');
  await call('customers.get', { params });
  await call('customers.update', { params, body: { notes: 'Called.' } });
  await call('customers.notSame', { body: { ids: [first, second] } });
  await call('customers.mergePreview', { params, query: { duplicate_id } });
  const { merge_id } = await call('customers.merge', { params, body: { duplicate_id } });
  await call('customers.undoMerge', { params, body: { merge_id } });
  await call('customers.delete', { params: { id: duplicate_id } });
  const { results } = await call('privacy.deletedRecords');
  expect(results).toContainEqual(expect.objectContaining({ id: duplicate_id, kind: 'customer' }));
  const forget = { kind: 'customer', confirmation: 'FORGET' };
  expect(await call('privacy.forget', { params: { id: duplicate_id }, body: forget })).toMatchObject({
    success: true,
  });
  await call('customers.bulkDelete', { body: { customer_ids: [first, second] } });
  await projector();
  await call('customers.cleanupDuplicates');
};

export const homes = async (product: GrantedProduct) => {
  const { call, tenant } = product;
  const params = { id: tenant.home.id };
  await call('funeral-homes.list');
  await call('funeral-homes.current');
  await call('funeral-homes.get', { params });
  await call('funeral-homes.update', { params, body: { slug: 'whitcomb', city: 'Palatka' } });
  const {
    next_number: _next,
    next_value: _value,
    ...numbering
  } = await call('funeral-homes.caseNumbering', { params });
  const body = { ...numbering, prefix: 'WW', next_value: 7 };
  await call('funeral-homes.previewCaseNumbering', { params, body });
  await call('funeral-homes.updateCaseNumbering', { params, body });
  expect((await call('funeral-homes.auditLog', { params })).length).toBeGreaterThan(1);
};

export const cases = async (product: GrantedProduct) => {
  const { call, tenant, projector } = product;
  const nextOfKin = {
    ...{ relationship: 'sibling', first_name: 'Loretta', last_name: 'Tyndall', phone: '(904) 555-0171' },
    ...{ address_street: '14 Oneida Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' },
    isCreatingNew: true,
  };
  const open = (changes: object = {}) => call('cases.create', { body: { ...wholeCase, ...changes } });
  const { id } = await open({ next_of_kins: [nextOfKin] });
  const [second, third, fourth] = [await open(), await open(), await open()];
  await call('cases.duplicates', { query: { last_name: 'Pruitt', date_of_death: '2026-03-01' } });
  await projector();
  await call('cases.statistics', { query: { days: '30', location: tenant.home.id } });
  await call('cases.queue', { query: { location: tenant.home.id } });
  await call('cases.export', { query: { format: 'csv' } });
  await call('cases.exportRows');
  const params = { id };
  await call('cases.presence', { params, body: { section: 'service' } });
  await call('cases.update', { params, body: completion });
  await call('cases.activate', { params });
  await call('cases.complete', { params });
  await call('cases.reopen', { params });
  await call('cases.cancel', { params, body: { reason: 'Opened by mistake' } });
  await call('cases.delete', { params: { id: second.id } });
  await call('cases.bulkDelete', { body: { case_ids: [third.id, fourth.id] } });
};

export const firstCalls = async (product: GrantedProduct) => {
  const { call, projector } = product;
  const record = async (): Promise<string> => (await call('first-calls.create', { body: exampleFirstCall() })).id;
  const [id, second, third, fourth] = [await record(), await record(), await record(), await record()];
  const params = { id };
  await call('first-calls.autoSave', { body: { deceased_last_name: 'Tyndall' } });
  await projector();
  await call('first-calls.list', { query: { search: 'tyndall' } });
  await call('first-calls.get', { params });
  await call('paper.firstCall', { params });
  await call('first-calls.update', { params, body: { is_veteran: true } });
  await call('first-calls.addNok', { params, body: exampleKin({ first_name: 'Ada', phone: '9045550179' }) });
  const [, added] = await call('first-calls.noks', { params });
  const both = { id, nokId: added.id };
  await call('first-calls.replaceNok', {
    params: both,
    body: exampleKin({ first_name: 'Ada', phone: '9045550180' }),
  });
  await call('first-calls.removeNok', { params: both });
  await call('first-calls.recordRemoval', { params, body: { step: 'left' } });
  await call('first-calls.conversionData', { params });
  const { case_id } = await call('first-calls.convertToCase', { params, body: {} });
  await call('first-calls.attachToCase', { params: { id: fourth }, body: { case: case_id } });
  await call('first-calls.delete', { params: { id: second } });
  await call('first-calls.bulkDelete', { body: { sheet_ids: [third] } });
};

export const managedForms = async (product: GrantedProduct) => {
  const { call, harness, tenant } = product;
  const body = { funeral_home: tenant.home.id, name: 'Hospice', slug: 'hospice' };
  const { id } = await call('managed-forms.create', { body });
  const params = { id };
  await call('managed-forms.update', {
    params,
    body: { slug: 'hospices', settings: { questions: [exampleQuestion()] } },
  });
  await call('managed-forms.publish', { params });
  await call('intake.funeralHome', { params: { slug: tenant.home.slug }, query: { form: 'hospices' } });
  await call('managed-forms.version', { params: { id, number: '1' } });
  await call('managed-forms.unpublish', { params });
  await call('managed-forms.archive', { params });
  await call('managed-forms.get', { params });
  await call('managed-forms.list', {});
  await call('intake.inquire', { body: await exampleInquiry(harness, tenant) });
};

export const importing = async (product: GrantedProduct) => {
  const { call } = product;
  const begun = async () => {
    const { id } = await call('imports.begin', { body: exampleImport(1) });
    return { id };
  };
  const params = await begun();
  const lines = sentLines([['Grant', 'Imported', '', 'grant.imported@example.com', '', '']]);
  await call('imports.send', { params, body: { after: 0, lines } });
  await call('imports.look', { params });
  await call('imports.run', { params, body: { bring_doubtful: true } });
  await call('imports.lines', { params, query: { outcome: 'new' } });
  await call('imports.undo', { params });
  await call('imports.get', { params });
  await call('imports.discard', { params: await begun() });
  expect((await call('imports.list')).results).toHaveLength(1);
};

export const commonData = async (product: GrantedProduct) => {
  const { call } = product;
  await call('reference-data.countries');
  await call('reference-data.states', { query: { country: 'US' } });
  await call('reference-data.openapi');
  await call('health.get');
};
