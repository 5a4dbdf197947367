import { readFileSync } from 'node:fs';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import { onCaseDeleted } from '#functions/documents/worker/sweep-documents.ts';
import { organizationAt } from '#functions/organizations/create-organization.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { organizationRegistry } from '#functions/platform/store/organization-registry.ts';
import { Table } from '#functions/platform/store/table.ts';
import { ensureTable } from '#local/table-definition.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import type { OlderFiles } from './older-files.ts';
import { organizationToRestore, restoredKinds, restoreRecords } from './restore-records.ts';

const aside = 'stillwater-restored';

const leftKinds: readonly string[] = [
  // Index keys.
  ...['INCARE', 'OPENCARECOUNTS', 'DAYEVENTS'],
  // Run sheets as members saw them last; the next opening stores them again.
  'RUNSHEETS',
  ...['CASEORDERS', 'MONEYDUE', 'CREMATION', 'FACT', 'MONTHSUMS', 'SHARED', 'L', 'S', 'AUDITLOG'],
  ...[
    'INVITED',
    'MAILPROBLEMS',
    'SIGNINS',
    'PRESENCE',
    'CALLER',
    'EXPORT',
    'DEADLINE',
    'REMINDER',
    'CHAIN',
    'OUTBOX',
    'EFFECT',
    'PARTNER',
    'IDEMPOTENCY',
    'DOCUMENTZIP',
    // Their files exist for a day.
    'ARCHIVES',
    'HEARD',
    'ENVELOPECHECK',
    // A revoked link must not work again; a lost one is replaced by its owner.
    'CALENDARFEEDS',
    // Connecting again compares everything with Google.
    ...['GOOGLECALENDAR', 'OAUTHSTATE'],
  ],
];

it('R-17 restores each kind of item, or lists it as excluded for a reason', () => {
  const keys = readFileSync(new URL('../../../functions/platform/store/keys.ts', import.meta.url), 'utf8');
  const kinds = new Set([...keys.matchAll(/`\$\{tenant\}#([A-Z]+)/g)].map(([, kind]) => kind));
  expect(kinds.size).toBeGreaterThan(20);
  expect([...kinds].sort()).toEqual([...restoredKinds, ...leftKinds].sort());
});

describe('R-17 restoreRecords', { timeout: 30_000 }, () => {
  let harness: Harness;
  let ours: Tenant;
  let theirs: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    [ours, theirs] = [await harness.addTenant('quiet-water'), await harness.addTenant('harbor-light')];
  });
  afterAll(() => harness.close());

  const create = async (tenant: Tenant, email: string): Promise<string> => {
    const { body } = await harness.call(customerEndpoints.create, {
      as: tenant.profiles.super_admin,
      body: exampleCustomer({ email }),
    });
    return body.id as string;
  };
  const owner = () => ours.profiles.super_admin;
  const on = (row: Parameters<Harness['call']>[0], id: string, body?: object, as = owner()) =>
    harness.call(row, { as, params: { id }, ...(body && { body }) });
  const emails = async (tenant: Tenant): Promise<string[]> => {
    await harness.projected();
    const { body } = await harness.call(customerEndpoints.list, { as: tenant.profiles.super_admin });
    return (body.results as { email: string }[]).map(({ email }) => email).sort();
  };
  /** Copies the table under another name, without stream and expiry, as AWS restores it. */
  const backUp = async () => {
    await ensureTable(harness.client, aside);
    for (const Item of await harness.scan())
      await harness.client.send(new PutItemCommand({ TableName: aside, Item: Item as never }));
  };
  const restore = (more: object = {}) => {
    const { client, tableName: to } = harness;
    return restoreRecords({ client, from: aside, to, organizationId: ours.id, ...more });
  };

  it('restores missing records, updates lists and totals, and keeps newer ones', async () => {
    const [kept, lost] = [await create(ours, 'kept@example.com'), await create(ours, 'lost@example.com')];
    const others = await create(theirs, 'theirs@example.com');
    const body = exampleIntake({ funeral_home_slug: ours.home.slug });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { body: report } = await harness.call(intakeEndpoints.submit, { body, headers });
    const reference = report.reference as string;
    await harness.projected();
    await backUp();

    await on(customerEndpoints.delete, lost);
    await on(customerEndpoints.delete, others, undefined, theirs.profiles.super_admin);
    const { body: before } = await on(customerEndpoints.get, kept);
    await on(customerEndpoints.update, kept, { notes: 'Newer.', version: before.version });
    await create(ours, 'later@example.com');
    // No API call deletes a report with its status.
    const { body: submissions } = await harness.call(submissionEndpoints.list, { as: owner() });
    const [{ id } = { id: '' }] = submissions.results as { id: string }[];
    const key = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } });
    for (const Key of [key(`T#${ours.id}#SUBMISSION#${id}`, 'SUBMISSION'), key(`STATUS#${reference}`, 'STATUS')])
      await harness.client.send(new DeleteItemCommand({ TableName: harness.tableName, Key }));
    expect(await emails(ours)).toEqual(['kept@example.com', 'later@example.com']);

    const found = await restore();
    expect(found).toMatchObject({ missing: 3, written: 0 });
    expect(found.different).toBeGreaterThan(0);
    expect(await emails(ours)).toEqual(['kept@example.com', 'later@example.com']);

    expect(await restore({ write: true })).toMatchObject({ missing: 3, written: 3 });
    expect(await emails(ours)).toEqual(['kept@example.com', 'later@example.com', 'lost@example.com']);
    expect(await emails(theirs)).toEqual([]);
    expect((await on(customerEndpoints.get, kept)).body.notes).toBe('Newer.');
    expect((await on(submissionEndpoints.get, id)).status).toBe(200);
    expect(await harness.recount()).toEqual([]);
    expect(await restore({ write: true })).toMatchObject({ missing: 0, written: 0 });
  });

  it('restores a whole organization into the table of a new stage', async () => {
    await create(ours, 'moved@example.com');
    await harness.projected();
    await backUp();
    const tables = { client: harness.client, from: aside, to: 'stillwater-new-stage' };
    await ensureTable(harness.client, tables.to);
    const { id: organizationId } = await organizationToRestore(tables, ours.home.slug);
    expect(organizationId).toBe(ours.id);
    const { looked, written } = await restoreRecords({ ...tables, organizationId, write: true });
    expect(looked).toBeGreaterThan(0);
    expect(written).toBe(looked);
    const table = new Table(harness.client, tables.to);
    expect((await organizationAt(table, ours.home.slug)).organization.id).toBe(ours.id);
    // Scheduled jobs find the organization.
    expect(await organizationRegistry(table)).toEqual([{ id: ours.id }]);
  });

  it('overwrites newer records on request, also of a single record', async () => {
    const [spoilt, other] = [await create(ours, 'spoilt@example.com'), await create(ours, 'other@example.com')];
    await harness.projected();
    await backUp();
    for (const id of [spoilt, other]) {
      const { version } = (await on(customerEndpoints.get, id)).body;
      await on(customerEndpoints.update, id, { email: `changed-${id.slice(-4)}@example.com`, version });
    }
    const { body: now } = await on(customerEndpoints.get, spoilt);
    const found = await restore({ about: spoilt, overwrite: true, write: true });
    expect(found.different).toBeGreaterThan(0);
    const { body: restored } = await on(customerEndpoints.get, spoilt);
    expect(restored.email).toBe('spoilt@example.com');
    expect(restored.version).toBe((now.version as number) + 1);
    const listed = await emails(ours);
    expect(listed).toContain('spoilt@example.com');
    expect(listed).toContain(`changed-${other.slice(-4)}@example.com`);
    expect(await harness.recount()).toEqual([]);
  });

  it("restores a case's related records and the files of its documents", async () => {
    const calls = casesOf(harness, ours);
    const { id } = await calls.opened({ ...wholeCase, social_security_number: '987-65-4320' });
    const [kept, gone] = [await addDocument(harness, ours, id), await addDocument(harness, ours, id)];
    const paid = await calls.opened();
    const payment = await recordPayment(harness, ours, paid.id, { payment_method: 'check', check_number: '1042' });
    const table = harness.calmTable;
    const keys = keysOf(ours.id);
    const sealedOf = async (key: { pk: string; sk: string }, name: string) => String((await table.get(key))?.[name]);
    const number = keys.ssn(await sealedOf(keys.case(id), 'ssn_id'));
    const check = keys.checkNumber(await sealedOf(keys.payment(payment.id), 'check_number_id'));
    await harness.projected();
    await backUp();

    succeeded(await calls.remove(id, { force: 'true' }, 'super_admin'));
    const { bucket } = harness.documents;
    const eventFields = { id, organization_id: ours.id, occurred_at: new Date().toISOString(), request_id: 'test' };
    await onCaseDeleted({ table, bucket, now: () => new Date() })({
      envelope: { ...eventFields, payload: { case_id: id } },
    });
    // No API call does this.
    for (const key of [keys.payment(payment.id), check]) await table.transact([{ delete: key }]);
    expect(await table.get(number)).toBeUndefined();

    const back: string[] = [];
    const files: OlderFiles = {
      async bringBack(key, write) {
        if (key.endsWith(gone.id)) return 'gone';
        if (write) back.push(key);
        return 'back';
      },
    };
    const found = { documents: 2, filesBack: 1, filesGone: 1 };
    expect(await restore({ about: id, files })).toMatchObject({ ...found, written: 0 });
    expect(back).toEqual([]);
    expect(await restore({ about: id, files, write: true })).toMatchObject(found);
    expect(back).toEqual([documentKey('clean', ours.id, kept.id)]);
    const documents = await documentsOf(table, ours.id).ofCase(id);
    expect(documents.map((one) => one.id).sort()).toEqual([kept.id, gone.id].sort());
    expect(await table.get(number)).toBeDefined();
    expect(await restore({ about: id, files, write: true })).toMatchObject({ missing: 0, written: 0, documents: 0 });

    expect(await restore({ about: paid.id, write: true })).toMatchObject({ missing: 2, written: 2 });
    expect(await table.get(check)).toBeDefined();
    expect(await harness.recount()).toEqual([]);
  });

  it('updates how many cases name a customer after a restore', async () => {
    const [gone, stays] = [await create(ours, 'gone@example.com'), await create(ours, 'stays@example.com')];
    const calls = casesOf(harness, ours);
    const named = (informant: string) => ({ ...wholeCase, informant, informant_relationship: 'son' });
    const closed = await calls.opened(named(gone));
    const [deleted, changed] = [await calls.opened(named(stays)), await calls.opened(named(stays))];
    succeeded(await calls.cancel(closed.id));
    await harness.projected();
    await backUp();
    // The case no longer names this customer; the other customer loses a case and changes.
    succeeded(await on(customerEndpoints.delete, gone));
    succeeded(await calls.remove(deleted.id));
    succeeded(await calls.patch(changed.id, { informant: '' }));
    expect(await harness.recount()).toEqual([]);
    await harness.projected();

    await restore({ write: true });
    await harness.projected();
    expect(await harness.recount()).toEqual([]);
    for (const about of [gone, stays, closed.id, changed.id]) await restore({ write: true, overwrite: true, about });
    await harness.projected();
    expect(await harness.recount()).toEqual([]);
  });
});
