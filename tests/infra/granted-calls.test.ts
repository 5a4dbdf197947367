import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { googleScopes } from '#domain/calendar-integration/google-scopes.ts';
import { addDays, todayIn } from '#domain/values/calendar-date.ts';
import { stsOrganizationSessions } from '#functions/adapters/organization-sessions.ts';
import { kmsSsnOpener } from '#functions/adapters/ssn-cipher.ts';
import { kmsKeyWrapper } from '#functions/adapters/subject-key.ts';
import { documentsOf } from '#functions/records/documents.ts';
import { googleCalendarIn } from '#functions/records/google-calendar.ts';
import { connectionsIn } from '#functions/records/partner-connections.ts';
import { auditWrite } from '#functions/store/audit.ts';
import { keysOf } from '#functions/store/keys.ts';
import { announcement, outboxWrite } from '#functions/store/outbox.ts';
import { Table } from '#functions/store/table.ts';
import type { FunctionName } from '#infra/functions.ts';
import { queues } from '#infra/queues.ts';
import { routes } from '#infra/routes.ts';
import { announcedBooks, consent, newCompany } from '#tests/support/accounting.ts';
import { feedToken } from '#tests/support/calendar-feeds.ts';
import { completion, wholeCase } from '#tests/support/cases.ts';
import { exampleCustomer } from '#tests/support/customers.ts';
import { exampleDocument, examplePdf, formWith } from '#tests/support/documents.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import { exampleFirstCall, exampleKin } from '#tests/support/first-calls.ts';
import { exampleImport, sentLines } from '#tests/support/imports.ts';
import { exampleInquiry, exampleQuestion } from '#tests/support/managed-forms.ts';
import { exampleAssignment, examplePayment } from '#tests/support/payments.ts';
import { exampleCopies, examplePermit } from '#tests/support/permits.ts';
import { casket, tomorrow } from '#tests/support/price-lists.ts';
import { exampleDraft } from '#tests/support/report-drafts.ts';
import { exampleEnvelope, madeAt, newTemplate, readAtDocuSeal, storedAt } from '#tests/support/signatures.ts';
import { announced, boundTemplate, connection, ownSubmission, submissionThere } from '#tests/support/signing.ts';
import { exampleAcceptance, exampleFees } from '#tests/support/statements.ts';
import { streamOf } from '#tests/support/table-stream.ts';
import { type GrantedFunctions, startGrantedFunctions } from './granted-functions.ts';

/** A grant that lacks something shows here, and not in the log of the first customer. */
describe('S-34 every call that a function makes is granted', { timeout: 300_000 }, () => {
  let product: GrantedFunctions;
  beforeAll(async () => {
    product = await startGrantedFunctions();
  });
  let stream: ReturnType<typeof streamOf> | undefined;
  afterAll(async () => {
    stream?.close();
    await product?.close();
  });

  const auditTrace = {
    actor: { id: null, name: 'System', role: null } as const,
    ip: null,
    requestId: 'test',
    now: new Date(),
  };
  const nothingFailed = { batchItemFailures: [] };

  /** Somebody asks for the last month; the month that is over then is kept by the clock. */
  const months = async () => {
    const { call, run, state } = product;
    const { month } = await call('insight.sendMonth', { body: {} });
    await call('insight.months', {});
    await call('paper.monthReport', { params: { month }, query: { size: 'a4' } });
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
    // Noon of the second day after the month that has begun.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(year, number + 1, 2, 12) });
    expect(await run('remind', {}).finally(() => vi.useRealTimers())).toMatchObject({ months: 1, failed: 0 });
    await streamReaders();
    await queueWorkers();
    const told = state.mails.filter(({ Content }) =>
      /\/settings\/monthly-report\?month=/.test(Content.Simple.Body.Text.Data),
    );
    expect(told.length).toBeGreaterThan(0);
  };

  const reportGoneOnWith = async () => {
    const { call, state, tenant } = product;
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

  const fromFormToCase = async () => {
    const { call, run, tenant } = product;
    const submit = () => call('intake.submit', { body: exampleIntake({ funeral_home_slug: 'whitcomb-ames' }) });
    await call('intake.funeralHome', { params: { slug: 'whitcomb-ames' } });
    const { reference, status_token } = await submit();
    const access = { a: reference, b: status_token };
    await call('intake.checkStatus', { params: access });
    const discharge = { name: 'Discharge.pdf', type: 'application/pdf', bytes: examplePdf() };
    await call('intake.addPaper', { params: access, form: await formWith({}, discharge) });
    await submit();
    await reportGoneOnWith();

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
    await months();
    await call('cases.get', { params: { id } });
    await call('cases.previewNextNumber', { query: { location: tenant.home.id } });
    await call('cases.checkNumber', { query: { case_number } });
    const revealed = await call('ssn.retrieve', { params: { id } });
    expect(revealed.social_security_number.replaceAll('-', '')).toBe('987654321');
    expect((await call('cases.auditLog', { params: { id } })).length).toBeGreaterThan(1);
    expect(await call('cases.verifyAuditLog', { params: { id } })).toMatchObject({ whole: true, sealed: 0 });
  };

  const ownProfile = async () => {
    const { call, tenant } = product;
    const { id } = tenant.profiles.super_admin;
    const preferences = await call('user-profiles.getPreferences');
    await call('user-profiles.changePreferences', { body: preferences });
    await call('user-profiles.replacePreferences', { body: preferences });
    await call('user-profiles.list');
    await call('user-profiles.get', { params: { id } });
    await call('user-profiles.update', { params: { id }, body: { first_name: 'Ada' } });
    const body = { current_password: 'Lantern-1234', new_password: 'Lantern-5678' };
    await call('account.updatePassword', { params: { id }, body });
    await call('account.signOutEverywhere', { params: { id } });
    // The first call sees the app; from the second on every call of the owner is held against the rule.
    await call('account.confirmSecondFactor', { params: { id } });
    await call('account.confirmSecondFactor', { params: { id } });
    await call('organizations.get');
    await call('organizations.update', { body: { second_factor: 'administrators' } });
    await call('onboarding.get');
    await call('onboarding.save', { body: { step: 'home' } });
    await call('user-profiles.completeOnboarding');
    await call('user-profiles.currentUser');
  };

  /** Everything as one file, by the owner whose app was seen. */
  const archive = async () => {
    const { call, state } = product;
    const { id } = await call('archives.ask');
    await streamReaders();
    await queueWorkers();
    await streamReaders();
    await queueWorkers();
    const { results } = await call('archives.list');
    expect(results).toMatchObject([{ id, state: 'ready' }]);
    expect((await call('archives.download', { params: { id } })).download_url).toContain(id);
    expect(state.mails.at(-1)?.Content.Simple.Body.Text.Data).toContain('/settings/archive');
  };

  const team = async () => {
    const { call, tenant, state } = product;
    const invite = (email: string) => call('team.invite', { body: { email, role: 'coordinator' } });
    const withdrawn = await invite('withdrawn@example.com');
    await streamReaders();
    await queueWorkers();
    await call('team.cancelInvitation', { params: { id: withdrawn.id } });
    const { id } = await invite('newcomer@example.com');
    await streamReaders();
    await queueWorkers();
    await call('team.resendInvitation', { params: { id } });
    await streamReaders();
    await queueWorkers();
    expect(await call('team.pendingCount')).toEqual({ count: 1 });
    await call('team.invitations');

    const token = /\/invitations\/(\S+)/.exec(state.mails.at(-1)?.Content.Simple.Body.Text.Data ?? '')?.[1] ?? '';
    await call('invitations.get', { params: { token } });
    const body = { first_name: 'New', last_name: 'Comer', password: 'Lantern-1234' };
    await call('invitations.accept', { params: { token }, body });

    const params = { id: tenant.profiles.office_staff.id };
    await call('team.members');
    await call('team.changeMember', { params, body: { role: 'coordinator' } });
    await call('team.deactivateMember', { params });
    await call('team.reactivateMember', { params });
    await call('team.resetAuthenticator', { params });
    for (const triggerSource of ['PreAuthentication_Authentication', 'PostAuthentication_Authentication'])
      await signIn(triggerSource);
    await signIn('PostConfirmation_ConfirmForgotPassword');
    expect((await call('team.memberAuditLog', { params })).map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['sign_in.begun', 'sign_in.succeeded', 'password.reset']),
    );
    await streamReaders();
    await queueWorkers();
    expect(state.mails.at(-1)?.Content.Simple.Body.Text.Data).toContain('turned off the authenticator app');
  };

  /** The user pool calls its trigger about a sign-in of the office. */
  const signIn = async (triggerSource: string) => {
    const { sub } = product.tenant.profiles.office_staff;
    const event = {
      triggerSource,
      userPoolId: 'us-east-1_Test00001',
      userName: sub,
      request: { userAttributes: { sub } },
    };
    expect(await product.run('sign-ins', event)).toEqual(event);
  };

  const commonData = async () => {
    const { call } = product;
    await call('reference-data.countries');
    await call('reference-data.states', { query: { country: 'US' } });
    await call('reference-data.openapi');
    await call('health.get');
  };

  /** A link is made, read without a sign-in, and revoked. */
  const calendarLinks = async () => {
    const { call, tenant } = product;
    await call('cases.create', { body: { ...wholeCase, service_date: tomorrow() } });
    await projector();
    const { id, address } = await call('calendar-feeds.create', {
      body: { scope: 'home', funeral_home: tenant.home.id },
    });
    await call('calendar-feeds.list');
    expect(await call('calendar-file.get', { params: { token: feedToken(address) } })).toContain('BEGIN:VEVENT');
    await call('calendar-feeds.revoke', { params: { id } });
  };

  /** A file is brought along, and taken back. */
  const importing = async () => {
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

  /** Google Calendar is connected, told of a case, announces a change, and is disconnected. */
  const googleCalendar = async () => {
    const { call, google, run, harness, tenant } = product;
    const { auth_url, state } = await call('calendar-integration.auth');
    const form = new URLSearchParams([...new URL(auth_url).searchParams, ['answer', 'allow']]);
    form.set('account', 'calendar@whitcomb-ames.example');
    for (const scope of googleScopes) form.append('granted', scope);
    const said = await fetch(google.endpoints.authUrl, { method: 'POST', body: form, redirect: 'manual' });
    const code = new URL(said.headers.get('location') ?? '').searchParams.get('code');
    await call('calendar-integration.callback', { body: { code, state } });
    const { id } = await call('cases.create', { body: { ...wholeCase, service_date: tomorrow() } });
    await projector();
    await call('calendar-integration.sync');
    await streamReaders();
    await queueWorkers();
    expect(await call('calendar-integration.status')).toMatchObject({ connected: true, watch_active: true });
    const records = googleCalendarIn(harness.table, keysOf(tenant.id));
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
      (await connectionsIn(harness.table, keysOf(tenant.id)).find('google-calendar')) ?? {};
    await call('google-webhooks.received', { params: { token } });
    expect(await run('google-clock', {})).toMatchObject({ asked: 1, failed: 0 });
    await streamReaders();
    await queueWorkers();
    await call('calendar-integration.disconnect');
    await streamReaders();
    await queueWorkers();
    expect(await records.ending(connection)).toBeUndefined();
  };

  const customers = async () => {
    const { call } = product;
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

  const homes = async () => {
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

  const cases = async () => {
    const { call, tenant } = product;
    const kin = {
      ...{ relationship: 'sibling', first_name: 'Loretta', last_name: 'Tyndall', phone: '(904) 555-0171' },
      ...{ address_street: '14 Oneida Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' },
      isCreatingNew: true,
    };
    const open = (changes: object = {}) => call('cases.create', { body: { ...wholeCase, ...changes } });
    const { id } = await open({ next_of_kins: [kin] });
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

  const payments = async () => {
    const { call, tenant } = product;
    const { id: case_id } = await call('cases.create', { body: wholeCase });
    const body = examplePayment({ case: case_id, payment_method: 'check', check_number: '1054' });
    const record = async () => (await call('payments.record', { body })).id as string;
    const [first, second, third] = [await record(), await record(), await record()];
    await projector();
    await call('payments.list', { query: { search: 'tyndall' } });
    await call('payments.list', { query: { location: tenant.home.id, payment_method: 'check' } });
    await call('payments.summary', { query: { location: tenant.home.id } });
    await call('payments.byCase', { query: { case_id } });
    await call('payments.get', { params: { id: first } });
    for (const paper of ['paper.receipt', 'paper.depositReceipt'])
      await call(paper, { params: { id: first }, query: { case_id } });
    await call('paper.case', { params: { id: case_id } });
    await call('payments.update', { params: { id: first }, body: { amount: '300.00', check_number: '1055' } });
    expect(await call('ssn.checkNumber', { params: { id: first } })).toEqual({ check_number: '1055' });
    await call('payments.refund', {
      params: { id: first },
      body: { amount: '100.00', payment_method: 'cash', reason: 'No flowers' },
    });
    await call('payments.reverse', { params: { id: second }, body: { reason: 'The check bounced' } });
    await call('payments.delete', { params: { id: third }, query: { reason: 'Entered twice' } });
    const params = { id: case_id };
    const { assignments } = await call('money-to-come.assign', { params, body: exampleAssignment() });
    const assigned = { id: case_id, assignmentId: assignments[0].id };
    await call('money-to-come.policyNumber', { params: assigned });
    await call('money-to-come.change', { params: assigned, body: { payment: first } });
    const { assignments: both } = await call('money-to-come.assign', { params, body: exampleAssignment() });
    await call('money-to-come.remove', { params: { id: case_id, assignmentId: both[1].id } });
    await call('cases.update', { params, body: { contract_total: '9000.00' } });
    await call('money-to-come.setPlan', {
      params,
      body: { instalments: [{ due_on: '2026-05-01', amount: '300.00' }] },
    });
    await call('money-to-come.get', { params });
    await projector();
    await call('money-to-come.due', { query: { location: tenant.home.id } });
    // What entries say of people rests sealed, and is opened for whoever reads the trail.
    const entries = (await call('cases.auditLog', { params: { id: case_id } })) as {
      action: string;
      changes: { field: string; to: unknown }[];
    }[];
    expect(entries.find(({ action }) => action === 'payment.voided')?.changes).toContainEqual(
      expect.objectContaining({ field: 'payments.void_reason', to: 'Entered twice' }),
    );
  };

  const statements = async () => {
    const { call } = product;
    const { id } = await call('cases.create', { body: { ...wholeCase, ...exampleFees() } });
    const { id: statementId } = await call('statements.finalize', { params: { id }, body: {} });
    await call('statements.list', { params: { id } });
    await call('statements.get', { params: { id, statementId } });
    await call('statements.accept', { params: { id, statementId }, body: exampleAcceptance });
    await call('paper.statement', { params: { id, statementId } });
  };

  const priceLists = async () => {
    const { call, tenant } = product;
    const { id } = tenant.home;
    const { id: listId } = await call('price-lists.create', { params: { id }, body: { kind: 'casket' } });
    const params = { id, listId };
    const listed = Array.from({ length: 50 }, (_, at) => casket({ code: `OAK-${at}` }));
    const { items } = await call('price-lists.update', { params, body: { items: listed } });
    // Of so many items that their sums are written whole.
    const named = { price_list: 'casket', price_list_version: listId };
    const fee_lines = items.map((item: { id: string }, at: number) => ({
      ...{ id: `line-${at}`, kind: 'merchandise', name: 'A line', amount: '1.00', ...named, price_list_item: item.id },
    }));
    await call('cases.create', { body: { ...wholeCase, contract_total: '50.00', fee_lines } });
    await projector();
    await call('price-lists.putInForce', { params, body: { effective_from: tomorrow() } });
    await call('price-lists.get', { params });
    await call('paper.priceList', { params });
    await call('price-lists.list', { params: { id } });
    await call('price-lists.inForce', { params: { id }, query: { date: tomorrow() } });
    const copy = await call('price-lists.create', { params: { id }, body: { kind: 'casket', copy_of: listId } });
    await call('price-lists.delete', { params: { id, listId: copy.id } });
  };

  const managedForms = async () => {
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

  /** One is near: its owner is told, and somebody decides about it. */
  const deadlines = async (id: string) => {
    const { call, run, state, tenant } = product;
    await projector();
    await projector();
    await call('deadlines.list', { query: { location: tenant.home.id, search: 'pruitt' } });
    await call('deadlines.list', { query: { kind: 'permit_expiry' } });
    await call('deadlines.ofCase', { params: { id } });
    expect(await run('remind', {})).toMatchObject({ failed: 0 });
    await streamReaders();
    await queueWorkers();
    expect(state.mails.at(-1)?.Content.Simple.Body.Text.Data).toContain(`/cases/${id}`);
    const params = { id, kind: 'permit_expiry' };
    await call('deadlines.override', { params, body: { settled: 'not_needed', reason: 'Another one was issued' } });
    await call('deadlines.reset', { params });
  };

  const signatures = async () => {
    const { call, harness, tenant } = product;
    const { id: case_id } = await call('cases.create', { body: wholeCase });
    await call('cases.activate', { params: { id: case_id } });
    for (const row of ['list', 'types', 'sources']) await call(`signature-templates.${row}`);
    const { id: other } = await call('signature-templates.create', { body: newTemplate() });
    await call('signature-templates.get', { params: { id: other } });
    await call('signature-templates.update', { params: { id: other }, body: { description: 'Of the state' } });
    await call('signature-templates.delete', { params: { id: other } });
    const { id: template } = await call('signature-templates.create', { body: newTemplate() });
    await readAtDocuSeal(harness, tenant, template);
    const body = exampleEnvelope(case_id, template);
    await call('signature-envelopes.choices', { query: { case_id } });
    await call('signature-envelopes.preview', { body });
    const { id } = await call('signature-envelopes.create', { body });
    const params = { id };
    await call('signature-envelopes.update', { params, body: { title: 'For Walter' } });
    await call('signature-envelopes.send', { params });
    await madeAt(harness, tenant, id);
    await call('signature-envelopes.resend', { params });
    const made = await call('signature-envelopes.createMulti', { body: { ...body, send_now: true } });
    const there = await madeAt(harness, tenant, made.id);
    const submission_ids = [there.submissions[0]?.docuseal_id];
    await call('signature-envelopes.bulkResend', { body: { submission_ids } });
    await projector();
    await call('signature-envelopes.list', { query: { search: 'walter', status: 'sent' } });
    await call('signature-envelopes.byCase', { query: { funeral_service_id: case_id } });
    await call('signature-envelopes.get', { params });
    await call('signature-envelopes.void', { params, body: { reason: 'Wrong paper' } });
    await call('signature-envelopes.delete', { params });
    await call('signature-envelopes.bulkDelete', { body: { submission_ids } });
  };

  /** Its family reads how things stand, by a code from a mail and by one on paper. */
  const familyPage = async (id: string) => {
    const { call, state } = product;
    const params = { id };
    await call('cases.update', { params, body: { customer_email: 'karin@example.com' } });
    await call('family-pages.get', { params });
    await call('family-pages.update', { params, body: { needs: ['photograph'] } });
    await call('family-pages.open', { params, body: { by: 'mail' } });
    await streamReaders();
    await queueWorkers();
    const mail = state.mails.at(-1)?.Content.Simple.Body.Text.Data ?? '';
    const [, a = '', b = ''] = /Your reference: (\S+)\nYour code: (\S+)/.exec(mail) ?? [];
    await call('intake.checkStatus', { params: { a, b } });
    const { page, code } = await call('family-pages.open', { params, body: { by: 'paper' } });
    await call('family-pages.sendReview', { params });
    await projector();
    const answer = { revision: 1, name: 'Karin Lindqvist', corrections: [], agreed: true };
    await call('intake.confirmFacts', { params: { a: page.reference, b: code }, body: answer });
    await call('intake.checkStatus', { params: { a: page.reference, b: code } });
    await call('family-pages.review', { params });
    await streamReaders();
    await queueWorkers();
    await call('family-pages.close', { params });
  };

  const permits = async () => {
    const { call, harness, tenant } = product;
    const { id } = await call('cases.create', { body: wholeCase });
    // Nobody is reminded at night: the home lies where it is noon.
    const ahead = 12 - new Date().getUTCHours();
    const time_zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    await harness.table.transact([{ update: keysOf(tenant.id).home(tenant.home.id), set: { time_zone } }]);
    const expiry_date = addDays(todayIn(time_zone, new Date()), 1);
    const { id: permitId } = await call('permits.add', { params: { id }, body: examplePermit({ expiry_date }) });
    await deadlines(id);
    const params = { id, permitId };
    await call('permits.update', { params, body: { notes: 'Two copies' } });
    await call('permits.replace', { params, body: examplePermit({ permit_number: 'BTP-9' }) });
    await call('permits.list', { params: { id } });
    await call('permits.delete', { params });
    const { id: entryId } = await call('certificates.recordCopies', { params: { id }, body: exampleCopies() });
    await call('certificates.copies', { params: { id } });
    await call('certificates.deleteCopies', { params: { id, entryId } });
    await familyPage(id);
  };

  const firstCalls = async () => {
    const { call } = product;
    const record = async (): Promise<string> => (await call('first-calls.create', { body: exampleFirstCall() })).id;
    const [id, second, third] = [await record(), await record(), await record()];
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
    await call('first-calls.conversionData', { params });
    await call('first-calls.convertToCase', { params, body: {} });
    await call('first-calls.delete', { params: { id: second } });
    await call('first-calls.bulkDelete', { body: { sheet_ids: [third] } });
  };

  const signedPapers = async (case_id: string, [signed = '', audit_document_id = '']: string[]) => {
    const { call, harness, tenant } = product;
    const { id: template } = await call('signature-templates.create', { body: newTemplate() });
    await readAtDocuSeal(harness, tenant, template);
    await call('cases.activate', { params: { id: case_id } });
    const body = { ...exampleEnvelope(case_id, template), send_now: true };
    const { id } = await call('signature-envelopes.create', { body });
    const made = await madeAt(harness, tenant, id);
    const stored = [{ name: 'Authorization', document_id: signed }];
    await storedAt(harness, tenant, made, { stored, audit_document_id });
    const there = { id: String(made.submissions[0]?.docuseal_id) };
    for (const [row, params] of [
      ['download', { id }],
      ['downloadThere', there],
    ] as const)
      expect((await call(`signature-envelopes.${row}`, { params })).download_url).toContain(signed);
    await call('signature-envelopes.downloadAll', { params: { id } });
    await streamReaders();
    await queueWorkers();
    const all = await call('signature-envelopes.downloadAll', { params: { id } });
    expect(all).toMatchObject({ state: 'ready', count: 2 });
  };

  const documents = async () => {
    const { call, run, documents: files, harness, tenant } = product;
    const { id: case_id } = await call('cases.create', { body: wholeCase });
    const settle = async (event: object) =>
      expect(await run('document-scans', { Records: [message(event)] })).toEqual(nothingFailed);
    const begin = async () => (await call('documents.begin', { body: exampleDocument({ case_id }) })).id as string;
    const id = await begin();
    const params = { id };
    const scanned = await files.handIn(await call('documents.uploadForm', { params }), examplePdf());
    expect(await call('documents.complete', { params })).toMatchObject({ state: 'checking' });
    await settle(scanned);
    const file = { name: 'Permit.pdf', type: 'application/pdf', bytes: examplePdf() };
    const sent = await call('documents.upload', { form: await formWith({ case_id }, file) });
    await settle(files.scanned(`quarantine/${tenant.id}/${sent.id}`));
    const { results } = await call('documents.list', { query: { case_id } });
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready']);
    await call('documents.update', { params, body: { description: 'Of the county' } });
    expect((await call('documents.download', { params })).download_url).toContain(`clean/${tenant.id}/${id}`);
    const kept = documentsOf(harness.table, tenant.id);
    // One whose file is gone, of which S3 tells only who may list.
    const lost = await kept.require(await begin());
    await harness.table.transact([kept.change(lost, { ...lost, status: 'ready' })]);
    const zip = await call('documents.zip', { body: { case_id } });
    await streamReaders();
    await queueWorkers();
    expect(await call('documents.getZip', { params: { id: zip.id } })).toMatchObject({ state: 'ready', count: 3 });
    await signedPapers(case_id, [id, sent.id]);
    await call('documents.delete', { params });
    await call('documents.restore', { params });
    for (const paper of ['paper.worksheet', 'paper.labels']) await call(paper, { params: { id: case_id } });
    await streamReaders();
    await queueWorkers();
    const { results: all } = await call('documents.list', { query: { case_id } });
    expect(all.filter(({ is_made }: { is_made: boolean }) => is_made)).toHaveLength(2);
    // A scan that did not answer, and an upload that never came.
    for (const status of ['checking', 'uploading'] as const) {
      const record = await kept.require(await begin());
      await harness.table.transact([kept.change(record, { ...record, status, due_at: '2026-01-01T00:00:00.000Z' })]);
    }
    expect(await run('document-sweep', {})).toEqual({ asked: 1, removed: 1, failed: 0 });
    await call('cases.delete', { params: { id: case_id }, query: { force: 'true' } });
    await streamReaders();
    await queueWorkers();
    expect(await kept.ofCase(case_id)).toEqual([]);
  };

  const signing = async () => {
    const { call, harness, tenant } = product;
    const { webhook_url } = await call('signing-connection.connect', { body: connection });
    const token = /docuseal\/([\w-]+)\/$/.exec(webhook_url)?.[1] ?? '';
    expect(await call('signing-connection.get')).toMatchObject({ connected: true });
    expect(await call('signing-connection.health')).toMatchObject({ status: 'ok' });
    await ownSubmission(harness, tenant, 9001);
    const { params = {}, rawBody = '', headers = {} } = announced(token);
    await call('signing-webhooks.received', { params, rawBody, headers });
    await call('signing-service.available');
    await call('signing-service.readyMade', { body: { template_type: 'release_of_remains' } });
    await call('signing-service.sync');
    const template = await boundTemplate(harness, tenant);
    await call('signing-service.activate', { params: { id: template } });
    const { id: case_id } = await call('cases.create', { body: wholeCase });
    await call('signing-service.fieldPreview', { params: { id: template }, query: { case_id } });
    await call('cases.activate', { params: { id: case_id } });
    const { id: envelope } = await call('signature-envelopes.create', {
      body: { ...exampleEnvelope(case_id, template), send_now: true },
    });
    await madeAt(harness, tenant, envelope);
    await call('signing-service.refresh', { params: { id: envelope } });
    const submission = await submissionThere(harness, tenant, envelope);
    await call('signing-service.listThere');
    await call('signing-service.getThere', { params: { id: String(submission) } });
    expect(await product.run('signing-poll', {})).toMatchObject({ failed: 0 });
    expect(await product.run('signing-remind', {})).toMatchObject({ failed: 0 });
    await call('signing-connection.disconnect');
  };

  const books = async () => {
    const { call, harness } = product;
    const { auth_url } = await call('accounting.authUrl');
    const body = await consent(auth_url, await newCompany(harness));
    expect(await call('accounting.exchange', { body })).toMatchObject({ connected: true });
    expect(await call('accounting.status')).toMatchObject({ realm_id: body.realmId });
    const { is_saved: _, start_date: __, ...settings } = await call('accounting.settings');
    await call('accounting.saveSettings', { body: { ...settings, classes: true } });
    expect(await call('accounting.accounts')).not.toEqual([]);
    const { id } = await call('cases.create', { body: { ...wholeCase, ...exampleFees() } });
    await call('statements.finalize', { params: { id }, body: { complete_total: '375.00' } });
    await call('payments.record', { body: examplePayment({ case: id }) });
    await projector();
    const { id: preview } = await call('accounting.previewSync', { body: { from: '2026-01-01' } });
    await streamReaders();
    await queueWorkers();
    expect(await call('accounting.syncProgress')).toMatchObject({ preview: { state: 'done', is_compared: true } });
    await call('accounting.startSync', { body: { preview } });
    expect(await call('accounting.stopSync')).toMatchObject({ state: 'stopped' });
    await call('accounting.trigger');
    await streamReaders();
    await queueWorkers();
    expect(await call('accounting.entries', { query: { state: 'failed' } })).toMatchObject({ results: [] });
    const { results } = await call('accounting.entries', { query: { state: 'sent' } });
    const ours = results.filter(({ case_id }: { case_id: string }) => case_id === id);
    expect(ours.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['customer', 'invoice', 'payment']);
    const { entry } = ours.find(({ kind }: { kind: string }) => kind === 'payment');
    const { quickbooks_id: heardOf } = ours.find(({ kind }: { kind: string }) => kind === 'payment');
    const heard = { type: 'qbo.payment.updated.v1', time: new Date(Date.now() + 60_000).toISOString() };
    const { rawBody = '', headers = {} } = announcedBooks([
      { ...heard, intuitentityid: heardOf, intuitaccountid: body.realmId },
    ]);
    await call('accounting-webhooks.received', { rawBody, headers });
    await streamReaders();
    await queueWorkers();
    await call('accounting.sendAgain', { body: { entry } });
    await call('accounting.trigger');
    await streamReaders();
    await queueWorkers();
    await call('accounting.markDone', { body: { entry } });
    const query = { month: new Date().toISOString().slice(0, 7) };
    expect(await call('accounting.reconciliation', { query })).toMatchObject({ month: query.month });
    await call('accounting.exportReconciliation', { query });
    expect(await call('accounting.invoices')).not.toEqual([]);
    expect(await call('accounting.overview')).toMatchObject({ stale: false });
    await booksOfOneHome(id);
    await call('accounting.disconnect');
  };

  /** A home has a company of its own; what is booked in the first one stays there. */
  const booksOfOneHome = async (caseId: string) => {
    const { call, harness } = product;
    const { auth_url } = await call('accounting.authUrl', { query: { further: 'true' } });
    const body = await consent(auth_url, await newCompany(harness));
    expect(await call('accounting.exchange', { body })).toMatchObject({ is_first: false });
    const about = { query: { company: body.realmId } };
    const { is_saved: _, start_date: __, ...settings } = await call('accounting.settings', about);
    await call('accounting.saveSettings', { ...about, body: settings });
    const params = { id: product.tenant.home.id };
    await call('accounting.chooseCompany', { params, body: { company: body.realmId } });
    const { id } = await call('cases.create', { body: { ...wholeCase, ...exampleFees() } });
    await call('payments.record', { body: examplePayment({ case: id }) });
    await projector();
    await streamReaders();
    await queueWorkers();
    const { results } = await call('accounting.entries', { query: { state: 'sent' } });
    const companies = new Map(results.map((one: { case_id: string; realm_id: string }) => [one.case_id, one.realm_id]));
    expect(companies.get(id)).toBe(body.realmId);
    expect(companies.get(caseId)).not.toBe(body.realmId);
    const query = { ...about.query, month: new Date().toISOString().slice(0, 7) };
    expect(await call('accounting.reconciliation', { query })).toMatchObject({ matched: 1 });
    await call('accounting.exportReconciliation', { query });
    await call('accounting.chooseCompany', { params, body: { company: null } });
    await call('accounting.disconnect', about);
  };

  const noRowWasLeftOut = () => {
    const missing = routes().filter(({ endpoint }) => !product.called.has(endpoint));
    expect(missing.map(({ endpoint }) => endpoint)).toEqual([]);
  };

  const streamReaders = async () => {
    const { state, run } = product;
    const event = (stream: string) => ({
      Records: state.streamed
        .filter((item) => item.stream?.S === stream)
        .map((NewImage, n) => ({ eventName: 'INSERT', dynamodb: { SequenceNumber: String(n + 1), NewImage } })),
    });
    expect(await run('relay', event('outbox'))).toEqual(nothingFailed);
    state.streamed.length = 0;
  };

  /** Everything that the table's stream has brought since the last time. */
  const projector = async () => {
    stream ??= streamOf(product.harness.engine, product.harness.tableName);
    for (let Records = await stream.next(); Records.length; Records = await stream.next())
      expect(await product.run('projector', { Records })).toEqual(nothingFailed);
  };

  const message = (body: object) => ({ messageId: randomUUID(), body: JSON.stringify(body), eventSource: 'aws:sqs' });

  const queueWorkers = async () => {
    const { state, run } = product;
    for (const [name, { events }] of Object.entries(queues) as [keyof typeof queues, { events: readonly string[] }][]) {
      const Records = state.published
        .filter(({ DetailType }) => events.includes(DetailType))
        .map(({ DetailType, Detail }) =>
          message({ source: 'stillwater', 'detail-type': DetailType, detail: JSON.parse(Detail) }),
        );
      expect(await run(name satisfies FunctionName, { Records }), name).toEqual(nothingFailed);
    }
    state.published.length = 0;
  };

  const wordOfSes = async () => {
    const [{ EmailTags } = { EmailTags: [] }] = product.state.mails;
    const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]));
    const sent = message({ source: 'aws.ses', 'detail-type': 'Email Sent', detail: { mail: { tags } } });
    expect(await product.run('notify', { Records: [sent] })).toEqual(nothingFailed);
  };

  const sweeper = async () => {
    const { harness, tenant, run } = product;
    const [now, id, keys] = [new Date(Date.now() - 3_600_000), randomUUID(), keysOf(tenant.id)];
    const trace = { ...auditTrace, now };
    await harness.table.transact([
      outboxWrite(keys, tenant.id, trace, [announcement('submission.deleted', id, { submission_id: id })]),
      auditWrite(keys, trace, 'submission.deleted', id),
    ]);
    expect(await run('sweeper', {})).toMatchObject({ published: 1 });
  };

  const auditors = async () => {
    const { harness, tenant, run } = product;
    const entry = auditWrite(keysOf(tenant.id), auditTrace, 'submission.deleted', randomUUID());
    // An hour old, and so settled.
    const recorded = new Date(Date.now() - 3_600_000).toISOString();
    if ('put' in entry) entry.put.gsi1sk = `${recorded}#${entry.put.id}`;
    await harness.table.transact([entry]);
    // On a slow machine what the story recorded first has settled as well.
    const first = (await run('audit-seal', {})) as { sealed: number };
    expect(first.sealed).toBeGreaterThan(0);
    expect(await run('audit-seal', {})).toMatchObject({ behind: 0 });
    for (let hour = 0; hour < 2; hour++)
      expect(await run('audit-verify', {})).toMatchObject({ findings: 0, unfinished: 0 });
  };

  it('S-02 refuses a session of one organization every item and number of another, with the services themselves', async () => {
    const { harness, state, tenant } = product;
    const stranger = await harness.addTenant('harbor-light');
    const sts = new STSClient({});
    state.running = 'ssn';
    const role = 'arn:aws:iam::123456789012:role/ssn-organization';
    const session = { credentials: stsOrganizationSessions(sts, role, () => new Date())(tenant.id), maxAttempts: 1 };
    const table = new Table(new DynamoDBClient(session), harness.tableName);
    const opener = kmsSsnOpener(() => new KMSClient(session), 'alias/stillwater-ssn');
    const [own, other] = [keysOf(tenant.id), keysOf(stranger.id)];
    const denied = { name: 'AccessDeniedException' };
    const sealed = { ssn_id: randomUUID(), ciphertext: Buffer.from('sealed').toString('base64') };
    expect(await table.get(own.case(randomUUID()))).toBeUndefined();
    await expect(table.get(other.case(randomUUID()))).rejects.toMatchObject(denied);
    await expect(table.get(other.ssn(randomUUID()))).rejects.toMatchObject(denied);
    const trails = [own, other].map((keys) => auditWrite(keys, auditTrace, 'ssn.revealed', randomUUID()));
    await expect(table.transact(trails)).rejects.toMatchObject(denied);
    await expect(opener.open(stranger.id, sealed)).rejects.toMatchObject({
      details: { reason: 'kms: AccessDeniedException' },
    });
    // Its own is looked at, and is no ciphertext.
    await expect(opener.open(tenant.id, sealed)).rejects.toMatchObject({
      details: { reason: 'kms: InvalidCiphertextException' },
    });
    state.running = 'disclosures';
    const disclosing = role.replace('ssn', 'disclosures');
    const reading = { credentials: stsOrganizationSessions(sts, disclosing, () => new Date())(tenant.id) };
    const wrapper = kmsKeyWrapper(() => new KMSClient({ ...reading, maxAttempts: 1 }), 'alias/stillwater-subjects');
    const subject = { organizationId: tenant.id, kind: 'CASE', id: randomUUID() } as const;
    const { key, wrapped } = await wrapper.create(subject);
    expect(await wrapper.open(subject, wrapped)).toEqual(key);
    for (const refused of [
      wrapper.create({ ...subject, organizationId: stranger.id }),
      wrapper.open({ ...subject, organizationId: stranger.id }, wrapped),
    ])
      await expect(refused).rejects.toMatchObject({ details: { reason: 'kms: AccessDeniedException' } });
    state.running = 'ssn';
    const elsewhere = stsOrganizationSessions(sts, disclosing, () => new Date());
    await expect(elsewhere(tenant.id)()).rejects.toMatchObject({ status: 503 });
    state.running = undefined;
    expect(state.refused).toHaveLength(7);
    state.refused.length = 0;
  });

  it('S-34 in the whole story: form, case, SSN, team, audit, events, mails', async () => {
    await fromFormToCase();
    await ownProfile();
    await streamReaders();
    await queueWorkers();
    await wordOfSes();
    await team();
    await streamReaders();
    await queueWorkers();
    await commonData();
    await calendarLinks();
    await googleCalendar();
    await customers();
    await importing();
    await cases();
    await payments();
    await statements();
    await priceLists();
    await managedForms();
    await documents();
    await signatures();
    await permits();
    await firstCalls();
    await homes();
    await signing();
    await books();
    await archive();
    noRowWasLeftOut();
    await sweeper();
    await auditors();
  });
});
