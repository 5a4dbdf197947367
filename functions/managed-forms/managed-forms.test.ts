import { beforeAll, describe, expect, it } from 'vitest';
import type { ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import { managedFormMessages, whyFormRefuses } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleQuestion, managedForm, newFormSlug, openForm } from '#tests/support/records/managed-forms.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas['managed-forms'];

const { harness, tenant } = await startHarnessWithTenant('managed-forms');

const ask = (row: keyof typeof rows, id?: string, options: CallOptions = {}) =>
  harness.call(rows[row], { as: tenant.profiles.super_admin, ...(id ? { params: { id } } : {}), ...options });
const change = (id: string, settings: object) => ask('update', id, { body: { settings } });
const lookUp = async (form?: string) => {
  const options = { as: 'nobody', params: { slug: tenant.home.slug }, ...(form ? { query: { form } } : {}) } as const;
  return succeeded(await harness.call(areas.intake.funeralHome, options)).body as Record<string, unknown>;
};
const send = (body: object) =>
  harness.call(areas.intake.submit, {
    as: 'nobody',
    body: { ...exampleIntake({ funeral_home_slug: tenant.home.slug }), ...body },
  });
const newestSubmission = async (reference: unknown) => {
  await harness.projected();
  const as = tenant.profiles.super_admin;
  const { results } = succeeded(await harness.call(areas.submissions.list, { as })).body as {
    results: { id: string; reference: string }[];
  };
  const id = results.find((one) => one.reference === reference)?.id ?? '';
  return succeeded(await harness.call(areas.submissions.get, { as, params: { id } })).body;
};

describe("a home's form", () => {
  it('S-09 rejects a question for a Social Security Number, which would not be encrypted', async () => {
    const { id } = await managedForm(harness, tenant);
    const spanish = { label: 'A number', spanish: { label: '¿Cuál es el número de Seguro Social?' } };
    for (const words of [
      { label: 'What was his SSN?' },
      { label: 'A number', help: 'the social security no.' },
      spanish,
    ])
      expect(await change(id, { questions: [{ ...exampleQuestion(), ...words }] })).toMatchObject({
        status: 400,
        body: { 'settings.questions.0.label': [managedFormMessages.asksForNumber] },
      });
    succeeded(await change(id, { questions: [{ kind: 'yes_no', label: 'Does Social Security know of the death?' }] }));
  });

  it('shows families the last published version while the draft changes', async () => {
    const { id, slug } = await managedForm(harness, tenant);
    const { body: all } = succeeded(await ask('list', undefined, { query: { funeral_home: tenant.home.id } }));
    expect(all.results).toContainEqual(expect.objectContaining({ id }));
    expect(await lookUp(slug)).toMatchObject({ form: null });
    succeeded(await change(id, { title: 'Tell us of a death', color: '#4a2f4d', condolence_message: 'We are here.' }));
    expect(succeeded(await ask('publish', id)).body).toMatchObject({ status: 'published', published_version: 1 });
    expect(await lookUp(slug)).toMatchObject({
      condolence_message: 'We are here.',
      form: { id, version: 1, title: 'Tell us of a death', colors: { day: '#4a2f4d' } },
    });
    expect(succeeded(await change(id, { title: 'Another title' })).body).toMatchObject({ has_changes: true });
    expect(await lookUp(slug)).toMatchObject({ form: { version: 1, title: 'Tell us of a death' } });
    succeeded(await ask('publish', id));
    expect(await lookUp(slug)).toMatchObject({ form: { version: 2, title: 'Another title' } });
    const first = await ask('version', undefined, { params: { id, number: '1' } });
    expect(succeeded(first).body).toMatchObject({ number: 1, settings: { title: 'Tell us of a death' } });
  });

  it('stores Spanish texts in each version', async () => {
    const { id, slug } = await managedForm(harness, tenant);
    const spanish = { title: 'Díganos', condolence_message: '', notice: 'Abierto' };
    const question = exampleQuestion({ spanish: { label: '¿Qué hospicio?', options: ['', 'Otro'] } });
    succeeded(await change(id, { spanish, questions: [question] }));
    succeeded(await ask('publish', id));
    const words = { label: '¿Qué hospicio?', help: '', options: ['', 'Otro'] };
    expect(await lookUp(slug)).toMatchObject({ form: { spanish, questions: [{ spanish: words }] } });
    succeeded(await change(id, { spanish: null }));
    succeeded(await ask('publish', id));
    expect(await lookUp(slug)).toMatchObject({ form: { spanish: null } });
    const first = await ask('version', undefined, { params: { id, number: '1' } });
    expect(succeeded(first).body).toMatchObject({ settings: { spanish, questions: [{ spanish: words }] } });
  });

  it('closes and archives a form, and then rejects changes with a reason', async () => {
    const { id, slug } = await openForm(harness, tenant);
    expect(succeeded(await ask('unpublish', id)).body).toMatchObject({ status: 'unpublished' });
    expect(await lookUp(slug)).toMatchObject({ form: null });
    expect(await ask('unpublish', id)).toMatchObject({
      status: 409,
      body: { detail: whyFormRefuses('unpublished', 'unpublish') },
    });
    succeeded(await ask('publish', id));
    expect(succeeded(await ask('archive', id)).body).toMatchObject({ status: 'archived' });
    expect(await lookUp(slug)).toMatchObject({ form: null });
    for (const row of ['publish', 'unpublish', 'archive'] as const)
      expect(await ask(row, id)).toMatchObject({ status: 409 });
    expect(await change(id, { title: 'Late' })).toMatchObject({ status: 409 });
  });

  it('keeps its own address after the first publication', async () => {
    const { id, slug } = await openForm(harness, tenant);
    const body = { funeral_home: tenant.home.id, name: 'Another', slug };
    expect(await ask('create', undefined, { body })).toMatchObject({
      status: 400,
      body: { slug: [managedFormMessages.taken] },
    });
    expect(await ask('update', id, { body: { slug: newFormSlug() } })).toMatchObject({
      status: 400,
      body: { slug: [managedFormMessages.slugFixed] },
    });
  });

  it('rejects an unreadable color, and omitting a part that the law requires', async () => {
    const { id } = await managedForm(harness, tenant);
    expect(await change(id, { color: '#9fd3c7' })).toMatchObject({ status: 400 });
    expect(await change(id, { switched_off: ['death'] })).toMatchObject({ status: 400 });
    expect(await change(id, { questions: [exampleQuestion({ options: ['One'] })] })).toMatchObject({ status: 400 });
    expect(succeeded(await change(id, { switched_off: ['cemetery', 'alias'] })).body).toMatchObject({
      settings: { switched_off: ['cemetery', 'alias'] },
    });
  });

  it('shows the current form to a user who saw an older version', async () => {
    const { id, version } = await managedForm(harness, tenant);
    succeeded(await ask('update', id, { body: { name: 'Renamed', version } }));
    const stale = await ask('publish', id, { body: { version } });
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Renamed', version: version + 1 } } });
  });
});

describe("a report by a home's form", () => {
  let form: ManagedForm;
  let hospice: string;
  beforeAll(async () => {
    form = await openForm(harness, tenant, { settings: { questions: [exampleQuestion()], certificate_copies: 6 } });
    hospice = form.settings.questions[0]?.id ?? '';
  });
  const answered = (extra_answers: object) => ({ form_id: form.id, form_version: 1, extra_answers });

  it('keeps the version that it answered after another one is published', async () => {
    const other = exampleQuestion({ id: hospice, label: 'Which hospice?', options: ['Dune Hospice', 'None'] });
    succeeded(await change(form.id, { questions: [other] }));
    succeeded(await ask('publish', form.id));
    succeeded(await ask('unpublish', form.id));
    const answers = { [hospice]: 'Bayside Hospice', q_certificate_copies: '8', q_unknown: 'dropped' };
    const { reference } = succeeded(await send(answered(answers))).body;
    const submission = await newestSubmission(reference);
    expect(submission).toMatchObject({
      managed_form: { id: form.id, version: 1, slug: form.slug, name: form.name },
      extra_answers: [
        { id: 'q_certificate_copies', answer: '8' },
        { id: hospice, question: 'Which hospice cared for your loved one?', answer: 'Bayside Hospice' },
      ],
    });
    const as = tenant.profiles.super_admin;
    const converting = { as, params: { id: String(submission.id) }, body: {} };
    const { case_id } = succeeded(await harness.call(areas.submissions.convertToCase, converting)).body;
    const caseRecord = succeeded(await harness.call(areas.cases.get, { as, params: { id: String(case_id) } })).body;
    expect(JSON.stringify(caseRecord)).toContain('Which hospice cared for your loved one? Bayside Hospice');
  });

  it('stores the cost of a cemetery of the home’s list, and shows it in the case', async () => {
    const oak = { name: 'Oak Hammock', street: '1 Oak Street', city: 'Hastings', state: 'FL', zip: '32145' };
    const settings = {
      cemeteries: [
        { ...oak, cost: '2750.50' },
        { ...oak, name: 'No Price' },
      ],
    };
    const { id } = await openForm(harness, tenant, { settings });
    const chosen = (name: string) => ({
      ...{ form_id: id, form_version: 1, cemetery_choice: 'other', cemetery_country: 'USA' },
      ...Object.fromEntries(Object.entries({ ...oak, name }).map(([part, value]) => [`cemetery_${part}`, value])),
    });
    const as = tenant.profiles.super_admin;
    const costs = async (name: string, correction: object = {}) => {
      const { reference } = succeeded(await send(chosen(name))).body;
      const params = { id: String((await newestSubmission(reference)).id) };
      const submission = succeeded(await harness.call(areas.submissions.update, { as, params, body: correction })).body;
      const converting = { as, params, body: {} };
      const { case_id } = succeeded(await harness.call(areas.submissions.convertToCase, converting)).body;
      const caseRecord = succeeded(await harness.call(areas.cases.get, { as, params: { id: String(case_id) } })).body;
      return [submission.cemetery_quoted_cost, caseRecord.cemetery_quoted_cost];
    };
    expect(await costs(oak.name)).toEqual(['2750.50', '2750.50']);
    expect(await costs('No Price')).toEqual([null, undefined]);
    // Staff chose another cemetery, whose cost is unknown.
    expect(await costs(oak.name, { cemetery_name: 'Elsewhere' })).toEqual([null, undefined]);
    expect(await costs(oak.name, { cemetery_choice: 'st_brendan' })).toEqual(['3900.00', '3900.00']);
  });

  it('rejects a report with missing answers, or for an unknown form', async () => {
    expect(await send(answered({}))).toMatchObject({
      status: 400,
      body: { [hospice]: ['Which hospice cared for your loved one? is required'] },
    });
    expect(await send(answered({ [hospice]: 'Nobody' }))).toMatchObject({ status: 400 });
    expect(await send({ form_id: form.id, form_version: 9 })).toMatchObject({
      status: 400,
      body: { form_id: [managedFormMessages.unknownForm] },
    });
  });
});

it('leaves the table consistent', async () => {
  expect(await harness.recount()).toEqual([]);
});
