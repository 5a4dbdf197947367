import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftCodeMinutes, draftSeconds } from '#domain/intake/intake.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { openForm } from '#tests/support/records/managed-forms.ts';
import { draftMails, exampleDraft, storedDraft } from '#tests/support/records/report-drafts.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { keepDraft, askDraftCode, openDraft, forgetDraft } = areas.intake;

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', { rateLimits: true });
afterEach(() => void vi.restoreAllMocks());

const ask = (row: typeof askDraftCode | typeof forgetDraft, draft: string, key: string) =>
  harness.call(row, { as: 'nobody', body: { draft, key } });
const open = (draft: string, key: string, code: string) =>
  harness.call(openDraft, { as: 'nobody', body: { draft, key, code } });
const later = (seconds: number) =>
  vi.spyOn(harness.state, 'now').mockReturnValue(new Date(Date.now() + seconds * 1000));

describe('a report that a family continues later', () => {
  it('opens by the emailed link and code, without SSN and without unasked answers', async () => {
    const { values } = exampleDraft(tenant).report;
    const report = {
      ...exampleDraft(tenant).report,
      values: { ...values, q_bcdfghjkmn: 'Dune', social_security_number: '987-65-4320', stray: 'x' },
      not_known: ['weight', 'stray'],
      ticked: ['facility_phone: Use my phone number', 'stray'],
    };
    const { draft, key, code } = await storedDraft(harness, tenant, { body: exampleDraft(tenant, { report }) });
    expect(succeeded(await open(draft, key, code)).body).toEqual({
      ...report,
      values: { ...values, q_bcdfghjkmn: 'Dune' },
      not_known: ['weight'],
      ticked: ['facility_phone: Use my phone number'],
      form: null,
    });
    const item = JSON.stringify(await harness.calmTable.get(sharedKeys.reportDraft(draft)));
    for (const secret of ['4320', key, code]) expect(item).not.toContain(secret);
  });

  it('returns the form version that it answers, also after that was closed', async () => {
    const { id, slug } = await openForm(harness, tenant, { settings: { title: 'Tell us of a death' } });
    const { draft, key, code } = await storedDraft(harness, tenant, { body: exampleDraft(tenant, { form: slug }) });
    const as = tenant.profiles.super_admin;
    succeeded(await harness.call(areas['managed-forms'].unpublish, { as, params: { id }, body: {} }));
    expect(succeeded(await open(draft, key, code)).body).toMatchObject({
      values: exampleDraft(tenant).report.values,
      form: { id, slug, version: 1, title: 'Tell us of a death' },
    });
  });

  it('emails in the family’s language, without content of the report', async () => {
    const body = exampleDraft(tenant, { language: 'es', form: 'hospice' });
    const { mails } = await storedDraft(harness, tenant, { body });
    const [link, code] = mails;
    expect(link).toMatchObject({ to: ['karin.lindqvist@example.com'], subject: expect.stringContaining('Continúe') });
    expect(link?.text).toContain('https://report.example/whitcomb-ames/hospice?lang=es#go-on.');
    expect(code?.text).toMatch(/Su código: \w{5}-\w{5}/);
    expect(JSON.stringify(mails)).not.toMatch(/Harold|Lindqvist,/);
  });

  it('rejects a wrong secret, a wrong or old code, and everyone after its time', async () => {
    const { draft, key, pageKey, code } = await storedDraft(harness, tenant);
    const other = await storedDraft(harness, tenant);
    for (const [id, by, given] of [
      [draft, key, other.code],
      [draft, other.key, code],
      [draft, pageKey, code],
      [other.draft, key, code],
      ['nobody', key, code],
    ] as const)
      expect((await open(id, by, given)).status, `${id} ${by} ${given}`).toBe(404);
    expect((await ask(askDraftCode, draft, other.key)).status).toBe(404);
    const newest = await draftMails(harness, tenant).code(draft);
    expect((await open(draft, key, code)).status).toBe(404);
    later(draftCodeMinutes * 60 + 1);
    expect((await open(draft, key, newest)).status).toBe(404);
    expect((await ask(askDraftCode, draft, key)).status).toBe(200);
    later(draftSeconds + 1);
    expect((await ask(askDraftCode, draft, key)).status).toBe(404);
  });

  it('ends when its page or its link deletes it, and sends no more email', async () => {
    for (const by of ['pageKey', 'key'] as const) {
      const kept = await storedDraft(harness, tenant);
      expect((await ask(forgetDraft, kept.draft, kept[by])).status).toBe(200);
      expect((await open(kept.draft, kept.key, kept.code)).status).toBe(404);
      expect(await harness.calmTable.get(sharedKeys.reportDraft(kept.draft))).toBeUndefined();
      const { mails, code } = draftMails(harness, tenant);
      await code(kept.draft);
      expect(mails).toEqual([]);
    }
  });

  it('limits the emails to one address without limiting others', async () => {
    const body = exampleDraft(tenant, { email: 'often@example.com' });
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++)
      statuses.push(
        (await harness.call(keepDraft, { as: 'nobody', body, headers: { 'x-viewer-ip': `203.0.113.${times + 20}` } }))
          .status,
      );
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    const another = exampleDraft(tenant, { email: 'seldom@example.com' });
    expect((await harness.call(keepDraft, { as: 'nobody', body: another })).status).toBe(201);
  });

  it('accepts only people, existing homes and real answers', async () => {
    const report = { values: { a: 7 }, not_known: [], step: 'x', attempt: 'x' };
    const refused = [{ email: 'Harold' }, { funeral_home_slug: 'nobody-knows' }, { report }] as const;
    const keep = async (changes: object) =>
      (await harness.call(keepDraft, { as: 'nobody', body: exampleDraft(tenant, changes) })).status;
    expect(await Promise.all(refused.map(keep))).toEqual([400, 404, 400]);
    harness.state.botCheck = { verify: async () => ({ ...harness.state.verdict, verdict: 'refused' as const }) };
    const byBot = await keep({});
    harness.state.botCheck = undefined;
    expect(byBot).toBe(400);
  });
});

it('leaves the table in agreement with itself', async () => {
  expect(await harness.recount()).toEqual([]);
});
