import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '#domain/access/roles.ts';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { type CaseAction, caseActions, caseTransitions, whyNotNow } from '#domain/cases/case-lifecycle.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { areas } from '#domain/contract/endpoints.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { openCase, readSubmission, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

describe('the life of a case', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let calls: ReturnType<typeof casesOf>;
  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => new Date('2026-03-10T15:00:00Z');
    tenant = await harness.addTenant('whitcomb-ames');
    calls = casesOf(harness, tenant);
  });
  afterAll(() => harness.close());

  const inStatus = async (status: CaseStatus): Promise<string> => {
    const { id } = await calls.opened({ ...wholeCase, ...completion });
    if (status === 'cancelled') succeeded(await calls.cancel(id));
    if (status === 'active' || status === 'completed') succeeded(await calls.activate(id));
    if (status === 'completed') succeeded(await calls.complete(id));
    return id;
  };

  it.each(caseStatuses.flatMap((status) => caseActions.map((action) => [status, action] as const)))(
    'a case that is %s: %s leads where the table says, or is refused with its reason',
    async (status, action) => {
      const id = await inStatus(status);
      const answer = await calls[action](id);
      const to = (caseTransitions[status] as Partial<Record<CaseAction, CaseStatus>>)[action];
      if (to) return expect([answer.status, answer.body.status]).toEqual([200, to]);
      expect([answer.status, answer.body.detail]).toEqual([409, whyNotNow(status, action)]);
      expect((await calls.get(id)).status).toBe(status);
    },
  );

  it('D2 §4 activating names every gap, and completing those that it asks for besides', async () => {
    const { id } = await calls.opened({ deceased_first_name: 'Ann' });
    const refused = await calls.activate(id);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      detail: 'Please fill in all required fields',
      deceased_last_name: ['Last name is required'],
      date_of_birth: ['Date of birth is required'],
      date_of_death: ['Date of death is required'],
      gender: ['Gender is required'],
      location_of_death: ['Location of death is required'],
      service_date: ['Service date is required'],
      service_type: ['Service type is required'],
      service_location: ['Service location is required'],
      informant_relationship: ['Relationship is required'],
      informant_name: ['Informant name is required (or select an existing customer)'],
      informant_address: ['Informant address is required (or select an existing customer)'],
      missing_fields_by_category: {
        'Service Information': ['Service type', 'Service date', 'Service location'],
      },
    });
    const { id: active } = await calls.opened({ ...wholeCase, status: 'active' });
    const incomplete = await calls.complete(active);
    expect(Object.keys(incomplete.body).sort()).toEqual(
      [
        'city_of_death',
        'detail',
        'marital_status',
        'missing_fields_by_category',
        'place_of_birth_city',
        'place_of_birth_state',
        'social_security_number',
        'state_of_death',
      ].sort(),
    );
    expect(incomplete.body.social_security_number).toEqual(['Social Security Number must be 9 digits']);
  });

  it('a stillborn child is completed without a number', async () => {
    const { social_security_number: _none, ...rest } = completion;
    const { id } = await calls.opened({ ...wholeCase, ...rest, stillborn: true, status: 'active' });
    expect((await calls.complete(id)).body.status).toBe('completed');
  });

  it('somebody who never had a number is completed without one, and then is given none', async () => {
    const { social_security_number: _none, ...rest } = completion;
    const { id } = await calls.opened({ ...wholeCase, ...rest, status: 'active' });
    expect((await calls.complete(id)).status).toBe(400);
    succeeded(await calls.patch(id, { ssn_never_issued: true }));
    expect((await calls.patch(id, { social_security_number: '987-65-4321' })).body.ssn_never_issued).toEqual([
      'A Social Security Number is recorded',
    ]);
    expect((await calls.complete(id)).body).toMatchObject({ status: 'completed', ssn_never_issued: true });
  });

  it('a number that came after all takes the place of the answer that there is none', async () => {
    const { id } = await calls.opened({ ...wholeCase, ssn_never_issued: true, status: 'active' });
    const changed = await calls.patch(id, { ssn_never_issued: false, social_security_number: '987-65-4321' });
    expect(succeeded(changed).body).toMatchObject({ social_security_number: 'XXX-XX-4321' });
    expect((await calls.patch(id, { ssn_never_issued: true })).body.ssn_never_issued).toEqual([
      'A Social Security Number is recorded',
    ]);
  });

  it('S-03 administrators alone reopen, and the others are told so', async () => {
    const id = await inStatus('completed');
    for (const role of roles) {
      const isAdministrator = role === 'super_admin' || role === 'funeral_home_admin';
      const { status, body } = await calls.reopen(id, role);
      const said = isAdministrator ? [200, undefined] : [403, 'Only administrators can reopen cases'];
      expect([status, body.detail], role).toEqual(said);
      if (isAdministrator) succeeded(await calls.complete(id));
    }
    expect((await calls.patch(id, { occupation: 'Baker' }, 'office_staff')).status).toBe(403);
  });

  it.each([
    ['completed', 'This case is completed and read-only. Reopen it to change it.'],
    ['cancelled', 'This case is cancelled and locked. Its information is kept for reference.'],
  ] as const)('a %s case is changed by nobody', async (status, detail) => {
    const id = await inStatus(status);
    for (const body of [{ occupation: 'Baker' }, { social_security_number: '987-65-4321' }]) {
      const { status: code, body: said } = await calls.patch(id, body, 'super_admin');
      expect([code, said.detail]).toEqual([409, detail]);
    }
  });

  it('an active case keeps what it cannot do without, and its status changes by actions alone', async () => {
    const id = await inStatus('active');
    const emptied = await calls.patch(id, { service_location: '' });
    expect([emptied.status, emptied.body]).toEqual([400, { service_location: ['Service location is required'] }]);
    const moved = await calls.patch(id, { status: 'completed' });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['status']]);
    expect((await calls.patch(id, { status: 'active', occupation: 'Baker' })).status).toBe(200);
  });

  it('a cancelled case says why, by whom and when, and as a draft again says nothing of it', async () => {
    const { id } = await calls.opened({ deceased_last_name: 'Okonkwo' });
    for (const reason of ['', '   ', 7, 'x'.repeat(501)])
      expect((await calls.cancel(id, reason as string)).status).toBe(400);
    expect((await calls.cancel(id, ' ')).body).toEqual({ reason: ['Cancellation reason is required'] });
    const withoutOne = { as: tenant.profiles.funeral_director, params: { id }, body: {} };
    expect((await harness.call(areas.cases.cancel, withoutOne)).body).toEqual({
      reason: ['Cancellation reason is required'],
    });
    const cancelled = succeeded(await calls.cancel(id, ' The family  moved '));
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'The family moved',
      cancelled_at: '2026-03-10T15:00:00.000Z',
      cancelled_by_name: 'Test funeral_director',
    });
    expect(await calls.get(id)).toMatchObject({ cancellation_reason: 'The family moved' });
    const reopened = succeeded(await calls.reopen(id)).body;
    expect(reopened).toMatchObject({ status: 'draft', cancelled_at: null, cancelled_by_name: null });
    expect('cancellation_reason' in reopened).toBe(false);
    const trail = (await calls.log(id)).map(({ action }) => action);
    expect(trail.sort()).toEqual(['case.cancelled', 'case.created', 'case.reopened']);
  });

  describe('deleting', () => {
    it('drafts and cancelled cases go; active and completed ones by force alone; the office deletes none', async () => {
      for (const status of caseStatuses) {
        const id = await inStatus(status);
        expect((await calls.remove(id, {}, 'coordinator')).status).toBe(403);
        const needsForce = status === 'active' || status === 'completed';
        const plain = await calls.remove(id);
        expect([status, plain.status]).toEqual([status, needsForce ? 409 : 200]);
        if (needsForce) {
          expect(plain.body.detail).toBe('Only drafts and cancelled cases can be deleted without force.');
          expect((await calls.remove(id, { force: 'true', confirmation: 'nonsense' })).status).toBe(400);
          const { case_number } = await calls.get(id);
          const typed = { force: 'true', confirmation: case_number.toLowerCase() };
          expect((await calls.remove(id, typed)).status).toBe(200);
        }
        expect((await calls.remove(id)).status).toBe(404);
      }
      expect(await harness.recount()).toEqual([]);
    });

    it('keeps the number of a case that is gone from everybody else', async () => {
      const { id, case_number } = await calls.opened();
      succeeded(await calls.remove(id));
      const again = await calls.create({ ...wholeCase, case_number_manual_override: case_number });
      expect([again.status, again.body]).toEqual([
        409,
        { case_number_manual_override: ['This case number is already in use'] },
      ]);
      expect((await calls.opened()).case_number).not.toBe(case_number);
      expect(await harness.recount()).toEqual([]);
    });

    it('lets the report that it was made of wait again, with its number, and become another case', async () => {
      const { caseId, submissionId } = await openCase(harness, tenant, { deceased_last_name: 'Quint' });
      succeeded(await calls.remove(caseId));
      expect(await readSubmission(harness, tenant, submissionId)).toMatchObject({ status: 'new', case_id: null });
      expect(await harness.recount()).toEqual([]);
    });

    it('never takes money received along', async () => {
      const { id } = await calls.opened({ deceased_last_name: 'Haddad' });
      await recordPayment(harness, tenant, id, { payment_date: '2026-03-10' });
      for (const query of [{}, { force: 'true' }] as Record<string, string>[])
        expect(await calls.remove(id, query)).toMatchObject({ status: 409, body: { hasPayments: true } });
    });
  });
});
