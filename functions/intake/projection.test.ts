import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { viewsOfRow } from '#functions/platform/store/lists/list-definition.ts';
import { submissionProjection } from './projection.ts';

const form = {
  ...{ deceased_first_name: 'José', deceased_middle_name: 'A.', deceased_last_name: 'Solís de Ortega' },
  ...{ alias: 'Pepe', date_of_death: '2026-03-30', stillborn: false },
  ...{ informant_first_name: 'Ana', informant_last_name: 'Ortega', informant_relationship: 'daughter' },
  ...{ informant_phone: '9045550177', submitter_phone: '9045550142', submitter_email: 'nurse@example.com' },
  preferred_contact_time: 'As Soon As Possible',
};
/** Received on the last evening of March in Missouri, when it was April in UTC. */
const submission = (changes: object = {}) => ({
  ...{ pk: 'T#org#SUBMISSION#report-1', sk: 'SUBMISSION', shape: 1 },
  ...{ id: 'report-1', reference: 'K7MQ-2XRT', organization_id: 'org', funeral_home_id: 'home-1', version: 1 },
  ...{ kind: 'at_need', status: 'new', created_at: '2026-04-01T04:30:00.000Z', received_on: '2026-03-31' },
  ...{ updated_at: '2026-04-09T15:00:00.000Z', contacted_at: null, contacted_by_name: null },
  ...{ case_id: null, case_number: null, ssn_id: 'sealed-1', ssn_last4: '6789', language: 'es', form },
  ...{ bot_check: { verdict: 'verified', score: 0.9, hostname: null, error_codes: [] }, ...changes },
});
const projected = (changes: object = {}) =>
  submissionProjection.project(keysOf('org'), 'report-1', [submission(changes)]);
const contacted_at = '2026-04-01T13:00:00.000Z';

describe('submissionProjection', () => {
  it('projects a row without the SSN that shows whether another person reported', () => {
    expect(projected()?.row).toEqual({
      ...{ id: 'report-1', reference: 'K7MQ-2XRT', created_at: '2026-04-01T04:30:00.000Z', status: 'new' },
      ...{ kind: 'at_need', deceased_full_name: 'José A. Solís de Ortega', date_of_death: '2026-03-30' },
      ...{ informant_name: 'Ana Ortega', informant_relationship: 'daughter', submitter_phone: '9045550142' },
      ...{ submitter_email: 'nurse@example.com', preferred_contact_time: 'As Soon As Possible' },
      ...{ funeral_home_id: 'home-1', stillborn: false, by_another: true, language: 'es' },
      ...{ is_waiting: true, looks_like_advertising: false },
      ...{ case_id: null, case_number: null },
    });
  });

  it('sorts by the time of receipt: of all, by status, by home, by both', () => {
    const { row = {}, order } = projected() ?? {};
    expect(order).toBe('2026-04-01T04:30:00.000Z');
    expect(viewsOfRow(submissionProjection.list, 'report-1', row)).toEqual([
      { index: 'gsi1', view: 'created', key: '2026-04-01T04:30:00.000Z#report-1' },
      { index: 'gsi2', view: 'created&status=new', key: '2026-04-01T04:30:00.000Z#report-1' },
      { index: 'gsi3', view: 'created&home=home-1', key: '2026-04-01T04:30:00.000Z#report-1' },
      { index: 'gsi4', view: 'created&home=home-1&status=new', key: '2026-04-01T04:30:00.000Z#report-1' },
    ]);
  });

  it('finds by reference, ends of the phone, names without accents, start of the email', () => {
    const { tokens, tested } = projected() ?? {};
    expect(tokens).toEqual([
      ...['k7mq', '2xrt', '9045550142', '5550142', '0142'],
      ...['jose', 'a', 'solis', 'de', 'ortega', 'ana', 'nurse', 'pepe'],
    ]);
    expect(tested).toEqual(['examplecom']);
  });

  it('shares what another report of this death would have', () => {
    expect(projected()?.shared).toEqual([
      { reason: 'died', value: '2026-03-30 solisdeortega' },
      { reason: 'died', value: '2026-03-30 solis' },
      { reason: 'died', value: '2026-03-30 ortega' },
      { reason: 'person', value: 'solisdeortega jose' },
      { reason: 'caller', value: '9045550177 solisdeortega' },
      { reason: 'caller', value: '9045550142 solisdeortega' },
    ]);
  });

  it('projects the status in the family’s words, without a name', () => {
    const key = { pk: 'STATUS#K7MQ-2XRT', sk: 'PROGRESS' };
    const progress = (changes: object) => projected(changes)?.copies?.[0];
    expect(progress({})).toEqual({ ...key, status: 'received', contacted_at: null });
    expect(progress({ status: 'contacted', contacted_at })).toEqual({ ...key, status: 'contacted', contacted_at });
    expect(progress({ status: 'converted' })).toEqual({ ...key, status: 'in_progress', contacted_at: null });
  });

  it('counts on the home’s day of receipt, and in the sum of its month', () => {
    const add = '{"n":1,"status.new":1}';
    expect(projected()?.copies?.slice(1)).toEqual([
      {
        ...{ pk: 'T#org#FACT#report#home-1', sk: 'FACT#2026-03-31#SUBMISSION#report-1', shape: 2 },
        ...{ group: 'report', home_id: 'home-1', day: '2026-03-31', add, case_id: null },
        ...{ submission_id: 'report-1', title: 'José A. Solís de Ortega', detail: 'K7MQ-2XRT' },
      },
    ]);
    expect(projected()?.addends).toEqual([
      { key: { pk: 'T#org#MONTHSUMS#home-1', sk: '2026-03' }, add: { 'report.n': 1, 'report.status.new': 1 } },
    ]);
  });

  it('still counts on that day after the conversion, and leads to the case', () => {
    const converted = { status: 'converted', case_id: 'case-1', case_number: 'WA-2026-0001' };
    const { row, copies } = projected(converted) ?? {};
    expect(row).toMatchObject(converted);
    expect(copies?.[1]).toMatchObject({
      ...{ day: '2026-03-31', add: '{"n":1,"status.converted":1}', case_id: 'case-1' },
    });
  });

  it('projects an old report without a day and with nearly no data', () => {
    const { row, tokens, shared, copies } = projected({ received_on: null, language: undefined, form: {} }) ?? {};
    expect(row).toMatchObject({
      ...{ deceased_full_name: '', submitter_phone: '', by_another: false, language: 'en', stillborn: false },
    });
    expect({ tokens, shared }).toEqual({ tokens: ['k7mq', '2xrt'], shared: [] });
    expect(copies?.[1]).toMatchObject({ day: '2026-04-01', title: 'Name not given' });
  });

  it('excludes an inquiry from figures and duplicates', () => {
    for (const kind of ['pre_need', 'obituary']) {
      const { row, shared, addends, copies } = projected({ kind }) ?? {};
      expect(row).toMatchObject({ kind });
      expect({ shared, addends }).toEqual({ shared: [], addends: [] });
      expect(copies).toEqual([{ pk: 'STATUS#K7MQ-2XRT', sk: 'PROGRESS', status: 'received', contacted_at: null }]);
    }
  });

  it('projects nothing of a deleted report', () => {
    expect(submissionProjection.project(keysOf('org'), 'report-1', [])).toBeUndefined();
  });
});
