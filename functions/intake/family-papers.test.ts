import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentMessages, rejectionMessages } from '#domain/documents/document-messages.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { onReportConverted, onReportDeleted } from '#functions/documents/worker/apply-scan-result.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { settlerOf } from '#tests/support/records/documents.ts';
import { sendPaper } from '#tests/support/records/family-papers.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { documents, submissions, cases } = areas;

let harness: Harness;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  harness = await startHarness();
  [tenant, stranger] = [await harness.addTenant('whitcomb-ames'), await harness.addTenant('harbor-light')];
});
afterAll(async () => {
  expect(await harness.recount()).toEqual([]);
  await harness.close();
});

const as = () => tenant.profiles.super_admin;
const reported = async () => {
  const { id, reference, statusToken } = await reportDeath(harness, tenant);
  return { id, access: [reference, statusToken] as const };
};
const papersOf = async (id: string) =>
  (
    succeeded(await harness.call(documents.ofReport, { as: as(), params: { id } })).body as {
      results: { id: string }[];
    }
  ).results;
const papersOfCase = async (case_id: string) =>
  (succeeded(await harness.call(documents.list, { as: as(), query: { case_id } })).body as { results: object[] })
    .results;
const settleAll = async (status?: string) => {
  for (const scan of harness.documents.scanned(status)) await settlerOf(harness)(scan);
};
const download = async (id = '') => harness.call(documents.download, { as: as(), params: { id } });
const convert = async (id: string): Promise<string> =>
  String(succeeded(await harness.call(submissions.convertToCase, { as: as(), params: { id }, body: {} })).body.case_id);
const dependencies = () => ({
  ...{ table: harness.calmTable, bucket: harness.documents.bucket, keyWrapper: testKeyWrapper },
  now: () => harness.state.now(),
});
const envelope = <T>(payload: T) => ({
  envelope: {
    id: randomUUID(),
    organization_id: tenant.id,
    occurred_at: '2026-11-23T00:00:00Z',
    request_id: 'x',
    payload,
  },
});
const actions = async (row: typeof cases.auditLog, id: string) =>
  (
    succeeded(await harness.call(row, { as: as(), params: { id } })).body as unknown as {
      action: string;
      actor_name: string;
    }[]
  )
    .filter(({ action }) => /paper|document/.test(action))
    .map(({ action, actor_name }) => `${action} ${actor_name}`);

describe('documents of a family', () => {
  it('stores one document when a phone sends it again after a lost response or error', async () => {
    const { id, access } = await reported();
    const put = harness.documents.bucket.put;
    harness.documents.bucket.put = () => Promise.reject(new AppError('unavailable', { reason: 'bucket' }));
    expect((await sendPaper(harness, access, { key: 'paper-one' })).status).toBe(503);
    harness.documents.bucket.put = put;
    for (let n = 0; n < 2; n++) succeeded(await sendPaper(harness, access, { key: 'paper-one' }));
    expect(await papersOf(id)).toMatchObject([{ state: 'checking' }]);
    await settleAll();
    succeeded(await sendPaper(harness, access, { key: 'paper-one' }));
    expect(await papersOf(id)).toMatchObject([{ state: 'ready' }]);
    expect((await sendPaper(harness, access, { key: 'paper-one', name: 'Other.pdf' })).status).toBe(409);
  });

  it('quarantines a document until its scan, shows it with the report, then the case', async () => {
    const { id, access } = await reported();
    expect(succeeded(await sendPaper(harness, access, { name: '../Discharge.pdf' })).body).toEqual({
      ...{ success: true, file_name: 'Discharge.pdf' },
    });
    const [paper] = await papersOf(id);
    expect(paper).toMatchObject({ file_name: 'Discharge.pdf', state: 'checking', added_by_name: 'The family' });
    expect(await download(paper?.id)).toMatchObject({ status: 409, body: { detail: documentMessages.notClean } });
    expect(harness.documents.files.has(documentKey('quarantine', tenant.id, paper?.id ?? ''))).toBe(true);
    await settleAll();
    expect(await papersOf(id)).toMatchObject([{ state: 'ready', content_type: 'application/pdf' }]);
    expect((await download(paper?.id)).status).toBe(200);
    const case_id = await convert(id);
    const converted = onReportConverted(dependencies());
    await converted(envelope({ submission_id: id, case_id }));
    await converted(envelope({ submission_id: id, case_id }));
    expect(await papersOf(id)).toEqual([]);
    expect(await papersOfCase(case_id)).toMatchObject([{ id: paper?.id, state: 'ready', case_id }]);
    expect(await actions(cases.auditLog, case_id)).toEqual(['document.added Public form']);
    await harness.projected();
    succeeded(await sendPaper(harness, access, { name: 'Policy.pdf' }));
    await settleAll();
    expect(await papersOfCase(case_id)).toMatchObject([{ file_name: 'Policy.pdf', state: 'ready' }, {}]);
  });

  it('moves documents that are scanned after the conversion to the case', async () => {
    const { id, access } = await reported();
    succeeded(await sendPaper(harness, access));
    const case_id = await convert(id);
    await settleAll();
    expect(await papersOfCase(case_id)).toMatchObject([{ state: 'ready', case_id }]);
    expect(await papersOf(id)).toEqual([]);
  });

  it('rejects files by their content, whatever their name, and never serves them', async () => {
    const { id, access } = await reported();
    succeeded(await sendPaper(harness, access, { bytes: Buffer.from('<script>alert(1)</script>%PDF-1.7') }));
    await settleAll();
    const { id: other, access: another } = await reported();
    succeeded(await sendPaper(harness, another));
    await settleAll('THREATS_FOUND');
    const [page, virus] = [(await papersOf(id))[0], (await papersOf(other))[0]];
    expect([page, virus]).toMatchObject([
      { state: 'refused', note: rejectionMessages.type },
      { state: 'refused', note: rejectionMessages.malware },
    ]);
    for (const one of [page, virus]) expect((await download(one?.id)).status).toBe(409);
    expect([...harness.documents.files.keys()].filter((key) => key.includes(virus?.id ?? 'none'))).toEqual([]);
  });

  it('requires a reference with its code, within one organization', async () => {
    const { id, access } = await reported();
    const [reference, code] = access;
    const { access: other } = await reported();
    for (const wrong of [
      [reference, other[1]],
      ['R-2222-2222', code],
      [reference, 'x'],
    ] as const)
      expect((await sendPaper(harness, wrong)).status).toBe(404);
    expect(await sendPaper(harness, access, { bytes: new Uint8Array() })).toMatchObject({
      status: 400,
      body: { file: [rejectionMessages.empty] },
    });
    expect((await sendPaper(harness, access, { bytes: Buffer.from('<script>') })).status).toBe(400);
    expect((await sendPaper(harness, access, { bytes: new Uint8Array(5 * 1024 * 1024) })).status).toBe(413);
    expect(await papersOf(id)).toEqual([]);
    succeeded(await sendPaper(harness, access));
    await settleAll();
    const [paper] = await papersOf(id);
    const theirs = { as: stranger.profiles.super_admin };
    expect((await harness.call(documents.ofReport, { ...theirs, params: { id } })).status).toBe(404);
    expect((await harness.call(documents.download, { ...theirs, params: { id: paper?.id ?? '' } })).status).toBe(404);
    const own = { as: as(), params: { id: paper?.id ?? '' } };
    expect((await harness.call(documents.update, { ...own, body: { description: 'x' } })).status).toBe(404);
    expect((await harness.call(documents.delete, own)).status).toBe(404);
  });

  it('deletes documents with their report, also during the scan', async () => {
    const { id, access } = await reported();
    succeeded(await sendPaper(harness, access));
    await settleAll();
    succeeded(await sendPaper(harness, access, { name: 'Late.pdf' }));
    const kept = await papersOf(id);
    succeeded(await harness.call(submissions.delete, { as: as(), params: { id } }));
    await settleAll();
    await onReportDeleted(dependencies())(envelope({ submission_id: id }));
    for (const one of kept)
      expect([...harness.documents.files.keys()].filter((key) => key.includes(one.id))).toEqual([]);
    expect((await sendPaper(harness, access)).status).toBe(404);
  });

  it('limits the documents of one family without limiting others', async () => {
    const limited = await startHarness({ rateLimits: true });
    const home = await limited.addTenant('limited');
    const families = [await reportDeath(limited, home), await reportDeath(limited, home)];
    const [access, other] = families.map(({ reference, statusToken }) => [reference, statusToken] as const);
    if (!access || !other) throw new Error('two families report');
    const statuses = new Set<number>();
    for (let times = 0; times < 20; times++) statuses.add((await sendPaper(limited, access)).status);
    expect([...statuses]).toEqual([201]);
    expect((await sendPaper(limited, access)).status).toBe(429);
    expect((await sendPaper(limited, other)).status).toBe(201);
    await limited.close();
  });
});
