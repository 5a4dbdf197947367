import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, type WireCase, wholeCase } from '#tests/support/records/cases.ts';
import { openCase, succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('opening and changing a case', { timeout: 60_000 }, () => {
  const calls = casesOf(harness, tenant);
  harness.state.now = () => new Date('2026-03-10T15:00:00Z');

  describe('POST /cases', () => {
    it("opens a draft of the caller's home and profile from any single value", async () => {
      const made = await calls.opened({ deceased_last_name: 'Voss' });
      expect(made).toMatchObject({
        ...{ status: 'draft', version: 1, deceased_full_name: 'Voss', funeral_home_id: tenant.home.id },
        ...{ created_by_id: tenant.profiles.funeral_director.id, possible_duplicates: [] },
      });
      expect(made.case_number).toMatch(/^WA-2026-\d{4}$/);
      const { possible_duplicates: _duplicates, ...caseRecord } = made;
      expect(await calls.get(made.id)).toEqual(caseRecord);
    });

    it("rejects a draft with only the form's defaults (D2 §4)", async () => {
      const blank = { gender: 'unknown', country_of_death: 'USA', deceased_first_name: ' ', contract_total: '0.00' };
      const { status, body } = await calls.create(blank);
      expect([status, body]).toEqual([400, { non_field_errors: ['Enter at least one detail before saving'] }]);
    });

    it('D2 §3 accepts and returns names of the form and of the server, flat and by section', async () => {
      const server = {
        ...{ place_of_death: 'St. Mary', death_address: '1 Bay Street', death_city: 'Palatka', death_county: 'Putnam' },
        ...{ death_zip: '32177', contact_person: 'Nurse Ann', is_hospice: true, hold_for: 'memorial' },
        ...{ primary_physician: 'Ngozi Okafor', call_taken_by: 'Dee Kowalski' },
      };
      const form = {
        ...{ location_of_death: 'St. Mary', death_address_street: '1 Bay Street', city_of_death: 'Palatka' },
        ...{ county_of_death: 'Putnam', zip_of_death: '32177', death_location_contact_person: 'Nurse Ann' },
        ...{ was_hospice: true, service_type: 'memorial', attending_physician_name: 'Ngozi Okafor' },
        ...{ first_call_taken_by: 'Dee Kowalski' },
      };
      const sections = {
        deceased: { values: { place_of_death: 'St. Mary' } },
        service: { values: { hold_for: 'memorial' } },
      };
      for (const body of [server, form]) expect(await calls.opened(body)).toMatchObject({ ...server, ...form });
      expect(await calls.opened({ sections })).toMatchObject({
        ...{ location_of_death: 'St. Mary', place_of_death: 'St. Mary', service_type: 'memorial' },
        sections: { service: { version: 1, values: { service_type: 'memorial' } } },
      });
    });

    it('opens an active case that has all required fields', async () => {
      expect((await calls.opened({ ...wholeCase, status: 'active' })).status).toBe('active');
      const { service_date: _none, ...gap } = wholeCase;
      expect((await calls.create({ ...gap, status: 'active' })).body).toMatchObject({
        service_date: ['Service date is required'],
      });
      expect((await calls.create({ ...wholeCase, status: 'completed' })).status).toBe(400);
    });

    it('D2 §3 reports errors under the name that was sent', async () => {
      const { id } = await calls.opened({ deceased_last_name: 'Lee' });
      const names = async (body: object) => Object.keys((await calls.patch(id, body)).body).sort();
      const faulty = { physician_phone: '12', attending_physician_name: '7' };
      for (const body of [faulty, { sections: { medical: { values: faulty } } }])
        expect(await names(body)).toEqual(['attending_physician_name', 'physician_phone']);
      expect(await names({ ...faulty, attending_physician_phone: '12' })).toEqual([
        'attending_physician_name',
        'attending_physician_phone',
      ]);
    });

    it('accepts a requested number, and rejects a duplicate in any letter case', async () => {
      const asked = await calls.opened({ deceased_last_name: 'Lee', case_number_manual_override: ' Chapel/7 ' });
      expect(asked.case_number).toBe('Chapel/7');
      const again = await calls.create({ deceased_last_name: 'Lee', case_number_manual_override: 'CHAPEL/7' });
      expect([again.status, Object.keys(again.body)]).toEqual([409, ['case_number_manual_override']]);
      expect((await calls.create({ deceased_last_name: 'Lee', case_number_manual_override: '#' })).status).toBe(400);
    });

    it('assigns the requested home, and rejects an unknown one', async () => {
      const sent = { deceased_last_name: 'Lee', assigned_location: '0190a000-0000-7000-8000-00000000000a' };
      const { status, body } = await calls.create(sent);
      expect([status, body]).toEqual([400, { assigned_location: ['Please select a valid assigned location'] }]);
    });

    it('S-30 opens one case when a call is repeated with its key', async () => {
      const headers = { 'idempotency-key': 'open-twice-1' };
      const options = { as: tenant.profiles.coordinator, body: { deceased_last_name: 'Twice' }, headers };
      const open = () => harness.call(areas.cases.create, options);
      const [one, other] = [await open(), await open()];
      expect([one.status, other.body]).toEqual([201, one.body]);
    });
  });

  describe('SSN of a case', () => {
    it('S-11 seals, masks, normalizes and replaces the SSN', async () => {
      const sent = { deceased_last_name: 'Canary', social_security_number: ' 987 65 4321 ' };
      const { id, ...made } = await calls.opened(sent);
      expect(made.social_security_number).toBe('XXX-XX-4321');
      succeeded(await calls.patch(id, { social_security_number: 'XXX-XX-4321', occupation: 'Baker' }));
      succeeded(await calls.patch(id, { sections: { deceased: { values: { social_security_number: '987654322' } } } }));
      const reveal = { as: tenant.profiles.funeral_director, params: { id } };
      expect((await harness.call(areas.ssn.retrieve, reveal)).body).toEqual({ social_security_number: '987-65-4322' });
      expect((await calls.patch(id, { social_security_number: '12345' })).body).toEqual({
        social_security_number: ['Social Security Number must be 9 digits'],
      });
      const everything = JSON.stringify(await harness.items());
      for (const clear of ['987-65-4322', '987654322', '987 65 4321']) expect(everything).not.toContain(clear);
      expect((await calls.log(id)).flatMap(({ changes }) => changes)).toContainEqual({
        ...{ field: 'deceased.social_security_number', from: null, to: null },
      });
    });

    it('saves one of several concurrent replacements of one version', async () => {
      const { id } = await calls.opened({ deceased_last_name: 'Canary' });
      const over = (version: number, number: string) =>
        calls.patch(id, { sections: { deceased: { version, values: { social_security_number: number } } } });
      const numbers = ['987-65-4301', '987-65-4302', '987-65-4303'];
      const answers = await Promise.all(numbers.map((number) => over(1, number)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const kept = numbers[answers.findIndex(({ status }) => status === 200)] ?? '';
      expect((await calls.get(id)).social_security_number).toBe(`XXX-XX-${kept.slice(-4)}`);
      expect((await over(1, '987-65-4304')).body).toMatchObject({ stale: ['deceased'] });
      succeeded(await over(2, '987-65-4305'));
    });

    it('keeps the SSN of the report when the case gets another one', async () => {
      const { caseId } = await openCase(harness, tenant, { social_security_number: '987-65-4323' });
      succeeded(await calls.patch(caseId, { social_security_number: '987-65-4324' }));
      expect((await calls.get(caseId)).social_security_number).toBe('XXX-XX-4324');
    });
  });

  describe('PATCH /cases/{id}', () => {
    it('writes the sections it names, with their next versions and field changes', async () => {
      const { id } = await calls.opened(wholeCase);
      const { body } = succeeded(
        await calls.patch(id, { occupation: 'Baker', service_time: '10:30:00', service_location: ' The  chapel ' }),
      );
      expect(body).toMatchObject({
        ...{ version: 2, occupation: 'Baker', service_time: '10:30', service_location: 'The chapel' },
        sections: { deceased: { version: 1 }, service: { version: 2 }, demographics: { version: 1 } },
      });
      const trail = (await calls.log(id)).filter(({ action }) => action === 'case.updated');
      expect(trail.map(({ changes }) => changes)).toEqual(
        expect.arrayContaining([
          [
            { field: 'service.service_time', from: null, to: '10:30' },
            { field: 'service.service_location', from: 'Chapel', to: 'The chapel' },
          ],
          [{ field: 'demographics.occupation', from: null, to: 'Baker' }],
        ]),
      );
      expect(succeeded(await calls.patch(id, { occupation: 'Baker' })).body.version).toBe(2);
    });

    it('rejects a stale version of a section with the present case', async () => {
      const { id } = await calls.opened(wholeCase);
      const of = (section: string, version: number, values: object) => ({
        sections: { [section]: { version, values } },
      });
      succeeded(await calls.patch(id, of('service', 1, { service_time: '10:00' }), 'coordinator'));
      const stale = await calls.patch(id, of('service', 1, { service_time: '11:00' }));
      expect([stale.status, stale.body]).toMatchObject([
        409,
        { stale: ['service'], current: { id, service_time: '10:00', sections: { service: { version: 2 } } } },
      ]);
      // The conflict is reported before errors.
      expect((await calls.patch(id, of('service', 1, { service_time: 'noon' }))).status).toBe(409);
      expect((await calls.patch(id, of('service', 2, { service_time: 'noon' }))).status).toBe(400);
      // A repeated call is no conflict.
      expect((await calls.patch(id, of('service', 1, { service_time: '10:00' }))).status).toBe(200);
      expect((await calls.patch(id, of('deceased', 1, { alias: 'Walt' }))).status).toBe(200);
      expect((await calls.patch(id, of('obituary', 0, { obituary_text: 'Beloved' }))).status).toBe(200);
      expect((await calls.patch(id, of('obituary', 0, { obituary_text: 'Dear' }))).status).toBe(409);
      expect((await calls.patch(id, { service_time: '11:00' })).body.service_time).toBe('11:00');
      expect((await calls.patch(id, { version: 1, service_time: '12:00' })).status).toBe(409);
    });

    it('accepts a whole case sent back with one field changed', async () => {
      const { id } = await calls.opened(wholeCase);
      const read = await calls.get(id);
      succeeded(await calls.patch(id, { ...read, sections: undefined, version: undefined, occupation: 'Baker' }));
      const { sections: _flatAlone, version: _any, ...flat } = await calls.get(id);
      const sent = { ...flat, sections: read.sections, service_location: 'Graveside' };
      expect(succeeded(await calls.patch(id, sent)).body).toMatchObject({
        service_location: 'Graveside',
        occupation: 'Baker',
      });
    });

    it('hides and moves a draft embedded in the family’s notes', async () => {
      const { id } = await calls.opened({ deceased_last_name: 'Briggs' });
      const [deceased_first_name, date_of_death] = ['Dorothy', '2026-03-02'];
      const draft = { deceased_first_name, social_security_number: '987-65-4326', date_of_death };
      const family_notes = `Pink roses [DRAFT_DATA]${JSON.stringify(draft)}[/DRAFT_DATA]`;
      const { body } = succeeded(await calls.patch(id, { family_notes }));
      expect(body).toMatchObject({
        ...{ family_notes: 'Pink roses', deceased_full_name: 'Dorothy Briggs', date_of_death: '2026-03-02' },
        social_security_number: 'XXX-XX-4326',
      });
      // A draft stored in the table by an older program.
      const db = harness.databaseOf(tenant.id);
      const { sections } = await db.cases.require(id);
      const old = `[DRAFT_DATA]{"occupation":"Baker","deceased_first_name":"Dot"}[DRAFT_DATA] Call first`;
      await db.commit([db.cases.putSection(id, 'notes', sections.notes, { family_notes: old }, new Date())]);
      expect(await calls.get(id)).toMatchObject({
        ...{ family_notes: 'Call first', occupation: 'Baker', deceased_first_name: 'Dorothy' },
      });
      succeeded(await calls.patch(id, { director_notes: 'x' }));
      expect((await db.cases.require(id)).sections).toMatchObject({
        ...{ notes: { values: { family_notes: 'Call first' } }, demographics: { values: { occupation: 'Baker' } } },
      });
      const everything = JSON.stringify(await harness.items());
      expect([everything.includes('987-65-4326'), everything.includes('DRAFT_DATA')]).toEqual([false, false]);
    });
  });

  it('S-24 saves 60,000 bytes without a change', async () => {
    const { id } = await calls.opened();
    const nextOfKin = Array.from({ length: 12 }, (_, n) => ({
      ...{ relationship: 'daughter', first_name: 'Ann', last_name: 'Pruitt', phone: `904555${String(1000 + n)}` },
      notes: '字'.repeat(800),
    }));
    const body = { obituary_text: '字'.repeat(10_000), next_of_kins: nextOfKin };
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(60_000);
    const saved = await calls.patch(id, body);
    expect(saved.status, saved.text.slice(0, 300)).toBe(200);
    expect((await calls.get(id)).obituary_text).toBe(body.obituary_text);
  });

  it('warns of a case of the same person before and when a second one is opened', async () => {
    const person = { deceased_first_name: 'María', deceased_last_name: 'Solís', date_of_birth: '1954-05-06' };
    const first = await calls.opened({ ...person, date_of_death: '2026-03-04' });
    await harness.projected();
    const ask = async (query: Record<string, string>): Promise<WireCase[]> =>
      JSON.parse(
        succeeded(await harness.call(areas.cases.duplicates, { as: tenant.profiles.coordinator, query })).text,
      );
    expect(await ask({ last_name: 'SOLIS', date_of_death: '2026-03-04' })).toMatchObject([{ id: first.id }]);
    expect(await ask({ first_name: 'Maria', last_name: 'Solis', date_of_birth: '1954-05-06' })).toHaveLength(1);
    expect(await ask({ last_name: 'Solis', date_of_death: '2026-03-05' })).toEqual([]);
    expect(await ask({ first_name: 'Ana', last_name: 'Solis', date_of_birth: '1954-05-06' })).toEqual([]);
    const second = await calls.opened({ ...person, deceased_first_name: 'Maria' });
    expect(second.possible_duplicates).toMatchObject([{ id: first.id, case_number: first.case_number }]);
  });

  it('R-05 leaves consistent records', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
