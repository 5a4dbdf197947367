import { describe, expect, it } from 'vitest';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { newCall } from './first-call-text.ts';
import type { FirstCallSaved } from './mutations.ts';
import type { FirstCallDraft } from './parts/offline-calls.ts';
import { applyChoices, changedNames, rebaseOnSheet, type Synced, syncCall } from './sync-call.ts';

const home = '0190a000-0000-7000-8000-000000000001';
const id = '0190a000-0000-7000-8000-000000000002';
const kinId = '0190a000-0000-7000-8000-000000000003';
const entered = { deceased_last_name: 'Nightingale', death_city: 'Palatka', kin_phone: '(904) 555-0171' };
const whole = {
  ...entered,
  ...{ deceased_first_name: 'Abel', date_of_birth: '1941-03-09', date_of_death: '2026-11-20', time_of_death: '02:50' },
  ...{ place_of_death: 'Home', kin_first_name: 'Ida', kin_last_name: 'Nightingale', kin_relationship: 'sibling' },
};
const lost = new ApiError(0, 'No connection');

/** A server with one sheet, and a phone with one call. */
const world = (answers: Record<string, string> = entered, changes: Partial<FirstCallDraft> = {}) => {
  let call: FirstCallDraft = { ...newCall(home, new Date('2026-11-20T08:14:00Z')), answers, ...changes };
  let sheet: FirstCall | undefined;
  const keys = new Map<string, string>();
  const sent: FirstCallSaved[] = [];
  /** Whether the next calls get lost before or after they arrived. */
  const troubles: ('before' | 'after')[] = [];
  const write = (values: Record<string, unknown>, by: string): FirstCall => {
    const { next_of_kins: nextOfKinList, id: _, version: __, ...own } = values;
    const list = (nextOfKinList as object[] | undefined)?.map((nextOfKin) => ({ id: kinId, ...nextOfKin }));
    sheet = {
      ...(sheet ?? { id, version: 0, status: 'draft', funeral_home_id: home, next_of_kins: [] }),
      ...own,
      ...(list ? { next_of_kins: list } : {}),
      updated_by_name: by,
    } as FirstCall;
    sheet = { ...sheet, version: sheet.version + 1 };
    return sheet;
  };
  const save = async (body: FirstCallSaved, key?: string): Promise<FirstCall> => {
    const trouble = troubles.shift();
    if (trouble === 'before') throw lost;
    sent.push(body);
    const text = JSON.stringify(body);
    const isKnown = key !== undefined && keys.has(key);
    if (key && isKnown && keys.get(key) !== text) throw new ApiError(400, 'Another body under this key');
    if (key) keys.set(key, text);
    if (!key && !sheet) throw new ApiError(404, 'Not found');
    if (!isKnown && sheet && body.version !== sheet.version)
      throw new ApiError(409, 'Conflict', { current: complete(sheet) });
    const answer = isKnown && sheet ? sheet : write(body, 'Marcus Ames');
    if (trouble === 'after') throw lost;
    return answer;
  };
  const sync = (): Promise<Synced> =>
    syncCall({
      call: () => call,
      update: async (change) => {
        call = change(call);
      },
      callContext: () => ({ by: 'Marcus Ames', at: '2026-11-20T03:14', today: '2026-11-20' }),
      save,
      activate: async () => write({ status: 'active' }, 'Marcus Ames'),
    });
  return {
    sync,
    sent,
    troubles,
    call: () => call,
    answer: (more: Record<string, string>) => {
      call = { ...call, answers: { ...call.answers, ...more } };
    },
    change: (next: FirstCallDraft) => {
      call = next;
    },
    sheet: () => sheet,
    colleague: (values: Record<string, unknown>) => write(values, 'Dee Kowalski'),
    remove: () => {
      sheet = undefined;
    },
  };
};

const complete = (sheet: FirstCall): FirstCall =>
  ({
    created_at: '2026-11-20T08:14:00Z',
    updated_at: '2026-11-20T08:14:00Z',
    created_by_name: 'Marcus Ames',
    deceased_full_name: '',
    funeral_home_name: 'Whitcomb & Ames',
    case_id: null,
    case_number: null,
    ...{ removal_left_at: null, removal_arrived_at: null },
    ...{ possible_duplicates: [], possible_cases: [], possible_reports: [] },
    ...(sheet as object),
  }) as unknown as FirstCall;

describe('syncCall', () => {
  it('creates a draft with the first fact, and activates it once confirmed', async () => {
    const { sync, sheet, answer, change, call } = world();
    expect(await sync()).toMatchObject({ kind: 'saved', id });
    expect(sheet()).toMatchObject({ status: 'draft', deceased_last_name: 'Nightingale', version: 1 });
    expect(sheet()?.next_of_kins).toMatchObject([{ phone: '9045550171' }]);
    answer(whole);
    change({ ...call(), ready: true });
    expect(await sync()).toMatchObject({ kind: 'saved' });
    expect(sheet()).toMatchObject({ status: 'active', place_of_death: 'Home' });
    expect(sheet()?.next_of_kins).toMatchObject([{ id: kinId, phone: '9045550171', first_name: 'Ida' }]);
  });

  it('sends the nurse and their number as the contact of the place', async () => {
    const { sync, sheet } = world({ ...entered, contact_person: 'Ray Ortiz', death_location_phone: '(904) 555-0140' });
    await sync();
    expect(sheet()).toMatchObject({ contact_person: 'Ray Ortiz', death_location_phone: '9045550140' });
  });

  it('waits without any fact of the death, and with half a phone number', async () => {
    expect(await world({}).sync()).toMatchObject({ kind: 'idle' });
    const { sync, sent, call, change } = world({ deceased_last_name: 'Nightingale', kin_phone: '904 5' });
    expect(await sync()).toMatchObject({ kind: 'saved' });
    expect(sent).toMatchObject([{ deceased_last_name: 'Nightingale' }]);
    expect(sent[0]).not.toHaveProperty('next_of_kins');
    // A confirmed call is finished only when all of it is stored.
    change({ ...call(), ready: true });
    expect(await sync()).toMatchObject({ kind: 'refused' });
  });

  it.each(['before', 'after'] as const)('creates one sheet if the first try was lost %s it arrived', async (when) => {
    const { sync, troubles, answer, sent, sheet } = world();
    troubles.push(when);
    expect(await sync()).toMatchObject({ kind: 'waiting' });
    // Corrected before the outcome is known: the first body is repeated, then the correction sent.
    answer({ deceased_last_name: 'Nightingale-Ashe' });
    expect(await sync()).toMatchObject({ kind: 'saved' });
    expect(sheet()).toMatchObject({ deceased_last_name: 'Nightingale-Ashe', version: 2 });
    expect(sent.filter((body) => !body.id).every((body) => body.deceased_last_name === 'Nightingale')).toBe(true);
  });

  it('sends a name of one letter once confirmed, and revokes that for a longer name', async () => {
    const { sync, sheet, answer } = world({ ...entered, deceased_first_name: 'O', kin_first_name: 'Ý' });
    await sync();
    expect(sheet()).not.toHaveProperty('deceased_first_name');
    answer({ deceased_whole_name: 'true', kin_whole_name: 'true' });
    await sync();
    expect(sheet()).toMatchObject({ deceased_first_name: 'O', deceased_whole_name: true });
    expect(sheet()?.next_of_kins).toMatchObject([{ first_name: 'Ý', whole_name: true }]);
    answer({ deceased_first_name: 'Ole', kin_first_name: 'Ýr' });
    await sync();
    expect(sheet()).toMatchObject({ deceased_first_name: 'Ole', deceased_whole_name: false });
    expect(sheet()?.next_of_kins).toMatchObject([{ first_name: 'Ýr', whole_name: false }]);
    expect(await sync()).toMatchObject({ kind: 'saved' });
  });

  it('repeats no value that the server stores as a boolean', () => {
    const call = { ...newCall(home, new Date('2026-11-20T08:14:00Z')), answers: { has_pacemaker: 'no' } };
    const sheet = { id, version: 1, status: 'draft', funeral_home_id: home, next_of_kins: [] };
    const kept = { ...sheet, has_pacemaker: false, deceased_whole_name: false } as unknown as FirstCall;
    expect(changedNames(rebaseOnSheet(call, complete(kept), '2026-11-20'))).toEqual([]);
  });

  it('accepts a colleague’s changes, keeps its own, and names the colleague', async () => {
    const { sync, answer, colleague, call, sheet } = world();
    await sync();
    colleague({ death_city: 'Hastings', signed_by: 'Nurse Abel' });
    answer({ place_of_death: 'Moultrie Creek' });
    const synced = await sync();
    expect(synced).toMatchObject({ kind: 'saved', mergedChanges: [{ by: 'Dee Kowalski' }] });
    expect(synced.mergedChanges[0]?.accepted).toMatchObject([{ field: { name: 'death_city' }, theirs: 'Hastings' }]);
    expect(call().answers).toMatchObject({ death_city: 'Hastings', place_of_death: 'Moultrie Creek' });
    expect(sheet()).toMatchObject({
      death_city: 'Hastings',
      place_of_death: 'Moultrie Creek',
      signed_by: 'Nurse Abel',
    });
  });

  it('keeps a colleague’s other next of kin, and their fields of the call’s own', async () => {
    const { sync, answer, colleague, sheet } = world();
    await sync();
    const other = { id: home, first_name: 'Otto', last_name: 'Nightingale', relationship: 'child' };
    colleague({ next_of_kins: [{ id: kinId, phone: '9045550171', email: 'ida@example.com' }, other] });
    answer({ kin_first_name: 'Ida' });
    expect(await sync()).toMatchObject({ kind: 'saved', mergedChanges: [] });
    expect(sheet()?.next_of_kins).toEqual([
      { id: kinId, phone: '9045550171', email: 'ida@example.com', first_name: 'Ida' },
      other,
    ]);
  });

  it('asks if both changed one answer, and continues with the choice', async () => {
    const { sync, answer, colleague, call, change, sheet } = world();
    await sync();
    colleague({ death_city: 'Hastings' });
    answer({ death_city: 'Elkton' });
    const synced = await sync();
    expect(synced).toMatchObject({
      kind: 'contested',
      by: 'Dee Kowalski',
      contested: [{ mine: 'Elkton', theirs: 'Hastings' }],
    });
    // Until then neither is lost.
    expect([call().answers.death_city, sheet()?.death_city]).toEqual(['Elkton', 'Hastings']);
    if (synced.kind === 'contested') change(applyChoices(call(), synced, { death_city: 'theirs' }));
    expect(call().answers.death_city).toBe('Hastings');
  });

  const [ida, otto] = ['0190a000-0000-7000-8000-000000000011', '0190a000-0000-7000-8000-000000000012'];
  const named = (first: string, customer: string) => ({ kin_first_name: first, kin_customer: customer });
  const entry = (first_name: string, customer: string) => ({
    next_of_kins: [
      { id: kinId, phone: '9045550171', first_name, ...(customer ? { existingCustomerId: customer } : {}) },
    ],
  });

  it.each([
    ['theirs, whom they took from the customers', named('Ida', ''), entry('Otto', otto), 'theirs', 'Otto', otto],
    ['its own, while they took theirs from the customers', named('Ida', ''), entry('Otto', otto), 'mine', 'Ida', ''],
    ['theirs, while its own is a customer', named('Ida', ida), entry('Otto', ''), 'theirs', 'Otto', ''],
    ['its own, which is a customer', named('Ida', ida), entry('Otto', ''), 'mine', 'Ida', ida],
    ['its own of two customers', named('Ida', ida), entry('Otto', otto), 'mine', 'Ida', ida],
    ['theirs of two customers', named('Ida', ida), entry('Otto', otto), 'theirs', 'Otto', otto],
  ] as const)('links the customer of the chosen name: %s', async (_, mine, theirs, side, name, customer) => {
    const { sync, answer, colleague, call, change, sheet } = world();
    await sync();
    const current = complete(colleague(theirs));
    answer(mine);
    const synced = await sync();
    expect(synced).toMatchObject({ kind: 'contested', contested: [{ field: { name: 'kin_first_name' } }] });
    if (synced.kind === 'contested')
      change(rebaseOnSheet(applyChoices(call(), synced, { kin_first_name: side }), current, '2026-11-20'));
    expect(await sync()).toMatchObject({ kind: 'saved' });
    expect(call().answers).toMatchObject({ kin_first_name: name });
    expect(sheet()?.next_of_kins).toMatchObject([{ first_name: name }]);
    expect([call().answers.kin_customer ?? '', sheet()?.next_of_kins[0]?.existingCustomerId ?? '']).toEqual([
      customer,
      customer,
    ]);
  });

  it('drops the customer of a name that a colleague replaced', async () => {
    const { sync, answer, colleague, sheet } = world({ ...entered, kin_first_name: 'Ida' });
    await sync();
    colleague(entry('Otto', ''));
    answer({ kin_customer: ida });
    expect(await sync()).toMatchObject({ kind: 'saved' });
    expect(sheet()?.next_of_kins[0]?.first_name).toBe('Otto');
    expect(sheet()?.next_of_kins[0]?.existingCustomerId ?? '').toBe('');
  });

  it('writes into no sheet that was converted or deleted', async () => {
    const closed = world();
    await closed.sync();
    closed.colleague({ status: 'converted' });
    closed.answer({ death_city: 'Elkton' });
    expect(await closed.sync()).toMatchObject({ kind: 'closed' });
    const deleted = world();
    await deleted.sync();
    deleted.remove();
    deleted.answer({ death_city: 'Elkton' });
    expect(await deleted.sync()).toMatchObject({ kind: 'gone' });
  });
});
