import { describe, expect, it } from 'vitest';
import { gateMessages } from '#domain/gates/gate.fields.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { onGateOverridden } from '#functions/emails/staff-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleBurial, exampleIdentification, exampleObjection, gatesOfCase } from '#tests/support/records/gates.ts';
import { mailSites } from '#tests/support/records/invitations.ts';
import { addPermit } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);
const rows = areas.gates;
const { coordinator, funeral_director: director, office_staff: office } = tenant.profiles;
const { super_admin: owner, funeral_home_admin: admin } = tenant.profiles;

const opened = async (changes: object = {}) => {
  const { id } = await cases.opened({ ...wholeCase, ...changes });
  return { id, ...gatesOfCase({ harness, tenant }, id) };
};
const stateOf = ({ gates }: CaseGates, gate: string, check: string) =>
  gates.find((one) => one.gate === gate)?.checks.find((one) => one.check === check)?.state;

describe('gates of a case', () => {
  it('proposes the only method of a service, else asks', async () => {
    const direct = await opened({ service_type: 'direct_cremation' });
    expect(await direct.read()).toMatchObject({
      ...{
        method: { value: 'cremation', label: 'Cremation', is_proposed: true },
        last_gate: 'cremation',
        planned: null,
      },
      embalming: { answer: 'not_asked' },
    });
    const asked = await opened({ service_type: 'memorial' });
    expect(await asked.read()).toMatchObject({ method: { value: '', is_proposed: false }, last_gate: null });
    succeeded(await cases.patch(asked.id, { disposition_method: 'entombment', disposition_date: '2026-03-16' }));
    expect(await asked.read()).toMatchObject({
      ...{ method: { value: 'entombment', is_proposed: false }, last_gate: 'burial', planned: { date: '2026-03-16' } },
    });
  });

  it('records identification and objection, and settles the objection once', async () => {
    const { id, ask, read } = await opened();
    expect((await ask(rows.identify, { how: 'in_person', happened_at: '2999-01-01T10:00' })).body).toEqual({
      identified_by: ['Identified by is required'],
      happened_at: [gateMessages.ahead],
    });
    succeeded(await ask(rows.identify, exampleIdentification));
    succeeded(await ask(rows.object, exampleObjection));
    const gates = await read();
    expect([stateOf(gates, 'preparation', 'identified'), stateOf(gates, 'preparation', 'objection')]).toEqual([
      ...['met', 'missing'],
    ]);
    const objectionId = gates.objections[0]?.id;
    const settle = () => ask(rows.settle, { text: 'They talked' }, { objectionId });
    succeeded(await settle());
    expect((await settle()).status).toBe(409);
    expect(stateOf(await read(), 'preparation', 'objection')).toBe('met');
    const log = (await cases.log(id)).map(({ action }) => action);
    expect(log).toEqual(expect.arrayContaining(['identification.recorded', 'objection.recorded', 'objection.settled']));
  });

  it('records the answer of a person of the case only', async () => {
    const kin = { relationship: 'spouse', first_name: 'Carolyn', last_name: 'Shaw', phone: '9045550142' };
    const { ask } = await opened({ service_type: 'cremation', next_of_kins: [kin] });
    const answer = { person: 'Carolyn Shaw', answer: 'declined', note: 'Wants a burial' };
    expect((await ask(rows.answer, { ...answer, person: 'Nobody Else' })).body).toEqual({
      person: [gateMessages.notOnCase],
    });
    expect((await ask(rows.answer, { ...answer, note: '' })).body).toEqual({ note: ['Note is required'] });
    const { body } = succeeded(await ask(rows.answer, answer));
    expect(body.authorization).toMatchObject({
      ...{ who: 'The surviving spouse', needed: 1, signed: 0 },
      signers: [{ name: 'Carolyn Shaw', state: 'declined', note: 'Wants a burial' }],
    });
    const signed = { person: 'Carolyn Shaw', answer: 'signed', name_on_paper: 'Walter Pruitt' };
    expect(succeeded(await ask(rows.answer, signed)).body.authorization).toMatchObject({ is_complete: true });
  });

  it('needs a director and a second person for an override, which can be withdrawn', async () => {
    const { id, ask, read } = await opened();
    const body = { check: 'identified', reason: 'By the coroner', second_person: admin.id };
    const override = (changes: object = {}, as = director) =>
      ask(rows.override, { ...body, ...changes }, { gate: 'preparation' }, as);
    expect((await override({}, coordinator)).status).toBe(403);
    expect((await override({ second_person: director.id })).body).toEqual({ second_person: [gateMessages.twoPeople] });
    expect((await override({ second_person: coordinator.id })).body).toEqual({
      second_person: [gateMessages.mayNotOverride],
    });
    expect((await override({ check: 'wait' })).body).toEqual({ check: [gateMessages.notOfGate] });
    expect((await override({ check: 'objection' })).status).toBe(409);
    succeeded(await override());
    expect((await override()).status).toBe(409);
    expect(stateOf(await read(), 'preparation', 'identified')).toBe('overridden');
    const [entry] = await cases.log(id);
    expect(entry).toMatchObject({
      action: 'gate.overridden',
      changes: expect.arrayContaining([{ field: 'gates.second_person', from: null, to: 'Test funeral_home_admin' }]),
    });
    const delivered = async () => {
      const mails: Mail[] = [];
      const mailer = { send: async (mail: Mail) => void mails.push(mail) };
      const { calmTable: table, state } = harness;
      const [found] = (await unsentEvents(table, new Date(Date.now() + 86_400_000))).filter(
        ({ name, aggregateId }) => name === 'gate.overridden' && aggregateId === id,
      );
      const envelope = { ...found?.envelope, id: crypto.randomUUID() };
      await onGateOverridden({ table, mailer, leaseSeconds: 30, now: () => state.now(), ...mailSites })({
        envelope,
      } as unknown as Parameters<ReturnType<typeof onGateOverridden>>[0]);
      return mails;
    };
    const [mail] = await delivered();
    expect(mail).toMatchObject({
      to: [owner.email, admin.email],
      subject: 'Check overridden: Identified (Walter Pruitt)',
    });
    expect(mail?.text).toContain(
      'Test funeral_director overrode a check, with Test funeral_home_admin as second person.',
    );
    const confirmed = async (as: typeof director) => {
      const { status, body } = await ask(rows.confirm, {}, { gate: 'preparation', check: 'identified' }, as);
      return status === 200 ? (body as unknown as CaseGates).gates[0]?.checks.find(({ override }) => override) : status;
    };
    expect(await confirmed(director)).toBe(403);
    expect(await confirmed(admin)).toMatchObject({
      override: { second_id: admin.id, confirmed_at: expect.any(String) },
    });
    const again = await confirmed(admin);
    expect(again).toMatchObject({ override: { second_id: admin.id } });
    const actions = (await cases.log(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'gate.override_confirmed')).toHaveLength(1);
    const withdraw = () => ask(rows.withdraw, undefined, { gate: 'preparation', check: 'identified' }, director);
    succeeded(await withdraw());
    expect((await withdraw()).status).toBe(404);
    expect(stateOf(await read(), 'preparation', 'identified')).toBe('missing');
    expect(await delivered()).toEqual([]);
  });

  it('rejects an irreversible step while its gate is red, and saves everything else', async () => {
    const { id, ask, read, readyForBurial } = await opened();
    const refused = await ask(rows.record, exampleBurial);
    expect([refused.status, refused.body.detail]).toEqual([409, '5 checks are missing']);
    expect(refused.body.missing).toContainEqual(expect.objectContaining({ check: 'permit', state: 'missing' }));
    expect((await cases.patch(id, { service_location: 'Garden' })).status).toBe(200);
    await readyForBurial();
    expect((await ask(rows.record, exampleBurial, {}, office)).status).toBe(403);
    succeeded(await ask(rows.record, exampleBurial));
    succeeded(await ask(rows.record, { ...exampleBurial, place: 'Oak Hill, lot 7' }));
    expect((await read()).steps).toMatchObject([{ step: 'buried', at: '2026-03-06T11:00', place: 'Oak Hill, lot 7' }]);
    succeeded(await ask(rows.object, exampleObjection));
    succeeded(await ask(rows.record, exampleBurial));
    const takeBack = (as = director) => ask(rows.takeBack, undefined, { step: 'buried' }, as);
    expect((await takeBack(coordinator)).status).toBe(403);
    succeeded(await takeBack());
    expect([(await takeBack()).status, (await read()).steps]).toEqual([404, []]);
    expect((await ask(rows.record, exampleBurial)).status).toBe(409);
    succeeded(await cases.cancel(id));
    expect((await ask(rows.record, exampleBurial)).status).toBe(409);
  });

  it('records a step that came too early at its true time, once that is overridden', async () => {
    const kin = { relationship: 'spouse', first_name: 'Carolyn', last_name: 'Shaw', phone: '9045550142' };
    const { id, ask, readyForBurial } = await opened({
      next_of_kins: [kin],
      time_of_death: '10:00',
      has_pacemaker: 'no',
    });
    await readyForBurial();
    succeeded(
      await cases.patch(id, { service_type: 'cremation', disposition_method: 'cremation', state_of_death: 'IN' }),
    );
    const signed = { person: 'Carolyn Shaw', answer: 'signed', name_on_paper: 'Walter Pruitt' };
    succeeded(await ask(rows.answer, signed));
    await addPermit(harness, tenant, id, {
      permit_name: 'Medical examiner’s cremation approval',
      permit_number: 'ME-1',
    });
    const early = { step: 'cremated', happened_at: '2026-03-02T09:00', place: 'Ames' };
    expect((await ask(rows.record, { ...early, happened_at: '2026-03-01T09:00' })).body).toEqual({
      happened_at: [gateMessages.beforeTimeOfDeath],
    });
    const missing = async () =>
      ((await ask(rows.record, early)).body.missing as { check: string }[])?.map(({ check }) => check);
    const lacks = await missing();
    expect(lacks).toContain('wait');
    for (const check of lacks) {
      const body = { check, reason: 'It happened', second_person: admin.id };
      if (check === 'wait') expect((await ask(rows.override, body, { gate: 'cremation' }, director)).status).toBe(409);
      const at = { ...body, happened_at: early.happened_at };
      succeeded(await ask(rows.override, at, { gate: 'cremation' }, director));
    }
    succeeded(await ask(rows.record, early));
  });

  it('stops a release to a crematory and a donation of someone who is to be buried', async () => {
    const { ask, readyForBurial } = await opened();
    await readyForBurial();
    const released = { step: 'released', happened_at: '2026-03-05T11:00', place: 'Ames' };
    expect((await ask(rows.record, released)).body).toEqual({ receiver: ['Received by is required'] });
    const lacks = [expect.objectContaining({ check: 'method' })];
    for (const body of [
      { ...released, receiver: 'crematory' },
      { ...released, step: 'donated' },
    ])
      expect(await ask(rows.record, body)).toMatchObject({
        status: 409,
        body: { missing: expect.arrayContaining(lacks) },
      });
    succeeded(await ask(rows.record, { ...released, receiver: 'firm' }));
  });

  it('names who recorded the answer about embalming, and when', async () => {
    const { id, read } = await opened();
    const approval = { embalming_approval: 'in_person', embalming_approved_on: '2026-03-02' };
    succeeded(await cases.patch(id, { ...approval, embalming_approved_by: 'Carolyn' }, 'coordinator'));
    const { recorded } = (await read()).embalming;
    expect(recorded?.by_name).toBe('Test coordinator');
    succeeded(await cases.patch(id, { embalming_reason: 'Viewing' }));
    expect((await read()).embalming.recorded).toEqual(recorded);
  });
});

describe('list of cases with missing checks', () => {
  it('finds those whose last step is near, and forgets them once it is recorded', async () => {
    harness.state.now = () => new Date('2026-03-12T15:00:00Z');
    const near = await opened({ service_type: 'graveside', service_date: '2026-03-13', deceased_last_name: 'Nearby' });
    const later = await opened({ service_type: 'graveside', service_date: '2026-03-20', deceased_last_name: 'Later' });
    const listed = async (gates: string) => {
      await harness.projected();
      const query = { gates };
      const { body } = succeeded(await harness.call(areas.cases.list, { as: owner, query }));
      return (body.results as { id: string; gate: object }[]).filter(({ id }) => [near.id, later.id].includes(id));
    };
    expect((await listed('red')).map(({ id }) => id).sort()).toEqual([near.id, later.id].sort());
    expect(await listed('soon')).toMatchObject([
      { id: near.id, gate: { gate: 'burial', at: '2026-03-13', missing: 4 } },
    ]);
    const query = { case_number: (await cases.get(near.id)).case_number };
    const exact = succeeded(await harness.call(areas.cases.list, { as: owner, query })).body.results as object[];
    expect(exact).toMatchObject([{ id: near.id, gate: { missing: 4 } }]);
    await near.readyForBurial();
    expect(await listed('soon')).toEqual([]);
    succeeded(await later.readyForBurial().then(() => later.ask(rows.record, exampleBurial)));
    expect(await listed('red')).toEqual([]);
  });
});
