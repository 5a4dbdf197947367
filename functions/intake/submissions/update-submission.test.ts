import { describe, expect, it } from 'vitest';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { SubmissionCore } from '#domain/intake/submission.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';

import { readSubmission, reportDeath, succeeded } from '#tests/support/records/reports.ts';

const { update, markContacted, convertToCase } = areas.submissions;

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', { chaos: { seed: 'update' } });

const patch = (id: string, body: object, as = tenant.profiles.office_staff) =>
  harness.call(update, { as, params: { id }, body });
const read = (id: string) => readSubmission(harness, tenant, id);
const stored = (id: string) => harness.calmTable.get(keysOf(tenant.id).submission(id));
const audit = (id: string) => harness.databaseOf(tenant.id).audit.of('SUBMISSION', id);

describe('correcting a submission', () => {
  it('changes what was sent, raises the version, and records each change and its user', async () => {
    const { id } = await reportDeath(harness, tenant, { service_type: 'direct_cremation' });
    const sent = { alias: '  Hal   the Pilot ', submitter_phone: '(904) 555-0199', additional_notes: 'Second' };
    const answer = await patch(id, { version: 1, ...sent });
    expect(answer.body).toMatchObject({
      version: 2,
      service_type: 'direct_cremation',
      special_requests: 'Second',
      alias: 'Hal the Pilot',
      submitter_phone: '9045550199',
      deceased_first_name: 'Harold',
    });
    expect(await read(id)).toEqual(answer.body);
    const [entry] = await audit(id);
    expect(entry).toMatchObject({
      action: 'submission.updated',
      actor_id: tenant.profiles.office_staff.id,
      actor_role: 'office_staff',
      ip: '203.0.113.9',
      changes: expect.arrayContaining([
        { field: 'submitter_phone', from: '9045550142', to: '9045550199' },
        { field: 'alias', from: 'Hal Lindqvist', to: 'Hal the Pilot' },
      ]),
    });
    expect((await patch(id, { service_type: 'cremation' })).body).toMatchObject({ service_type: 'cremation' });
    expect((await audit(id))[0]?.changes).toEqual([
      { field: 'service_type', from: 'direct_cremation', to: 'cremation' },
    ]);
  });

  it('keeps version and audit trail if nothing differs', async () => {
    const { id } = await reportDeath(harness, tenant, { service_type: 'cremation' });
    const before = await read(id);
    for (const body of [{}, { alias: 'Hal Lindqvist ' }, { submitter_phone: '904-555-0142' }, before])
      expect((await patch(id, body)).body).toEqual(before);
    expect(await audit(id)).toHaveLength(1);
  });

  it('accepts a cemetery by its documented names, listed or not', async () => {
    const { id } = await reportDeath(harness, tenant, { cemetery_choice: 'riverbend' });
    expect(await read(id)).toMatchObject({ cemetery_name: 'Riverbend Mausoleum', cemetery_zip: '32207' });
    expect((await patch(id, { cemetery_name: 'Riverbend Mausoleum' })).body).toMatchObject({ version: 1 });
    expect((await patch(id, { cemetery_name: 'Smith Family Plot' })).body).toMatchObject({
      cemetery_street: ['Street address is required'],
    });
    const own = {
      cemetery_street: '1 Georgia Rd',
      cemetery_city: 'Valdosta',
      cemetery_state: 'GA',
      cemetery_zip: '31601',
    };
    expect((await patch(id, own)).body).toMatchObject({
      ...own,
      cemetery_choice: 'other',
      cemetery_name: 'Riverbend Mausoleum',
    });
    expect((await patch(id, { cemetery_name: "St. Brendan's Catholic Cemetery" })).body).toMatchObject({
      cemetery_choice: 'st_brendan',
      cemetery_city: 'St. Augustine',
    });
  });

  it('clears an optional field, drops what a change hides, and then rejects its value', async () => {
    const { id } = await reportDeath(harness, tenant);
    const cleared = await patch(id, { alias: '', informant_email: null, marital_status: 'divorced' });
    expect(cleared.body).not.toHaveProperty('alias');
    expect(cleared.body).not.toHaveProperty('informant_email');
    expect(Object.keys(cleared.body).filter((name) => name.startsWith('spouse_'))).toEqual([]);
    const hidden = await patch(id, { spouse_first_name: 'Karin', alias: 'Hal' });
    expect([hidden.status, Object.values(hidden.body)]).toEqual([400, [["Spouse's first name does not apply here"]]]);
  });

  it('keeps no contact of an informant who is replaced, also in the case', async () => {
    const { id } = await reportDeath(harness, tenant, {
      ...{ informant_email: 'john@example.com', informant_phone: '3865557401', submitter_email: 'nurse@example.com' },
    });
    const karen = { informant_first_name: 'Karen', informant_last_name: 'Smith', informant_relationship: 'daughter' };
    const { status, body } = await patch(id, { version: 1, ...karen });
    expect(status).toBe(200);
    const known = Object.keys(body).filter((name) => name.startsWith('informant_'));
    expect(known.toSorted()).toEqual(Object.keys(karen).toSorted());
    expect((await patch(id, { informant_phone: '' })).status).toBe(200);
    const converted = await harness.call(convertToCase, { as: tenant.profiles.super_admin, params: { id }, body: {} });
    const { sections } = await harness.databaseOf(tenant.id).cases.require(String(succeeded(converted).body.case_id));
    expect(sections.informant?.values).toMatchObject({ informant_name: 'Karen Smith', next_of_kins: [{}] });
    expect(JSON.stringify(sections.informant?.values.next_of_kins)).not.toMatch(/@|phone|address|city/);
  });

  it('rejects the errors of the patch, in the form’s words, and no older ones', async () => {
    const { id } = await reportDeath(harness, tenant, { death_country: 'DEU', death_state: '', death_zip: '10115' });
    const errors: [object, object][] = [
      [{ service_type: 'parade' }, { service_type: ['Please select a valid service type'] }],
      [{ submitter_email: 'nobody' }, { submitter_email: ['Please enter a valid email address'] }],
      [{ deceased_last_name: '' }, { deceased_last_name: ['Last name is required'] }],
      [{ death_country: 'USA' }, { death_state: ['State is required'] }],
      [{ race: [] }, { race: ['Please select at least one race'] }],
      [{ consent: false }, { consent: ['You must agree to the terms'] }],
      [{ alias: 7 }, { alias: ['Also known as must be text'] }],
      [{ version: 0, alias: 'x' }, { version: [expect.any(String)] }],
      [{ version: '1', alias: 'x' }, { version: [expect.any(String)] }],
    ];
    for (const [body, fields] of errors) {
      const answer = await patch(id, body);
      expect([answer.status, answer.body], JSON.stringify(body)).toEqual([400, fields]);
    }
    const record = await harness.databaseOf(tenant.id).submissions.require(id);
    const { weight: _gap, ...rest } = record.form;
    const form = { ...rest, date_of_death: '2999-12-31' };
    await harness.calmTable.transact(
      harness.databaseOf(tenant.id).submissions.change(record, { ...record, form, version: 2 }),
    );
    expect((await patch(id, { alias: 'Hal' })).status).toBe(200);
    expect((await patch(id, { weight: ' ', alias: 'Harry' })).status).toBe(200);
    // An old error hides no new one.
    expect((await patch(id, { date_of_death: '2999-01-01' })).body).toEqual({
      date_of_death: ['Date of death cannot be in the future'],
    });
  });

  it('rejects a converted submission and an unknown id', async () => {
    const { id } = await reportDeath(harness, tenant);
    succeeded(await harness.call(convertToCase, { as: tenant.profiles.super_admin, params: { id }, body: {} }));
    const answer = await patch(id, { alias: 'Hal' });
    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: 'This submission has become a case. Edit the case instead.' },
    ]);
    expect((await patch('0190a000-0000-7000-8000-000000000000', { alias: 'Hal' })).status).toBe(404);
  });
});

describe('concurrent corrections', () => {
  it('accepts one of four with one version, and answers the others 409 with the record', async () => {
    const { id } = await reportDeath(harness, tenant);
    const aliases = ['First', 'Second', 'Third', 'Fourth'];
    const answers = await Promise.all(aliases.map((alias) => patch(id, { version: 1, alias })));
    const current = await read(id);
    const stale = { detail: 'Someone else changed this in the meantime.', current };
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect([status, body]).toEqual([409, stale]);
    expect((await patch(id, { version: 2, alias: 'Fifth' })).body).toMatchObject({ version: 3, alias: 'Fifth' });
  });

  it('keeps both a correction and a concurrent call back', async () => {
    const { id } = await reportDeath(harness, tenant);
    const mark = () => harness.call(markContacted, { as: tenant.profiles.coordinator, params: { id } });
    const answers = await Promise.all([patch(id, { alias: 'Hal' }), mark(), patch(id, { weight: '180' }), mark()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(id)).toMatchObject({ alias: 'Hal', weight: '180', status: 'contacted', version: 4 });
  });
});

describe('the SSN of a submission', () => {
  const sealed = async (id: string) => {
    const record = await stored(id);
    const item = await harness.calmTable.get(keysOf(tenant.id).ssn(String(record?.ssn_id)));
    return { id: String(record?.ssn_id), last4: record?.ssn_last4, ciphertext: String(item?.ciphertext) };
  };
  const clear = async (id: string) => {
    const { id: ssn_id, ciphertext } = await sealed(id);
    return harness.state.cipher.open(tenant.id, { ssn_id, ciphertext });
  };

  it('S-11 keeps the number if its mask, a blank or a whole record is sent', async () => {
    const { id } = await reportDeath(harness, tenant);
    const before = await sealed(id);
    const masks = ['XXX-XX-4320', 'XXX-XX-9999', '***-**-4320', '', null];
    for (const social_security_number of masks)
      expect((await patch(id, { social_security_number, alias: `${social_security_number}` })).status).toBe(200);
    expect((await patch(id, { ...(await read(id)), weight: '171' })).status).toBe(200);
    expect(await sealed(id)).toEqual(before);
    expect(await clear(id)).toBe('987-65-4320');
    expect(await read(id)).toMatchObject({ social_security_number: 'XXX-XX-4320', weight: '171' });
  });

  it('S-09 encrypts a new number, deletes the old one, and records no value', async () => {
    const { id } = await reportDeath(harness, tenant);
    const before = await sealed(id);
    const answer = await patch(id, { social_security_number: '987 65 4321' });
    expect(answer.body).toMatchObject({ social_security_number: 'XXX-XX-4321', version: 2 });
    const after = await sealed(id);
    expect([after.id === before.id, after.last4, await clear(id)]).toEqual([false, '4321', '987-65-4321']);
    expect(await harness.calmTable.get(keysOf(tenant.id).ssn(before.id))).toBeUndefined();
    expect((await audit(id))[0]?.changes).toEqual([{ field: 'social_security_number', from: null, to: null }]);
  });

  it('accepts a later number, and rejects an invalid one', async () => {
    const { id } = await reportDeath(harness, tenant, { social_security_number: '', ssn_to_follow: true });
    expect(await read(id)).toMatchObject({ social_security_number: '', ssn_to_follow: true });
    for (const wrong of ['987-65', 987654320, { value: 1 }])
      expect((await patch(id, { social_security_number: wrong })).body, String(JSON.stringify(wrong))).toEqual({
        social_security_number: ['Social Security Number must be 9 digits'],
      });
    expect((await patch(id, { social_security_number: '987654322', ssn_to_follow: false })).status).toBe(200);
    expect(await clear(id)).toBe('987-65-4322');
  });
});

describe('S-04 values that the server decides', () => {
  const fields = new Set<string>(intakeFields.map(({ field }) => field.name));
  const owned = [
    ...Object.keys(SubmissionCore.shape).filter((name) => name !== 'version' && name !== 'service_type'),
    ...['organization_id', 'ssn_id', 'ssn_last4', 'form', 'row', 'pk', 'sk', 'gsi1pk', 'gsi1sk', 'expires_at'],
    ...['funeral_home_slug', 'recaptcha_token', 'token_hash', 'deleted', 'role', 'is_admin'],
  ];
  it('rejects them in a correction', async () => {
    const { id } = await reportDeath(harness, tenant);
    const before = await stored(id);
    expect(owned.filter((name) => fields.has(name))).toEqual([]);
    expect((await patch(id, Object.fromEntries(owned.map((name) => [name, null])))).status).toBe(200);
    expect(await stored(id)).toEqual(before);
    expect((await patch(id, { ...Object.fromEntries(owned.map((name) => [name, 'x'])), alias: 'Hal' })).status).toBe(
      200,
    );
    const form = { ...(before?.form as Record<string, unknown>), alias: 'Hal' };
    expect(await stored(id)).toMatchObject({
      ...before,
      updated_at: expect.anything(),
      version: 2,
      form,
    });
  });

  it('R-05 leaves the table in agreement with itself', async () => {
    expect(await harness.recount()).toEqual([]);
    expect(harness.fault?.injected).not.toEqual({ conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 });
  });
});
