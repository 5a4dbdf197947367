import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { documentedMessages } from '#domain/cases/testing/documented-messages.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { fieldErrors } from '#domain/shared/contract/client.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { openCase, readSubmission, succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('status of a case', { timeout: 60_000 }, () => {
  const calls = casesOf(harness, tenant);
  harness.state.now = () => new Date('2026-03-10T15:00:00Z');

  const inStatus = async (status: CaseStatus): Promise<string> => {
    const { id } = await calls.opened({ ...wholeCase, ...completion });
    if (status === 'cancelled') succeeded(await calls.cancel(id));
    if (status === 'active' || status === 'completed') succeeded(await calls.activate(id));
    if (status === 'completed') succeeded(await calls.complete(id));
    return id;
  };

  it('moves from draft to active, completed and back, and rejects other actions', async () => {
    const { id } = await calls.opened({ ...wholeCase, ...completion });
    const refused = async (answer: ReturnType<typeof calls.activate>) => (await answer).body.detail;
    expect(await refused(calls.complete(id))).toBe('Only active cases can be completed. Activate this draft first.');
    expect((await calls.activate(id)).body.status).toBe('active');
    expect(await refused(calls.activate(id))).toBe('This case is already active');
    expect((await calls.complete(id)).body.status).toBe('completed');
    expect(await refused(calls.cancel(id))).toBe('A completed case cannot be cancelled. Reopen it first.');
    expect((await calls.reopen(id)).body.status).toBe('active');
    expect((await calls.cancel(id)).body.status).toBe('cancelled');
    expect((await calls.reopen(id)).body.status).toBe('draft');
    const again = await calls.reopen(id);
    expect([again.status, (await calls.get(id)).status]).toEqual([409, 'draft']);
  });

  it('D2 §4 lists every missing field when it activates or completes a case', async () => {
    const { id } = await calls.opened({ deceased_first_name: 'Ann' });
    const refused = await calls.activate(id);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      detail: 'Please fill in all required fields',
      deceased_last_name: ['Last name is required'],
      informant_address: ['Informant address is required (or select an existing customer)'],
      missing_fields_by_category: {
        'Service Information': ['Service type', 'Service date', 'Service location'],
      },
    });
    const { id: active } = await calls.opened({ ...wholeCase, status: 'active' });
    const incomplete = await calls.complete(active);
    expect(Object.keys(incomplete.body)).toContain('place_of_birth_city');
    expect(incomplete.body.social_security_number).toEqual(['Social Security Number must be 9 digits']);
  });

  it('S-03 lets only administrators reopen a case', async () => {
    const id = await inStatus('completed');
    for (const role of ['funeral_director', 'funeral_home_admin', 'super_admin'] as const) {
      const isAdministrator = role === 'super_admin' || role === 'funeral_home_admin';
      const { status, body } = await calls.reopen(id, role);
      const expectedAnswer = isAdministrator ? [200, undefined] : [403, 'Only administrators can reopen cases'];
      expect([status, body.detail], role).toEqual(expectedAnswer);
      if (isAdministrator) succeeded(await calls.complete(id));
    }
    expect((await calls.patch(id, { occupation: 'Baker' }, 'office_staff')).status).toBe(403);
  });

  it('rejects changes of cancelled and completed cases', async () => {
    const ids = [await inStatus('completed'), await inStatus('cancelled')];
    const calledPatches = ids.map((id) => calls.patch(id, { social_security_number: '987-65-4321' }, 'super_admin'));
    expect((await Promise.all(calledPatches)).map(({ status, body }) => [status, body.detail])).toEqual([
      [409, 'This case is completed and read-only. Reopen it to change it.'],
      [409, 'This case is cancelled and locked. Its information is kept for reference.'],
    ]);
  });

  it('keeps only certificate and office records of a completed case open', async () => {
    const id = await inStatus('completed');
    const followUp = { dc_delivered_to_doctor_date: '2026-03-02', follow_up_letter_sent: '2026-03-02T09:00' };
    expect((await calls.patch(id, followUp)).body).toMatchObject(followUp);
    const both = await calls.patch(id, { dc_delivered_to_doctor_date: '2026-03-03', occupation: 'Baker' });
    const detail = 'This case is completed and read-only. Reopen it to change it.';
    expect(both).toMatchObject({ status: 409, body: { detail } });
    expect(await calls.get(id)).toMatchObject(followUp);
    expect((await calls.get(id)).occupation).toBeUndefined();
  });

  it('records a cause of death and a removed pacemaker in a completed case', async () => {
    const id = await inStatus('completed');
    const findings = {
      ...{ cause_of_death_pending: false, cause_of_death: 'Heart failure', manner_of_death: 'natural' },
      medical_examiner_case: false,
    };
    expect(succeeded(await calls.patch(id, findings, 'coordinator')).body).toMatchObject(findings);
    const removal = { pacemaker_removed_by: 'Tomás Ibarra', pacemaker_removed_on: '2026-03-02' };
    const paced = await inStatus('active');
    succeeded(await calls.patch(paced, { has_pacemaker: true }));
    succeeded(await calls.complete(paced));
    expect(succeeded(await calls.patch(paced, removal)).body).toMatchObject(removal);
    expect((await calls.patch(paced, { has_pacemaker: false })).status).toBe(409);
    for (const status of ['active', 'completed'] as const)
      expect((await calls.patch(await inStatus(status), findings, 'office_staff')).status).toBe(403);
  });

  it('writes the reason for completing a case into its history', async () => {
    const id = await inStatus('active');
    const body = { reason: 'Waived by the medical examiner' };
    const as = tenant.profiles.funeral_director;
    succeeded(await harness.call(areas.cases.complete, { as, params: { id }, body }));
    const entry = (await calls.log(id)).find(({ action }) => action === 'case.completed');
    expect(entry).toMatchObject({
      action: 'case.completed',
      changes: [{ field: 'status' }, { field: 'completion_reason', to: 'Waived by the medical examiner' }],
    });
    // Encrypted, so that it can be erased with the record's key.
    expect(JSON.stringify(await harness.items())).not.toContain('Waived by the medical examiner');
  });

  it('lets the office role change only the certificate and office records', async () => {
    const id = await inStatus('active');
    const followUp = { dc_delivered_to_doctor_date: '2026-03-02', mailing_list_added: true };
    expect(succeeded(await calls.patch(id, followUp, 'office_staff')).body).toMatchObject(followUp);
    for (const more of [{ occupation: 'Baker' }, { social_security_number: '987-65-4321' }]) {
      const sent = { dc_delivered_to_doctor_date: '2026-03-03', ...more };
      expect((await calls.patch(id, sent, 'office_staff')).status).toBe(403);
    }
    expect(await calls.get(id)).toMatchObject(followUp);
  });

  it('keeps required fields of an active case, and its status apart from actions', async () => {
    const id = await inStatus('active');
    const emptied = await calls.patch(id, { service_location: '' });
    expect([emptied.status, emptied.body]).toEqual([400, { service_location: ['Service location is required'] }]);
    const moved = await calls.patch(id, { status: 'completed' });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['status']]);
    expect((await calls.patch(id, { status: 'active', occupation: 'Baker' })).status).toBe(200);
  });

  it('shows the reason, user and time of a cancellation until the case is reopened', async () => {
    const { id } = await calls.opened({ deceased_last_name: 'Okonkwo' });
    expect((await calls.cancel(id, 'x'.repeat(501))).status).toBe(400);
    expect((await calls.cancel(id, ' ')).body).toEqual({ reason: ['Cancellation reason is required'] });
    const cancelled = succeeded(await calls.cancel(id, ' The family  moved '));
    expect(cancelled.body).toMatchObject({
      ...{ status: 'cancelled', cancellation_reason: 'The family moved' },
      ...{ cancelled_at: '2026-03-10T15:00:00.000Z', cancelled_by_name: 'Test funeral_director' },
    });
    expect(await calls.get(id)).toMatchObject({ cancellation_reason: 'The family moved' });
    const reopened = succeeded(await calls.reopen(id)).body;
    expect(reopened).toMatchObject({ status: 'draft', cancelled_at: null, cancelled_by_name: null });
    expect('cancellation_reason' in reopened).toBe(false);
    const trail = (await calls.log(id)).map(({ action }) => action);
    expect(trail.sort()).toEqual(['case.cancelled', 'case.created', 'case.reopened']);
  });

  describe('DELETE /cases/{id}', () => {
    it('deletes cancelled cases, and active ones with force and the case number', async () => {
      for (const status of ['active', 'cancelled'] as const) {
        const id = await inStatus(status);
        expect((await calls.remove(id, {}, 'coordinator')).status).toBe(403);
        const needsForce = status === 'active';
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
    });

    it('never reuses the number of a deleted case', async () => {
      const { id, case_number } = await calls.opened();
      succeeded(await calls.remove(id));
      const again = await calls.create({ ...wholeCase, case_number_manual_override: case_number });
      const body = { case_number_manual_override: ['This case number is already in use'] };
      expect(again).toMatchObject({ status: 409, body });
      expect((await calls.opened()).case_number).not.toBe(case_number);
    });

    it('returns the source report to the queue, with its SSN, for another case', async () => {
      const { caseId, submissionId } = await openCase(harness, tenant, { deceased_last_name: 'Quint' });
      succeeded(await calls.remove(caseId));
      expect(await readSubmission(harness, tenant, submissionId)).toMatchObject({ status: 'new', case_id: null });
      expect(await harness.recount()).toEqual([]);
    });

    it('never deletes a case with payments', async () => {
      const { id } = await calls.opened({ deceased_last_name: 'Haddad' });
      await recordPayment(harness, tenant, id, { payment_date: '2026-03-10' });
      expect(await calls.remove(id, { force: 'true' })).toMatchObject({ status: 409, body: { hasPayments: true } });
    });
  });

  describe('messages of D2 §5 in responses', () => {
    let active: string;
    beforeAll(async () => {
      const { social_security_number: _number, marital_status: _status, ...born } = completion;
      active = (await calls.opened({ ...wholeCase, ...born, status: 'active' })).id;
    });

    const refused = (values: Values, stage: string): Promise<Result> => {
      if (stage === 'submit') return calls.create({ deceased_middle_name: 'Ruth', ...values, status: 'active' });
      return stage === 'completed' ? calls.complete(active) : calls.patch(active, values);
    };

    // domain/cases/messages.test.ts covers each message; this covers a message per stage.
    it('rejects creating, sending and completing a draft with the documented messages', async () => {
      const stages = ['draft', 'submit', 'completed'] as const;
      for (const wanted of stages) {
        const example = documentedMessages.find(([, section, , of = 'draft']) => of === wanted && section !== 'family');
        const [message, , values] = example ?? ['', '', {}];
        const { status, body } = await refused(values, wanted);
        expect([status, Object.values(fieldErrors(body)).flat()]).toEqual([400, expect.arrayContaining([message])]);
      }
    });

    it('reports all errors at once, each at its field', async () => {
      const { body } = await calls.patch(active, { zip_of_death: '123', service_time: '24:00' });
      expect(body).toEqual({
        zip_of_death: ['ZIP code must be in format 12345 or 12345-6789'],
        service_time: ['Time must be in HH:MM format'],
      });
      expect(succeeded(await calls.patch(active, { occupation: 'Baker' })).status).toBe(200);
    });
  });
});
