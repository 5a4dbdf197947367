import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';

const { markContacted, delete: remove, get, list } = areas.submissions;

const { harness, tenant } = await startHarnessWithTenant();

describe('marking a family as contacted', () => {
  const mark = (id: string, as = tenant.profiles.coordinator) => harness.call(markContacted, { as, params: { id } });

  it('records the first of several concurrent clicks, and returns it to all', async () => {
    const { id } = await reportDeath(harness, tenant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => mark(id)));
    const [first] = answers;
    expect(first?.body).toMatchObject({ status: 'contacted', contacted_by_name: 'Test coordinator', version: 2 });
    for (const answer of [...answers, await mark(id, tenant.profiles.super_admin)])
      expect([answer.status, answer.body]).toEqual([200, first?.body]);
    const trail = await harness.databaseOf(tenant.id).audit.of('SUBMISSION', id);
    expect(trail.map(({ action }) => action)).toEqual(['submission.contacted', 'submission.received']);
  });
});

describe('deleting a submission', () => {
  const drop = (id: string, as = tenant.profiles.funeral_home_admin) => harness.call(remove, { as, params: { id } });

  it('S-40 removes the report, its words, status and SSN, and records who did', async () => {
    const { id, reference } = await reportDeath(harness, tenant, { deceased_last_name: 'Quillfeather' });
    const ssnId = String((await harness.calmTable.get(keysOf(tenant.id).submission(id)))?.ssn_id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => drop(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ success: true });
    expect((await harness.call(get, { as: tenant.profiles.super_admin, params: { id } })).status).toBe(404);
    await harness.projected();
    const left = JSON.stringify(await scanTable(harness.client, harness.tableName));
    for (const gone of ['Quillfeather', 'quillfeather', reference, ssnId]) expect(left).not.toContain(gone);
    const [entry] = await harness.databaseOf(tenant.id).audit.of('SUBMISSION', id);
    expect(entry).toMatchObject({ action: 'submission.deleted', actor_role: 'funeral_home_admin', changes: [] });
    expect(
      (await harness.call(list, { as: tenant.profiles.super_admin, query: { search: reference } })).body.count,
    ).toBe(0);
  });

  it('rejects a converted submission, whose family can still be marked as contacted', async () => {
    const { submissionId } = await openCase(harness, tenant);
    const answer = await drop(submissionId);
    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: 'This submission has become a case and cannot be deleted.' },
    ]);
    const marked = await harness.call(markContacted, { as: tenant.profiles.coordinator, params: { id: submissionId } });
    expect(marked.body).toMatchObject({ status: 'converted', contacted_by_name: 'Test coordinator' });
  });

  it('R-05 leaves the table in agreement with itself', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
