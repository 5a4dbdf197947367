import { describe, expect, it } from 'vitest';
import { gateFactsOf } from '#domain/gates/gate-facts.ts';
import type { TaskFact } from './checklist.ts';
import { metFacts, type RecordedFacts } from './task-facts.ts';

const now = '2026-11-12T12:00:00.000Z';
const at = '2026-11-11T20:10:00.000Z';

type Sections = Record<string, Record<string, unknown>>;
const facts = (sections: Sections = {}, changes: Partial<RecordedFacts> = {}, parts: object = {}): RecordedFacts => ({
  gates: gateFactsOf({ status: 'active' }, sections, {
    ...{ decisions: [], permits: [], entries: [], signatures: [], effects: [] },
    ...parts,
  }),
  ...{ isCompleted: false, hasStatement: false, hasPayment: false },
  ...{ permits: [], copies: [], custody: [], photos: [], signed: [] },
  ...changes,
});

const permit = (changes: object = {}) => ({
  ...{ permit_name: 'Burial-transit permit', returned_date: null, created_at: at, updated_at: at },
  ...{ created_by_name: 'Dee', ...changes },
});
const copy = (move: 'ordered' | 'received' | 'handed_out') => ({ move, created_at: at, created_by_name: 'Dee' });
const moved = (kind: string) => ({ to: { kind }, recorded_at: at, recorded_by_name: 'Dee' });
const identification = { kind: 'identification', id: '1', by_name: 'Dee', recorded_at: at };
const step = { kind: 'step', id: '1', step: 'buried', at: '', place: '', note: '', by_name: 'Dee', recorded_at: at };
const ring = {
  kind: 'listed',
  id: '1',
  effect_id: 'ring',
  description: 'Ring',
  count: 1,
  worn: true,
  note: '',
  photo_id: null,
};
const decided = { kind: 'decided', id: '2', effect_id: 'ring', decision: 'return', decided_by: 'Ana' };
const by = { by_name: 'Dee', recorded_at: at };
const disclosures = 'disclosuresAgreement';

const stated: readonly (readonly [TaskFact, RecordedFacts])[] = [
  ['into_care', facts({}, { custody: [moved('prep')] })],
  ['into_cooler', facts({}, { custody: [moved('prep'), moved('cooler')] })],
  ['embalming_answered', facts({ [disclosures]: { embalming_refused_on: '2026-11-11' } })],
  ['identified', facts({}, {}, { entries: [identification] })],
  ['photo_added', facts({}, { photos: [{ at, by_name: 'Dee' }] })],
  [
    'effects_decided',
    facts(
      {},
      {},
      {
        effects: [
          { ...ring, ...by },
          { ...decided, ...by },
        ],
      },
    ),
  ],
  ['price_list_given', facts({ [disclosures]: { price_list_given_on: '2026-11-11' } })],
  ['statement_finalized', facts({}, { hasStatement: true })],
  ['payment_recorded', facts({}, { hasPayment: true })],
  ['envelope_completed', facts({}, { signed: [{ at, by_name: null }] })],
  ['certificate_delivered', facts({ deathCertificate: { dc_delivered_to_doctor_date: '2026-11-11' } })],
  ['certified', facts({ deathCertificate: { dc_doctor_completed: true } })],
  ['filed', facts({ deathCertificate: { dc_county_completed: true } })],
  ['permit_added', facts({}, { permits: [permit()] })],
  ['permit_returned', facts({}, { permits: [permit({ returned_date: '2026-11-11' })] })],
  ['copies_ordered', facts({}, { copies: [copy('ordered')] })],
  ['copies_received', facts({}, { copies: [copy('received')] })],
  ['copies_handed_out', facts({}, { copies: [copy('handed_out')] })],
  ['social_security_notified', facts({ medical: { ssa_notification_date: '2026-11-11' } })],
  ['service_scheduled', facts({ service: { service_date: '2026-11-14', service_location: 'Grace Chapel' } })],
  ['obituary_written', facts({ obituary: { obituary_text: 'She lived here.' } })],
  ['discharge_collected', facts({ veteran: { dd214_collected: true } })],
  ['urn_ordered', facts({ medical: { urn_ordered: true } })],
  ['disposition_recorded', facts({}, {}, { entries: [step] })],
  ['follow_up_call', facts({ innerOffice: { follow_up_call_made: '2026-11-20T10:00' } })],
  ['follow_up_letter', facts({ innerOffice: { follow_up_letter_sent: '2026-11-20T10:00' } })],
  ['case_completed', facts({}, { isCompleted: true })],
];

describe('metFacts', () => {
  it.each(stated)('states that %s', (fact, recorded) => {
    expect(Object.keys(metFacts(recorded, now))).toContain(fact);
  });

  it('states nothing of an empty case', () => {
    expect(metFacts(facts(), now)).toEqual({});
  });

  it('says who recorded a fact first, and when', () => {
    const later = { ...copy('ordered'), created_at: now, created_by_name: 'Tom' };
    expect(metFacts(facts({}, { copies: [later, copy('ordered')] }), now).copies_ordered).toEqual({
      at,
      by_name: 'Dee',
    });
  });
  it('dates a fact of the form to now and names no one', () => {
    expect(metFacts(facts({ medical: { urn_ordered: true } }), now).urn_ordered).toEqual({ at: now, by_name: '' });
  });

  it.each([
    ['a service without a place', facts({ service: { service_date: '2026-11-14' } })],
    ['a void permit', facts({}, { permits: [permit({ permit_name: 'Burial permit (void)' })] })],
    ['an effect without a decision', facts({}, {}, { effects: [{ ...ring, ...by }] })],
    ['unticked boxes and blank text', facts({ veteran: { dd214_collected: false }, obituary: { obituary_text: ' ' } })],
  ])('states nothing about %s', (_, recorded) => {
    expect(metFacts(recorded, now)).toEqual({});
  });

  it('states that the authorization is signed only once everyone who must sign has', () => {
    const relatives = [{ first_name: 'Ana', last_name: 'Núñez', relationship: 'spouse' }];
    const sections = { service: { service_type: 'direct_cremation' }, informant: { next_of_kins: relatives } };
    const answer = {
      kind: 'answer',
      id: '1',
      person: 'Ana Núñez',
      answer: 'signed',
      note: '',
      name_on_paper: '',
      ...by,
    };
    expect(metFacts(facts(sections), now).authorization_signed).toBeUndefined();
    const signed = facts(sections, {}, { entries: [{ ...answer, method: 'cremation' }] });
    expect(signed.gates.family).toHaveLength(1);
    expect(metFacts(signed, now).authorization_signed).toBeDefined();
  });
});
