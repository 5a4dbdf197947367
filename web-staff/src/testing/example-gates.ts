import type { CaseGates, GateCheck } from '#domain/gates/gate.schema.ts';
import { type Check, checkLabels } from '#domain/gates/gate-names.ts';

const nowhere = { section: null, field: null, permit_id: null, envelope_id: null, record: null } as const;
const source = { text: 'Florida Statutes 497.607', reliability: 'primary', reviewed: '2026-11-28' } as const;

export const exampleCheck = (check: Check, changes: Partial<GateCheck> = {}): GateCheck => ({
  check,
  title: checkLabels[check],
  state: 'met',
  text: 'Recorded',
  source: null,
  place: nowhere,
  override: null,
  ...changes,
});

const missing = (check: Check, text: string, place: Partial<GateCheck['place']>) =>
  exampleCheck(check, { state: 'missing', text, place: { ...nowhere, ...place } });

/** A cremation of which three checks are missing and one is overridden. */
export const exampleGates = (changes: Partial<CaseGates> = {}): CaseGates => ({
  method: { value: 'cremation', label: 'Cremation', is_proposed: false },
  planned: { date: '2026-11-23', time: '10:00' },
  last_gate: 'cremation',
  gates: [
    {
      gate: 'preparation',
      title: 'Preparation',
      is_at_plan: false,
      done: 1,
      of: 1,
      checks: [exampleCheck('identified')],
    },
    {
      gate: 'cremation',
      title: 'Cremation',
      is_at_plan: true,
      done: 2,
      of: 5,
      checks: [
        missing('identified', 'Nobody has identified the deceased.', { record: 'identification' }),
        missing('authorization', '0 of 1 signed: an adult child.', { record: 'authorization' }),
        missing('pacemaker', 'No one has recorded its removal.', {
          section: 'medical',
          field: 'pacemaker_removed_by',
        }),
        exampleCheck('names', {
          state: 'overridden',
          text: 'Authorization says Dorothy M. Briggs.',
          override: {
            reason: 'License checked: same person',
            by_name: 'Marcus Ames',
            second_name: 'Dee Kowalski',
            at: '2026-11-20T13:31:00.000Z',
            second_id: '018f0000-0000-7000-8000-00000000d001',
            confirmed_at: null,
          },
        }),
        exampleCheck('method', { text: 'Cremation', source }),
        exampleCheck('effects', { state: 'not_needed', text: 'There are none' }),
      ],
    },
  ],
  embalming: { answer: 'not_asked', by: '', on: '', how: '', recorded: null },
  authorization: {
    state: 'FL',
    who: 'An adult child',
    agreement: 'one',
    needed: 1,
    signed: 0,
    is_complete: false,
    signers: [{ name: 'Robert Briggs', relationship: 'son', state: 'open', at: null, note: '', envelope_id: null }],
    others: ['Ellen Briggs'],
    statements: ['I have the legal right.'],
    waiver: '',
    also: '',
    source,
    order_source: { ...source, text: 'Florida Statutes 497.005' },
  },
  identification: null,
  objections: [],
  steps: [],
  ...changes,
});
