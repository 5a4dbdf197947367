import { afterAll, describe, expect, it } from 'vitest';
import { submissionMessages } from '#domain/intake/submission.rules.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleInquiry, managedForm, newFormSlug, openForm } from '#tests/support/records/managed-forms.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';

const { intake, submissions } = areas;
const forms = areas['managed-forms'];

const { harness, tenant } = await startHarnessWithTenant('inquiries');
afterAll(async () => expect(await harness.recount()).toEqual([]));

const as = () => tenant.profiles.super_admin;
const send = (body: object) => harness.call(intake.inquire, { as: 'nobody', body });
const rowOf = async (reference: unknown) => {
  await harness.projected();
  const query = { search: String(reference) };
  const [row] = succeeded(await harness.call(submissions.list, { as: as(), query })).body.results as {
    id: string;
    kind: string;
  }[];
  return row;
};
const read = async (id = '') =>
  succeeded(await harness.call(submissions.get, { as: as(), params: { id } })).body as Record<string, unknown>;

describe('a form that reports no death', () => {
  it('stores a pre-need plan without a death, and lists it among the submissions', async () => {
    const sent = await exampleInquiry(harness, tenant, 'pre_need');
    const { slug } = await openForm(harness, tenant, { kind: 'pre_need' });
    const options = { as: 'nobody', params: { slug: tenant.home.slug }, query: { form: slug } } as const;
    expect(succeeded(await harness.call(intake.funeralHome, options)).body).toMatchObject({
      condolence_message: expect.stringMatching(/^Thank you for planning ahead/),
      form: { kind: 'pre_need', title: 'Plan Ahead' },
    });
    const { reference, message } = succeeded(await send(sent)).body;
    expect(message).toBe('Thank you. We have received your information and will contact you shortly.');
    const row = await rowOf(reference);
    expect(row).toMatchObject({ kind: 'pre_need', status: 'new', informant_name: 'Ida Berglund' });
    expect(row).toMatchObject({ deceased_full_name: '', submitter_phone: '9045550177' });
    expect(await read(row?.id)).toMatchObject({
      kind: 'pre_need',
      special_requests: 'What does a graveside service cost?',
      preferred_contact_time: 'As Soon As Possible',
      managed_form: { id: sent.form_id, version: 1 },
      extra_answers: [{ question: 'Are you considering burial or cremation?', answer: 'Cremation' }],
    });
  });

  it('stores obituary details, also next to a report of the same death', async () => {
    const { reference: reported } = await reportDeath(harness, tenant);
    const sent = await exampleInquiry(harness, tenant, 'obituary', {
      stillborn: 'yes',
      social_security_number: '987654320',
    });
    const faulty = await send({ ...sent, informant_last_name: '', date_of_death: '2062-01-01', consent: false });
    expect([faulty.status, Object.keys(faulty.body).sort()]).toEqual([
      400,
      ['consent', 'date_of_death', 'informant_last_name'],
    ]);
    const { reference } = succeeded(await send(sent)).body;
    const row = await rowOf(reference);
    const kept = await read(row?.id);
    expect(kept).toMatchObject({ kind: 'obituary', deceased_last_name: 'Lindqvist', date_of_death: '2025-10-28' });
    expect(kept).toMatchObject({ informant_relationship: 'daughter', possible_duplicates: [] });
    expect(kept).not.toHaveProperty('stillborn');
    expect(kept.social_security_number).toBe('');
    const report = await rowOf(reported);
    expect((await read(report?.id)).possible_duplicates).toEqual([]);
  });

  it('accepts its answers only at its own endpoint', async () => {
    const { form_id } = await exampleInquiry(harness, tenant);
    const report = exampleIntake({ funeral_home_slug: tenant.home.slug, form_id, form_version: 1 });
    expect(await harness.call(intake.submit, { as: 'nobody', body: report })).toMatchObject({
      ...{ status: 400, body: { form_id: [managedFormMessages.unknownForm] } },
    });
    const { id } = await openForm(harness, tenant);
    expect(await send(await exampleInquiry(harness, tenant, 'pre_need', { form_id: id }))).toMatchObject({
      ...{ status: 400, body: { form_id: [managedFormMessages.unknownForm] } },
    });
  });

  it('converts to no case; it can be called back and deleted', async () => {
    const { reference, status_token } = succeeded(await send(await exampleInquiry(harness, tenant))).body;
    const { id = '' } = (await rowOf(reference)) ?? {};
    const options = { as: as(), params: { id } };
    expect(await harness.call(submissions.convertToCase, { ...options, body: {} })).toMatchObject({
      ...{ status: 409, body: { detail: submissionMessages.noReport } },
    });
    succeeded(await harness.call(submissions.markContacted, options));
    await harness.projected();
    const params = { a: String(reference), b: String(status_token) };
    expect(succeeded(await harness.call(intake.checkStatus, { as: 'nobody', params })).body).toMatchObject({
      ...{ status: 'contacted', steps: ['received', 'contacted'] },
    });
    succeeded(await harness.call(submissions.delete, options));
  });

  it('never opens at the home’s own address, and copies only from its own kind', async () => {
    const body = { funeral_home: tenant.home.id, name: 'Plan ahead', slug: 'main', kind: 'pre_need' as const };
    expect(await harness.call(forms.create, { as: as(), body })).toMatchObject({
      ...{ status: 400, body: { slug: [managedFormMessages.mainReports] } },
    });
    const { id } = await managedForm(harness, tenant, { kind: 'obituary' });
    expect(
      await harness.call(forms.create, { as: as(), body: { ...body, slug: newFormSlug(), copy_of: id } }),
    ).toMatchObject({ status: 400, body: { copy_of: [managedFormMessages.otherKind] } });
    const params = { id };
    expect(await harness.call(forms.update, { as: as(), params, body: { slug: 'main' } })).toMatchObject({
      status: 400,
      body: { slug: [managedFormMessages.mainReports] },
    });
    expect(succeeded(await harness.call(forms.get, { as: as(), params })).body).toMatchObject({
      kind: 'obituary',
      settings: { title: 'Details for the Obituary', spanish: { title: 'Datos para el obituario' } },
    });
  });
});
