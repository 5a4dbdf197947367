import { beforeAll, describe, expect, it } from 'vitest';
import type { StaffReview } from '#domain/families/family-review.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { dayEventsOf } from '#tests/support/records/day-events.ts';
import { familyPagesOf, unknownPage } from '#tests/support/records/family-papers.ts';
import { newFormSlug, openForm } from '#tests/support/records/managed-forms.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';

const rows = areas['family-pages'];

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);
let staff: ReturnType<typeof familyPagesOf>['staff'];
let family: ReturnType<typeof familyPagesOf>['family'];
beforeAll(() => {
  ({ staff, family } = familyPagesOf(harness, tenant));
});

describe('the family’s page', () => {
  it('follows a report into its case, and shows only the steps and what staff chose', async () => {
    const { id: report, reference, statusToken } = await reportDeath(harness, tenant, { language: 'es' });
    expect(succeeded(await family(reference, statusToken)).body).toMatchObject({
      ...{ subject: 'report', status: 'received', step: 'received', name: null },
    });
    const options = { as: tenant.profiles.super_admin, params: { id: report }, body: {} };
    expect(succeeded(await harness.call(areas.submissions.get, options)).body).toMatchObject({ language: 'es' });
    const id = String(succeeded(await harness.call(areas.submissions.convertToCase, options)).body.case_id);
    expect(succeeded(await staff('get', id)).body).toMatchObject({ language: 'es' });
    expect(await cases.get(id)).toMatchObject({ family_language: 'es' });
    expect((await cases.patch(id, { family_language: 'fr' })).status).toBe(400);
    succeeded(await cases.patch(id, { family_language: 'en' }));
    expect(succeeded(await staff('get', id)).body).toMatchObject({ language: 'en' });
    expect(succeeded(await family(reference, statusToken)).body).toMatchObject({ step: 'arrangements', service: null });

    const delivered = { dc_delivered_to_doctor_date: '2026-03-05', medical_examiner_case: true };
    const service = { service_date: '2026-03-14', service_time: '11:00', service_location: 'Bayfront Chapel' };
    succeeded(await cases.patch(id, { ...delivered, ...service, cause_of_death: 'Something private' }));
    const choices = { needs: ['ssn', 'discharge_paper'], other_need: 'His glasses', contact: 'Daniel Ames' };
    succeeded(await staff('update', id, { ...choices, shows_service: true, service_note: 'By the side door' }));
    const read = succeeded(await family(reference, statusToken));
    expect(read.body).toMatchObject({
      ...{ status: 'in_progress', step: 'doctor', ended: false, ...choices },
      service: { date: '2026-03-14', time: '11:00', place: 'Bayfront Chapel', note: 'By the side door' },
      reached: { doctor: '2026-03-05', received: expect.any(String), arrangements: expect.any(String) },
    });
    expect(read.text).not.toMatch(/private|examiner|4320|paid|fee/);
    const visitation = { case_id: id, kind: 'visitation', date: '2026-03-13', time: '17:00', minutes: 180 } as const;
    const where = { place: 'Hall', address: '12 Oak St', is_public: true, notes: 'Keys with Dee' };
    await dayEventsOf(harness, tenant).store({ ...visitation, ...where });
    await dayEventsOf(harness, tenant).store({ ...visitation, kind: 'preparation' });
    const shown = succeeded(await family(reference, statusToken));
    expect(shown.body.events).toEqual([
      {
        ...{ kind: 'visitation', title: '', date: '2026-03-13', time: '17:00', end_time: '20:00' },
        ...{ place: 'Hall', address: '12 Oak St' },
      },
    ]);
    expect(succeeded(await staff('get', id)).body).toMatchObject({ view: { events: shown.body.events } });

    succeeded(await staff('update', id, { shows_name: false, shows_certificate: false, shows_service: false }));
    expect(succeeded(await family(reference, statusToken)).body).toMatchObject({
      ...{ name: null, step: 'arrangements', steps: ['received', 'contacted', 'arrangements'], service: null },
    });
    const entry = (await cases.log(id)).find(({ action }) => action === 'family_page.changed');
    expect(entry?.changes.map(({ field }) => field)).toContain('family.shows_name');
    succeeded(await cases.cancel(id));
    const ended = succeeded(await family(reference, statusToken)).body;
    expect(ended).toMatchObject({ ended: true, needs: [], service: null, events: [] });
    expect(await harness.recount()).toEqual([]);
  });

  it('emails only the current informant, and reports a missing email', async () => {
    const phone = '9045550142';
    const { id: report } = await reportDeath(harness, tenant, {
      ...{ informant_email: 'first@example.com', informant_phone: phone, submitter_phone: phone },
    });
    const options = { as: tenant.profiles.super_admin, params: { id: report }, body: {} };
    const id = String(succeeded(await harness.call(areas.submissions.convertToCase, options)).body.case_id);
    expect(succeeded(await staff('get', id)).body).toMatchObject({ mails_to: 'first@example.com' });
    const karen = { relationship: 'daughter', first_name: 'Karen', last_name: 'Pruitt', phone: '6125550117' };
    succeeded(await cases.patch(id, { next_of_kins: [karen] }));
    expect(succeeded(await staff('get', id)).body).toMatchObject({ mails_to: '' });
    expect((await staff('open', id, { by: 'mail' })).body).toMatchObject({ by: [/no email address/] });
  });

  it('opens for a case without a report by a printed code; a new code ends the old one', async () => {
    const { id } = await cases.opened(wholeCase);
    expect(succeeded(await staff('get', id)).body).toMatchObject({ reference: null, is_open: false, version: 0 });
    const first = succeeded(await staff('open', id, { by: 'paper' })).body;
    const { reference } = first.page as { reference: string };
    expect(first.code).toMatch(/^[2-9B-Z]{5}-[2-9B-Z]{5}$/);
    const typed = String(first.code).toLowerCase().replace('-', ' ');
    expect(succeeded(await family(reference.toLowerCase(), typed)).body).toMatchObject({ name: 'Walter Pruitt' });

    const second = succeeded(await staff('open', id, { by: 'paper' })).body;
    expect((second.page as { reference: string }).reference).toBe(reference);
    const answers = [await family(reference, first.code), await family('R-2222-2222', second.code)];
    for (const answer of answers) expect(answer).toMatchObject(unknownPage);
    succeeded(await family(reference, second.code));
    expect(succeeded(await staff('close', id)).body).toMatchObject({ is_open: false, reference });
    expect(await family(reference, second.code)).toMatchObject(unknownPage);
    expect(await harness.recount()).toEqual([]);

    const third = succeeded(await staff('open', id, { by: 'paper' })).body;
    succeeded(await family(reference, third.code));
    succeeded(await cases.remove(id, { force: 'true' }));
    expect(await family(reference, third.code)).toMatchObject(unknownPage);
    expect(await harness.recount()).toEqual([]);
  });

  it('returns one code for one request, however often it is repeated', async () => {
    const { id } = await cases.opened(wholeCase);
    const ask = async (key: string) => {
      const asked = { as: tenant.profiles.coordinator, params: { id }, body: { by: 'paper' } };
      const { body } = succeeded(await harness.call(rows.open, { ...asked, headers: { 'idempotency-key': key } }));
      return body as { code: string; page: { reference: string; version: number } };
    };
    const [first, again] = [await ask('slip-1'), await ask('slip-1')];
    expect(again).toEqual(first);
    succeeded(await family(first.page.reference, first.code));
    expect((await cases.log(id)).filter(({ action }) => action === 'family_page.opened')).toHaveLength(1);
    expect((await ask('slip-2')).code).not.toBe(first.code);
    expect(await family(first.page.reference, first.code)).toMatchObject(unknownPage);
  });

  it('rejects numbers in shown texts, stale drafts and changes by the office', async () => {
    const { id } = await cases.opened(wholeCase);
    const refused = await staff('update', id, { other_need: 'Is 987-65-4320 right?', service_note: '987654320' });
    const words = ['Do not include Social Security Numbers in what families see'];
    expect(refused).toMatchObject({ status: 400, body: { other_need: words, service_note: words } });
    for (const other_need of ['987–65–4320', '987\u00a065\u00a04320', '987  65  4320', '９８７-65-4320', '987/65/4320'])
      expect((await staff('update', id, { other_need })).body).toEqual({ other_need: words });
    const language = await staff('update', id, { language: 'es' } as never);
    expect(language).toMatchObject({ status: 400, body: { language: [expect.stringContaining('set on the case')] } });
    succeeded(await staff('update', id, { other_need: '33602-4320 and 813-555-0142' }));
    expect((await staff('update', id, { contact: 'Ada' }, 'office_staff')).status).toBe(403);
    succeeded(await staff('update', id, { version: 1, contact: 'Ada' }));
    expect(await staff('update', id, { version: 1, contact: 'Ben' })).toMatchObject({
      ...{ status: 409, body: { current: { contact: 'Ada', version: 2 } } },
    });
    succeeded(await cases.cancel(id));
    expect((await staff('open', id, { by: 'paper' })).status).toBe(409);
  });
});

describe('the state of a form', () => {
  it('returns whether a form is open, by the two parts of its address', async () => {
    const slug = newFormSlug();
    const ask = async (b: string, a = tenant.home.slug) =>
      (await harness.call(areas.intake.checkStatus, { params: { a, b } })).body;
    const about = { subject: 'form', slug: tenant.home.slug, funeral_home_name: tenant.home.name };
    expect(await ask(slug)).toEqual({ ...about, form: slug, is_open: false, title: null });
    const form = await openForm(harness, tenant, { slug });
    expect(await ask(slug)).toEqual({ ...about, form: slug, is_open: true, title: form.settings.title });
    expect(await ask('main')).toMatchObject({ is_open: true });
    expect(await ask('main', 'nobody-knows')).toEqual(unknownPage.body);
  });
});

describe('the facts of the certificate', () => {
  const confirm = (reference: unknown, code: unknown, body: object) =>
    harness.call(areas.intake.confirmFacts, { params: { a: String(reference), b: String(code) }, body });
  const review = async (id: string) => succeeded(await staff('review', id)).body as unknown as StaffReview;
  const facts = {
    ...wholeCase,
    ...{
      mother_maiden_name: 'Sandstrom',
      occupation: 'Retired',
      race: ['white'],
      social_security_number: '987-65-4320',
    },
  };

  it('asks the family to confirm once, and again after a change', async () => {
    const { id } = await cases.opened(facts);
    expect((await staff('sendReview', id)).status).toBe(409);
    const { page, code } = succeeded(await staff('open', id, { by: 'paper' })).body as {
      page: { reference: string };
      code: string;
    };
    const { reference } = page;
    expect((await confirm(reference, code, { revision: 1, name: 'K', corrections: [], agreed: true })).status).toBe(
      404,
    );
    expect(succeeded(await staff('sendReview', id)).body).toMatchObject({ revision: 1, state: 'waiting' });
    const read = succeeded(await family(reference, code));
    expect(read.body.review).toMatchObject({ revision: 1, informant: 'Carolyn Pruitt-Shaw', confirmed: null });
    expect(read.text).not.toMatch(/4320|cause_of_death/);

    const body = {
      ...{ revision: 1, name: 'Carolyn Pruitt-Shaw', agreed: true },
      corrections: [
        { id: 'mother_maiden_name', value: 'Sandström' },
        { id: 'occupation', value: 'Sailor' },
        { id: 'occupation', value: 'Boat builder' },
        // An unchanged value and an unknown line are no corrections.
        { id: 'deceased_first_name', value: 'Walter' },
        { id: 'social_security_number', value: 'none' },
      ],
    };
    const wrong = {
      ...body,
      corrections: [
        { id: 'date_of_birth', value: '1940-02-31' },
        { id: 'gender', value: 'x' },
      ],
    };
    expect(await confirm(reference, code, wrong)).toMatchObject({
      ...{
        status: 400,
        body: { date_of_birth: ['Enter a date as YYYY-MM-DD'], gender: ['Choose one of the answers'] },
      },
    });
    expect((await confirm(reference, code, { ...body, agreed: false })).status).toBe(400);
    expect((await confirm(reference, '22222-22222', body)).status).toBe(404);
    const answers = await Promise.all([confirm(reference, code, body), confirm(reference, code, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await cases.log(id))[0]).toMatchObject({ action: 'family_review.confirmed' });
    const confirmed = succeeded(await family(reference, code)).body.review as { confirmed: { corrections: object[] } };
    expect(confirmed.confirmed).toMatchObject({ name: 'Carolyn Pruitt-Shaw', at: expect.stringMatching(/Z$/) });
    expect(confirmed.confirmed.corrections).toHaveLength(2);

    const states = async () =>
      (await review(id)).lines.filter(({ state }) => state !== 'same').map((line) => [line.id, line.state]);
    expect(await states()).toEqual([
      ['mother_maiden_name', 'open'],
      ['occupation', 'open'],
    ]);
    succeeded(await cases.patch(id, { mother_maiden_name: 'Sandström', occupation: 'Boat builder' }));
    expect(await states()).toEqual([
      ['mother_maiden_name', 'taken'],
      ['occupation', 'taken'],
    ]);
    expect((await review(id)).state).toBe('confirmed');
    succeeded(await cases.patch(id, { date_of_birth: '1940-02-04' }));
    expect(await review(id)).toMatchObject({ state: 'changed', confirmed: { name: 'Carolyn Pruitt-Shaw' } });

    expect(succeeded(await staff('sendReview', id)).body).toMatchObject({ revision: 2, state: 'waiting' });
    const again = succeeded(await family(reference, code)).body.review;
    expect(again).toMatchObject({ revision: 2, changed: ['date_of_birth'], confirmed: null });
    expect((await confirm(reference, code, { ...body, corrections: [] })).status).toBe(409);
    succeeded(await confirm(reference, code, { ...body, revision: 2, corrections: [] }));
    expect((await review(id)).state).toBe('confirmed');
    succeeded(await staff('sendReview', id));
    succeeded(await cases.cancel(id));
    expect(succeeded(await family(reference, code)).body).toMatchObject({ ended: true, review: null });
    expect((await confirm(reference, code, { ...body, revision: 3, corrections: [] })).status).toBe(404);
    expect(await harness.recount()).toEqual([]);

    // More revisions than fit into one transaction.
    const asked = 130;
    const part = (await harness.items()).find(({ pk, sk }) => sk === 'PART#REVIEW' && pk.endsWith(id));
    if (!part) throw new Error('nothing was sent');
    await harness.table.transact([{ update: { pk: part.pk, sk: part.sk }, set: { revision: asked } }]);
    for (const from of [0, 65])
      await harness.table.transact(
        Array.from({ length: 65 }, (_, at) => ({ put: { ...sharedKeys.familyAnswer(reference, from + at + 1) } })),
      );
    succeeded(await cases.remove(id, { force: 'true' }));
    await harness.projected();
    expect(JSON.stringify(await scanTable(harness.client, harness.tableName))).not.toContain(`STATUS#${reference}`);
  });
});
