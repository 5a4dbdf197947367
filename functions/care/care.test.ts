import { describe, expect, it } from 'vitest';
import type { CareBoard, CareSubject, CustodyEntry } from '#domain/care/care.schema.ts';
import { custodyMessages } from '#domain/care/care-names.ts';
import { effectMessages } from '#domain/care/personal-effects.ts';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { isInZip } from '#functions/documents/shared/zip-requests.ts';
import { onCareDiffers } from '#functions/emails/care-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { isSignable } from '#functions/signatures/envelopes/shared/envelope-papers.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { addPlace, careOf, exampleSignature } from '#tests/support/records/care.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { gatesOfCase } from '#tests/support/records/gates.ts';
import { mailSites } from '#tests/support/records/invitations.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();
const within = { harness, tenant };
const cases = casesOf(harness, tenant);
const rows = areas.care;
const { super_admin: owner, office_staff: office, coordinator } = tenant.profiles;

const cooler = await addPlace(within);
const chapel = await addPlace(within, { name: 'Chapel', kind: 'chapel' });
const cemetery = await addPlace(within, { name: 'Oak Hill', kind: 'cemetery' });
const firm = await addPlace(within, { name: 'Ames & Sons', kind: 'another_firm' });
const crematory = await addPlace(within, { name: 'Ames', kind: 'crematory', ours: true });

const opened = async (changes: object = {}) => {
  const { id } = await cases.opened({ ...wholeCase, ...changes });
  return { id, ...careOf(within, id) };
};
const inCooler = async (changes: object = {}) => {
  const care = await opened(changes);
  const { body } = succeeded(await care.move({ to_place: cooler.id, gave: { name: 'Karin Lindqvist' } }, office));
  return { ...care, subject: body.subject as CareSubject };
};
const release = ({ tag, number }: CareSubject, to: string, changes: object = {}) => ({
  ...{ kind: 'released', expected: number, to_place: to, read: 'scan', tag },
  ...{
    gave: { profile: coordinator.id },
    took: { name: 'Tom Reed', firm: 'Oak Hill' },
    signatures: [exampleSignature],
  },
  ...changes,
});
/** Overrides every check that a cremation misses. */
const readyForCremation = async (id: string): Promise<void> => {
  const gates = gatesOfCase(within, id);
  const checks = (await gates.read()).gates.find(({ gate }) => gate === 'cremation')?.checks ?? [];
  const reasons = { reason: 'For this test', second_person: tenant.profiles.funeral_director.id, happened_at: '' };
  for (const { check, state } of checks)
    if (state === 'missing')
      succeeded(await gates.ask(areas.gates.override, { check, ...reasons }, { gate: 'cremation' }));
};
const board = async (): Promise<CareBoard> =>
  succeeded(await harness.call(rows.board, { as: office })).body as CareBoard;

describe('the chain of custody', () => {
  it('gives the body one tag, before the first move or with it', async () => {
    const care = await opened();
    const { tag, number, state } = await care.open();
    expect([number, state, (await care.open()).tag]).toEqual([0, 'expected', tag]);
    succeeded(await care.move({ to_place: cooler.id }));
    const [subject] = (await care.read()).subjects;
    expect(subject).toMatchObject({ tag, number: 1, place: { name: 'Cooler 1' }, state: 'in_care' });
  });

  it('records 64 concurrent moves as one chain and says why it refuses the others', async () => {
    const { move, read, id } = await inCooler();
    const places = [cooler.id, chapel.id];
    const device = async (offset: number) => {
      const refused: unknown[] = [];
      for (let expected = 1; expected <= 32; expected += 1) {
        const answer = await move({ expected, to_place: places[(expected + offset) % 2] });
        if (answer.status !== 201) refused.push(answer);
      }
      return refused as {
        status: number;
        body: { detail?: string; current?: { subject: CareSubject; entry: CustodyEntry } };
      }[];
    };
    const refused = (await Promise.all([device(0), device(0)])).flat();
    const entries = (await read()).subjects[0]?.entries ?? [];
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1));
    expect(entries.slice(1).map(({ from }) => from?.id)).toEqual(entries.slice(0, -1).map(({ to }) => to?.id));
    expect(refused).toHaveLength(64 - (entries.length - 1));
    for (const { status, body } of refused) {
      expect([status, body.detail]).toEqual([409, custodyMessages.notFollowing]);
      expect(body.current?.entry.number).toBe(body.current?.subject.number);
    }
    expect((await cases.log(id)).filter(({ action }) => action === 'care.moved')).toHaveLength(entries.length);
  });

  it('records a repeated call once', async () => {
    const { move: _, ask, id, read } = await inCooler();
    const body = { expected: 1, to_place: chapel.id, happened_at: new Date().toISOString() };
    const send = () =>
      harness.call(rows.move, {
        as: owner,
        params: { id },
        body,
        headers: { 'idempotency-key': '0190a000-0000-7000-8000-0000000c0de1' },
      });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect((await read()).subjects[0]?.number).toBe(2);
    expect((await ask(rows.ofCase)).status).toBe(200);
  });

  it('refuses a release while checks are missing, as the disposition call does', async () => {
    const { move, subject, id } = await inCooler({ service_type: 'graveside' });
    const refused = await move(release(subject, cemetery.id));
    const disposition = { step: 'released', receiver: 'cemetery', happened_at: '2026-03-06T11:00', place: 'Oak Hill' };
    const other = await opened({ service_type: 'graveside' });
    const same = await gatesOfCase(within, other.id).ask(areas.gates.record, disposition);
    expect([refused.status, same.status]).toEqual([409, 409]);
    const missing = (body: object) => (body as { missing: { check: string }[] }).missing.map(({ check }) => check);
    expect(missing(refused.body)).toEqual(missing(same.body));
    expect((await careOf(within, id).read()).subjects[0]?.number).toBe(1);
  });

  it('takes no dot or invisible letter for a person', async () => {
    const { move, subject } = await inCooler();
    const errorsOf = async (changes: object) => (await move(release(subject, cemetery.id, changes))).body;
    for (const name of ['.', '\u200b', '\u3164']) {
      expect(await errorsOf({ took: { name } })).toEqual({ took: [custodyMessages.needsName] });
      expect(await errorsOf({ signatures: [], witness: { name } })).toEqual({
        signatures: [custodyMessages.needsSignature],
      });
    }
  });

  it('reads a signature only as lines within its box', async () => {
    const { move } = await inCooler();
    const sign = (path: string, changes: object = {}) =>
      move({ expected: 1, to_place: chapel.id, signatures: [{ of: 'took', path }], ...changes });
    const unreadable = { 'signatures.0.path': ['The signature cannot be read'] };
    for (const path of ['M0 0', 'L1 1', 'M301 9L9 9', 'M9 101L9 9', 'M-1 9L9 9', '<script>', `M${'1'.repeat(3999)}`])
      expect((await sign(path)).body).toEqual(unreadable);
    const long = { 'signatures.0.path': ['The signature is too long'] };
    expect((await sign(`M0 0L1 10${'L10 10'.repeat(666)}`)).body).toEqual(long);
    succeeded(await sign('M300 100L0 0.5M7 7L7 7'));
  });

  it('records the release in the disposition too, and takes it back with the body', async () => {
    const { move, subject, id } = await inCooler();
    const gates = gatesOfCase(within, id);
    await gates.readyForBurial();
    const { body } = succeeded(await move(release(subject, cemetery.id)));
    expect(body.subject).toMatchObject({ state: 'released', number: 2 });
    expect((await gates.read()).steps).toMatchObject([{ step: 'released', receiver: 'cemetery', place: 'Oak Hill' }]);
    expect((await board()).cards.map(({ case_id }) => case_id)).not.toContain(id);
    const step = { step: 'released', receiver: 'family', happened_at: '2026-03-06T11:00', place: 'Elsewhere' };
    expect((await gates.ask(areas.gates.record, step)).body).toMatchObject({ detail: expect.stringContaining('Care') });
    succeeded(await move({ expected: 2, to_place: cooler.id }));
    expect((await gates.read()).steps).toEqual([]);
    const buried = { step: 'buried', happened_at: '2026-03-06T12:00', place: 'Oak Hill' };
    expect((await gates.ask(areas.gates.record, buried)).body).toMatchObject({
      detail: expect.stringContaining('Cooler 1'),
    });
  });

  it('takes back every step of a body that is at an own place', async () => {
    const { id, move } = await opened();
    const gates = gatesOfCase(within, id);
    await gates.readyForBurial();
    const at = { happened_at: '2026-03-06T11:00', place: 'Oak Hill' };
    succeeded(await gates.ask(areas.gates.record, { ...at, step: 'released', receiver: 'cemetery' }));
    succeeded(await move({ kind: 'found', to_place: cemetery.id, reason: 'Older case' }));
    succeeded(await gates.ask(areas.gates.record, { ...at, step: 'buried' }));
    succeeded(await move({ kind: 'found', expected: 1, to_place: cooler.id, reason: 'Someone else was buried' }));
    expect((await gates.read()).steps).toEqual([]);

    const other = await opened();
    const gatesOfOther = gatesOfCase(within, other.id);
    await gatesOfOther.readyForBurial();
    succeeded(await gatesOfOther.ask(areas.gates.record, { ...at, step: 'released', receiver: 'cemetery' }));
    succeeded(await other.move({ to_place: cooler.id }));
    expect((await gatesOfOther.read()).steps).toEqual([]);
  });

  it('begins remains with a cremation, divides them, and reopens a chain by a find', async () => {
    const changes = { service_type: 'direct_cremation' };
    const { move, subject, id, read } = await inCooler(changes);
    succeeded(await move({ expected: 1, to_place: crematory.id }));
    expect((await move({ kind: 'cremated', expected: 2 })).status).toBe(409);
    const gates = gatesOfCase(within, id);
    await readyForCremation(id);
    const { body } = succeeded(await move({ kind: 'cremated', expected: 2, read: 'letters', tag: subject.tag }));
    const [ashes] = body.begun as CareSubject[];
    expect(ashes).toMatchObject({ kind: 'remains', part: 1, of: 1, parent_id: subject.id, number: 1 });
    const stale = await move({ expected: 3, to_place: chapel.id });
    expect(stale.body).toMatchObject({ detail: custodyMessages.ended, current: { entry: { kind: 'cremated' } } });
    const early = await move({ subject: ashes?.id, kind: 'closed', expected: 1 });
    expect(early.body).toEqual({ kind: [custodyMessages.stillHere] });
    const parted = succeeded(await move({ subject: ashes?.id, kind: 'parted', parts: 2, expected: 1 })).body;
    expect((parted.begun as CareSubject[]).map(({ part, of }) => [part, of])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    succeeded(await cases.patch(id, { service_type: 'graveside' }));
    await gates.readyForBurial();
    const happened_at = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
    succeeded(await gates.ask(areas.gates.record, { step: 'buried', happened_at, place: 'Oak Hill' }));
    succeeded(await move({ kind: 'found', expected: 3, to_place: cooler.id, reason: 'The wrong tag was read' }));
    const { subjects } = await read();
    expect(subjects.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      ...['body in_care', 'remains ended', 'remains in_care', 'remains in_care'],
    ]);
    expect((await gates.read()).steps).toEqual([]);
    for (const { id: part } of parted.begun as CareSubject[])
      succeeded(await move({ subject: part, kind: 'closed', expected: 1, note: 'Of the wrong record' }));
    expect((await read()).subjects.map(({ state }) => state)).toEqual(['in_care', 'ended', 'ended', 'ended']);
  });

  it('closes remains of a cremation or division that was recorded by mistake', async () => {
    const { move, id, read } = await inCooler({ service_type: 'direct_cremation' });
    succeeded(await move({ expected: 1, to_place: crematory.id }));
    await readyForCremation(id);
    const first = succeeded(await move({ kind: 'cremated', expected: 2 })).body.begun as CareSubject[];
    succeeded(await move({ kind: 'found', expected: 3, to_place: cooler.id, reason: 'The wrong tag was read' }));
    succeeded(await move({ expected: 4, to_place: crematory.id }));
    const second = succeeded(await move({ kind: 'cremated', expected: 5 })).body.begun as CareSubject[];
    const close = (one: CareSubject | undefined) => move({ subject: one?.id, kind: 'closed', expected: 1 });
    succeeded(await close(first[0]));
    expect((await close(second[0])).body).toEqual({ kind: [custodyMessages.stillHere] });

    const remains = second[0] as CareSubject;
    const parted = succeeded(await move({ subject: remains.id, kind: 'parted', parts: 2, expected: 1 })).body;
    const [part, other] = parted.begun as CareSubject[];
    expect((await close(part)).body).toEqual({ kind: [custodyMessages.stillHere] });
    const whole = { subject: remains.id, expected: 2, to_place: cooler.id, reason: 'One urn only' };
    succeeded(await move({ ...whole, kind: 'found' }));
    for (const one of [part, other]) succeeded(await close(one));
    const states = (await read()).subjects.map(({ kind, state }) => `${kind} ${state}`).toSorted();
    expect(states).toEqual(['body ended', 'remains ended', 'remains ended', 'remains ended', 'remains in_care']);
  });

  it('keeps a body found elsewhere on the board until its release is recorded', async () => {
    const { move, id, subject } = await inCooler();
    const found = { kind: 'found', expected: 1, to_place: cemetery.id, reason: 'Taken without a word to us' };
    expect(succeeded(await move(found)).body.subject).toMatchObject({ state: 'in_care', found_away: true });
    const onBoard = async () => (await board()).cards.map(({ case_id }) => case_id);
    expect(await onBoard()).toContain(id);
    expect((await move({ kind: 'closed', expected: 2 })).body).toEqual({ detail: custodyMessages.noDisposition });
    expect((await move(release({ ...subject, number: 2 }, cemetery.id))).status).toBe(409);
    await gatesOfCase(within, id).readyForBurial();
    const released = succeeded(await move(release({ ...subject, number: 2 }, cemetery.id))).body;
    expect(released.subject).toMatchObject({ state: 'released', found_away: false });
    succeeded(await move({ kind: 'closed', expected: 3 }));
    expect(await onBoard()).not.toContain(id);
  });

  it('does not let an earlier release explain a find at a place of others', async () => {
    const { move, id, subject } = await inCooler();
    const gates = gatesOfCase(within, id);
    await gates.readyForBurial();
    succeeded(await move(release(subject, firm.id)));
    succeeded(await move({ kind: 'found', expected: 2, to_place: cemetery.id, reason: 'They took her there' }));
    expect((await move({ kind: 'closed', expected: 3 })).body).toEqual({ detail: custodyMessages.noDisposition });
    const happened_at = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
    succeeded(await gates.ask(areas.gates.record, { step: 'buried', happened_at, place: 'Oak Hill' }));
    succeeded(await move({ kind: 'closed', expected: 3 }));
  });

  it('keeps a case with a chain from being deleted', async () => {
    const { id } = await inCooler();
    const answer = await harness.call(areas.cases.delete, { as: owner, params: { id }, query: { force: 'true' } });
    expect([answer.status, answer.body]).toEqual([409, { detail: caseMessages.hasCustody }]);
  });
});

describe('the board and the count', () => {
  it('shows who is where, with effects and namesakes, and finds a tag', async () => {
    const { id, subject, listEffect } = await inCooler({ deceased_last_name: 'Pruitt' });
    const other = await inCooler({ deceased_last_name: 'Pruítt' });
    await listEffect();
    await harness.projected();
    const { cards, same_surnames, places } = await board();
    const card = cards.find(({ case_id }) => case_id === id);
    expect(card).toMatchObject({ same_surname: true, effects: { count: 1, undecided: 1 }, tag: subject.tag });
    expect(same_surnames).toHaveLength(1);
    expect(places.map(({ name }) => name)).toContain('Cooler 1');
    const found = await harness.call(rows.ofTag, { as: office, params: { tag: other.subject.tag.toLowerCase() } });
    expect(succeeded(found).body).toMatchObject({ case_id: other.id, same_surname: true });
    expect((await harness.call(rows.ofTag, { as: office, params: { tag: 'BCDF' } })).status).toBe(404);
  });

  it('keeps a difference until it is settled, and tells the owners once', async () => {
    const { subject, id } = await inCooler();
    const everyone = (await board()).cards;
    const seen = everyone.map(({ tag, place, case_id }) => ({ tag, place: case_id === id ? chapel.id : place?.id }));
    const body = { homes: [tenant.home.id], started_at: new Date().toISOString(), seen };
    const count = succeeded(await harness.call(rows.count, { as: office, body })).body;
    expect(count).toMatchObject({ differs: true, missing: [], elsewhere: [{ person: { tag: subject.tag } }] });
    expect((await board()).open_counts.map(({ id }) => id)).toContain(count.id);
    const settle = () =>
      harness.call(rows.settleCount, { as: office, params: { id: String(count.id) }, body: { note: 'Dressed there' } });
    succeeded(await settle());
    expect((await settle()).status).toBe(409);
    expect((await board()).open_counts.map(({ id }) => id)).not.toContain(count.id);

    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const dependencies = { table: harness.table, mailer, now: () => new Date(), leaseSeconds: 30, ...mailSites };
    const envelope = {
      ...{ id: '0190a000-0000-7000-8000-00000000ca4e', organization_id: tenant.id, request_id: 'test' },
      occurred_at: new Date().toISOString(),
    };
    const payload = { entry: null, count_id: String(count.id) };
    for (const _ of [1, 2]) await onCareDiffers(dependencies)({ envelope: { ...envelope, payload } });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: [owner.email], text: expect.stringContaining('Seen: Chapel') });
  });

  it('keeps 1,000 unknown tags of the longest, and refuses a blank or longer one', async () => {
    const place = (await addPlace(within, { name: '冷'.repeat(60) })).id;
    const count = async (tags: string[]) => {
      const seen = tags.map((tag) => ({ tag, place }));
      const body = { homes: [tenant.home.id], started_at: new Date().toISOString(), seen };
      return harness.call(rows.count, { as: office, body });
    };
    const tags = Array.from({ length: 1000 }, (_, at) => `${at}`.padEnd(40, '冷'));
    expect(succeeded(await count(tags)).body.unknown).toHaveLength(1000);
    expect((await count([''])).body).toEqual({ 'seen.0.tag': ['Tag is required'] });
    expect((await count(['冷'.repeat(41)])).body).toEqual({ 'seen.0.tag': ['Tag must be 40 characters or less'] });
  });
});

describe('personal effects', () => {
  it('keep every entry, need a reason for a correction, and end with a signed receipt', async () => {
    const { id, ask, listEffect } = await opened();
    const effectId = await listEffect({ count: 2 });
    const change = (body: object) => ask(rows.changeEffect, body, { effectId });
    expect((await change({ count: 1 })).status).toBe(400);
    succeeded(await change({ count: 1, reason: 'Counted again' }));
    succeeded(await change({ decision: 'return', decided_by: 'Karin Lindqvist' }));
    const back = { effects: [effectId], happened_at: new Date().toISOString(), took: { name: 'Karin Lindqvist' } };
    expect((await ask(rows.returnEffects, back)).status).toBe(400);
    const at = async (happened_at: string) =>
      (await ask(rows.returnEffects, { ...back, signatures: [exampleSignature], happened_at })).body;
    expect(await at('2999-01-01T00:00:00Z')).toEqual({ happened_at: [custodyMessages.ahead] });
    expect(await at('0026-03-04T11:00:00Z')).toEqual({ happened_at: [custodyMessages.longAgo] });
    const { body } = succeeded(await ask(rows.returnEffects, { ...back, signatures: [exampleSignature] }));
    const [effect] = body.effects as { entries: { kind: string }[] }[];
    expect(effect?.entries.map(({ kind }) => kind)).toEqual(['listed', 'corrected', 'decided', 'returned']);
    expect((await change({ decision: 'stays', decided_by: 'Karin' })).status).toBe(409);
    expect((await cases.log(id)).map(({ action }) => action)).toContain('effect.returned');
  });

  it('leave the list with a count of 0 and a reason', async () => {
    const { ask, listEffect } = await opened();
    const effectId = await listEffect();
    const change = (body: object) => ask(rows.changeEffect, body, { effectId });
    expect((await change({ count: 0 })).body).toEqual({ reason: [effectMessages.needsReason] });
    expect((await change({ count: 1000, reason: 'Counted' })).body).toEqual({ count: ['Enter at most 999'] });
    const { body } = succeeded(await change({ count: 0, reason: 'Listed twice' }));
    expect(body.effects).toMatchObject([{ id: effectId, count: 0 }]);
    expect((await change({ count: 1, reason: 'Here again' })).body).toEqual({ detail: effectMessages.struck });
    expect((await ask(rows.addEffect, { description: 'Ring', count: 0 })).body).toEqual({
      count: ['Enter at least 1'],
    });
  });

  it('decide the check of a gate', async () => {
    const { id, listEffect, ask } = await opened({ personal_effects_decision: 'none' });
    const effectsCheck = async () =>
      (await gatesOfCase(within, id).read()).gates
        .flatMap(({ checks }) => checks)
        .find(({ check }) => check === 'effects');
    expect((await effectsCheck())?.state).toBe('met');
    const effectId = await listEffect();
    expect(await effectsCheck()).toMatchObject({ state: 'missing', place: { record: 'effects' } });
    succeeded(await ask(rows.changeEffect, { decision: 'stays', decided_by: 'Karin' }, { effectId }));
    expect((await effectsCheck())?.state).toBe('met');
  });
});

describe('an identification photo', () => {
  const photoOf = async (id: string) => {
    const photo = await addDocument(harness, tenant, id, { kind: 'identification_photo', file_name: 'Face.pdf' });
    await addDocument(harness, tenant, id, { file_name: 'Permit.pdf' });
    return photo;
  };
  const documents = areas.documents;

  it('shows itself only with its permission, and records each look', async () => {
    const { id } = await opened();
    const photo = await photoOf(id);
    const list = (as: typeof owner, more: object = {}) =>
      harness.call(documents.list, { as, query: { case_id: id, ...more } });
    const names = async (...asked: Parameters<typeof list>) =>
      (succeeded(await list(...asked)).body.results as { file_name: string }[]).map(({ file_name }) => file_name);
    expect(await names(owner)).toEqual(['Permit.pdf']);
    expect(await names(coordinator, { kind: 'identification_photo' })).toEqual(['Face.pdf']);
    expect((await list(office, { kind: 'identification_photo' })).status).toBe(403);
    const open = (row: Endpoint, as: typeof owner) => harness.call(row, { as, params: { id: photo.id } });
    expect((await open(documents.download, owner)).status).toBe(404);
    expect((await open(documents.look, office)).status).toBe(403);
    expect(succeeded(await open(documents.look, coordinator)).body.download_url).toEqual(expect.any(String));
    expect((await cases.log(id)).map(({ action }) => action)).toContain('care.photo_seen');
    expect((await open(documents.delete, office)).status).toBe(403);
    const other = { as: owner, params: { id: photo.id }, body: { kind: 'photo' } };
    expect((await harness.call(documents.update, other)).status).toBe(400);
  });

  it('stays out of ZIP files, signature requests and lists of effects', async () => {
    const { id, ask } = await opened();
    const photo = await photoOf(id);
    const zip = succeeded(await harness.call(documents.zip, { as: owner, body: { case_id: id } })).body;
    expect(zip.count).toBe(1);
    const record = await createDocumentRepository(harness.table, keysOf(tenant.id)).require(photo.id);
    expect([isInZip(record), isSignable(record)]).toEqual([false, false]);
    const effect = { description: 'Glasses', photo_id: photo.id };
    expect((await ask(rows.addEffect, effect)).body).toEqual({ photo_id: ['Choose a photo of this case'] });
  });
});
