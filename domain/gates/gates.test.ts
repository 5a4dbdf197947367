import { describe, expect, it } from 'vitest';
import { authorizationOf } from './authorization.ts';
import { authorizationRules, generalAuthorization } from './authorization-rules.ts';
import type { GateEntry, SignedPaper } from './gate-entries.ts';
import { gateFactsOf } from './gate-facts.ts';
import { type Check, checksOf, type Gate, type Receiver } from './gate-names.ts';
import { gateOf, gatesOf, missingOf, redGateOf } from './gates.ts';

type Values = Record<string, unknown>;

const core = { status: 'active' as const, home_state: 'FL', home_time_zone: 'America/New_York' };
const died = { date_of_death: '2026-03-02', time_of_death: '10:00', state_of_death: 'FL' };
const named = { deceased_first_name: 'Dorothy', deceased_last_name: 'Briggs', ...died };
const permit = (changes: object = {}) => ({
  ...{ id: 'p1', permit_name: 'Burial-transit permit', permit_number: '55', name_on_permit: 'Dorothy Briggs' },
  ...{ issue_date: '2026-03-03', expiry_date: null, returned_date: null, ...changes },
});
const approval = permit({ id: 'p2', permit_name: 'Medical examiner’s cremation approval' });
const stamp = (at = '2026-03-03T12:00:00.000Z') => ({ id: at, by_name: 'Dee', recorded_at: at });
const identified: GateEntry = {
  ...{ kind: 'identification', identified_by: 'Robert', relationship: 'son', how: 'in_person' },
  ...{ at: '2026-03-03T10:20', note: '', ...stamp() },
};
const answer = (person: string, response: string, at?: string): GateEntry =>
  ({
    kind: 'answer',
    person,
    answer: response,
    note: 'By phone',
    name_on_paper: 'Dorothy Briggs',
    ...stamp(at),
  }) as GateEntry;
const paper = (name: string, changes: Partial<SignedPaper> = {}): SignedPaper => ({
  ...{ envelope_id: 'e1', type: 'cremation_authorization', name, relationship: 'son', declined_at: null },
  ...{ signed_at: '2026-03-03T15:00:00.000Z', deceased_name: 'Dorothy Briggs', method: 'Cremation', ...changes },
});
const kin = (relationship: string, ...names: string[]) =>
  names.map((first_name) => ({ relationship, first_name, last_name: 'Briggs' }));

interface Case {
  sections?: Record<string, Values>;
  permits?: ReturnType<typeof permit>[];
  entries?: GateEntry[];
  signatures?: SignedPaper[];
  home?: object;
}

/** A cremation in Florida with everything that it needs, and these changes. */
const factsOf = ({ sections = {}, home = {}, ...parts }: Case = {}) => {
  const whole: Record<string, Values> = {
    deceased: named,
    service: { service_type: 'direct_cremation' },
    medical: { has_pacemaker: false, cremation_date: '2026-03-05', cremation_time: '10:00' },
    innerOffice: { personal_effects_decision: 'none' },
    informant: { next_of_kins: kin('spouse', 'Robert') },
  };
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(whole), ...Object.keys(sections)])].map((id) => [
      id,
      { ...whole[id], ...sections[id] },
    ]),
  );
  return gateFactsOf({ ...core, ...home }, merged, {
    ...{ decisions: [], permits: [permit(), approval], entries: [identified], signatures: [paper('Robert Briggs')] },
    effects: [],
    ...parts,
  });
};
const burial = { service_type: 'direct_burial' };
const at = (day: string, time = '10:00') => ({ day, time });
const lacking = (changes: Case, gate: Gate = 'cremation', when = at('2026-03-05')): Check[] =>
  missingOf(gateOf(gate, factsOf(changes), when)).map(({ check }) => check);
const check = (name: Check, changes: Case, gate: Gate = 'cremation', when = at('2026-03-05')) =>
  gateOf(gate, factsOf(changes), when).checks.find((one) => one.check === name);

describe('gatesOf', () => {
  it('opens the gate of a cremation with everything in order', () => {
    const [, , release, cremation] = gatesOf(factsOf(), at('2026-03-05'));
    expect(cremation).toMatchObject({ gate: 'cremation', done: 10, of: 10 });
    expect(release).toMatchObject({ gate: 'release', done: 9, of: 9 });
  });

  it.each<[string, Check, Case]>([
    ['no agreed method', 'method', { sections: { service: { service_type: 'memorial' } } }],
    ['another method', 'method', { sections: { service: { service_type: 'memorial', disposition_method: 'burial' } } }],
    [
      'a contradicting service',
      'method',
      { sections: { service: { disposition_method: 'natural_organic_reduction', service_type: 'graveside' } } },
    ],
    ['no identification', 'identified', { entries: [] }],
    ['no signature', 'authorization', { signatures: [] }],
    [
      'an open objection',
      'objection',
      {
        entries: [
          identified,
          { kind: 'objection', raised_by: 'Ellen', text: 'No', at: '2026-03-03T11:00', settled: null, ...stamp() },
        ],
      },
    ],
    [
      'a permit that allows no disposition',
      'permit',
      { permits: [permit({ permit_name: 'Cemetery opening permit' }), approval] },
    ],
    ['an expired permit', 'permit', { permits: [permit({ expiry_date: '2026-03-04' }), approval] }],
    ['no clearance in a state that asks for it', 'examiner', { permits: [permit()] }],
    ['an unreleased case of the examiner', 'examiner', { sections: { medical: { medical_examiner_case: true } } }],
    ['an unanswered pacemaker', 'pacemaker', { sections: { medical: { has_pacemaker: undefined } } }],
    ['a pacemaker in place', 'pacemaker', { sections: { medical: { has_pacemaker: true } } }],
    ['undecided effects', 'effects', { sections: { innerOffice: { personal_effects_decision: '' } } }],
    ['another name on the permit', 'names', { permits: [permit({ name_on_permit: 'Doris Briggs' }), approval] }],
    ['another name on the approval', 'names', { permits: [permit(), { ...approval, name_on_permit: 'Doris Briggs' }] }],
    [
      'another name on the authorization',
      'names',
      { signatures: [paper('Robert Briggs', { deceased_name: 'D. Briggs' })] },
    ],
  ])('keeps the gate of a cremation closed with %s', (_, missing, changes) => {
    expect(lacking(changes)).toContain(missing);
  });

  it('keeps an objection open until its settlement, also for a step before it', () => {
    const settled = { text: 'Agreed', by_name: 'Dee', at: '2026-03-05T20:00:00.000Z' };
    const objection = { ...{ kind: 'objection', raised_by: 'Ellen', at: '2026-03-03T11:00', text: 'No' }, settled };
    const entries = [identified, { ...objection, ...stamp() } as GateEntry];
    expect(lacking({ entries }, 'cremation', at('2026-03-05', '10:00'))).toEqual(['objection']);
    expect(lacking({ entries }, 'cremation', at('2026-03-06', '10:00'))).toEqual([]);
  });

  it('counts neither an identification nor a signature from after the step', () => {
    const late: Case = {
      entries: [{ ...identified, at: '2026-03-05T10:01' } as GateEntry],
      signatures: [paper('Robert Briggs', { signed_at: '2026-03-05T15:01:00.000Z' })],
    };
    expect(lacking(late)).toEqual(['identified', 'authorization']);
    const sameMinute = { signatures: [paper('Robert Briggs', { signed_at: '2026-03-05T15:00:59.000Z' })] };
    expect(lacking(sameMinute)).toEqual([]);
    expect(lacking(late, 'cremation', at('2026-03-05', '10:01'))).toEqual([]);
  });

  it.each([
    ['is applied for', { issue_date: null, name_on_permit: '' }],
    ['has expired', { expiry_date: '2026-03-04', name_on_permit: 'Dorthy Briggs' }],
  ])('does not compare the name on a permit that %s', (_, changes) => {
    expect(lacking({ permits: [permit({ id: 'p0', ...changes }), permit(), approval] })).toEqual([]);
  });

  it('counts an overridden check as done, but never a met one as overridden', () => {
    const override: GateEntry = {
      ...{ kind: 'override', gate: 'cremation', check: 'identified', reason: 'The coroner did' },
      ...{ second_id: 'p', second_name: 'Eleanor', ...stamp() },
    };
    expect(check('identified', { entries: [override] })).toMatchObject({
      state: 'overridden',
      override: { reason: 'The coroner did', by_name: 'Dee', second_name: 'Eleanor' },
    });
    expect(check('identified', { entries: [identified, override] })).toMatchObject({ state: 'met', override: null });
    expect(check('identified', { entries: [override] }, 'release')).toMatchObject({ state: 'missing' });
  });

  it('keeps the gate of a recorded step as it was at its time', () => {
    const step: GateEntry = { kind: 'step', step: 'cremated', at: '2026-03-02T18:00', place: '', note: '', ...stamp() };
    const override: GateEntry = {
      ...{ kind: 'override', gate: 'cremation', check: 'wait', reason: 'It happened' },
      ...{ missing: 'Not over before Mar 4, 2026, 10:00 AM.', second_id: 'p', second_name: 'Eleanor', ...stamp() },
    };
    const waits = (entries: GateEntry[]) =>
      gatesOf(factsOf({ entries }), at('2026-03-09')).map(
        ({ checks }) => checks.find((one) => one.check === 'wait')?.state,
      );
    expect(waits([identified, override]).at(-1)).toBe('met');
    expect(waits([identified, override, step]).at(-1)).toBe('overridden');
  });

  it('keeps the gate of a burial whose method was changed afterwards', () => {
    const step = {
      ...{ kind: 'step', step: 'buried', at: '2026-03-02T18:00', place: 'Oak Hill', note: '' },
      ...stamp(),
    };
    expect(gatesOf(factsOf({ entries: [step as GateEntry] }), at('2026-03-09')).map(({ gate }) => gate)).toEqual([
      ...['preparation', 'viewing', 'release', 'cremation', 'burial'],
    ]);
  });

  it('asks before the preparation only whether there is a pacemaker', () => {
    expect(check('pacemaker', { sections: { medical: { has_pacemaker: true } } }, 'preparation')).toMatchObject({
      ...{ title: 'Pacemaker known', state: 'met', text: 'There is a pacemaker' },
    });
  });

  it('overrides only what was missing then, not the next objection', () => {
    const objection = (raised_by: string, settled = false): GateEntry => ({
      ...{ kind: 'objection', raised_by, at: '2026-03-03T11:00', text: 'No', ...stamp() },
      settled: settled ? { text: 'Agreed', by_name: 'Dee', at: '2026-03-03T13:00:00.000Z' } : null,
    });
    const override: GateEntry = {
      ...{ kind: 'override', gate: 'cremation', check: 'objection', reason: 'A court decided', missing: 'Ellen: No' },
      ...{ second_id: 'p', second_name: 'Eleanor', ...stamp() },
    };
    const stateWith = (...entries: GateEntry[]) => check('objection', { entries: [...entries, override] })?.state;
    expect(stateWith(objection('Ellen'))).toBe('overridden');
    expect(stateWith(objection('Ellen', true), objection('Chidi'))).toBe('missing');
  });

  it.each<[Receiver, Check[], Case]>([
    ['crematory', ['method'], { sections: { service: burial } }],
    ['cemetery', [], { sections: { service: burial } }],
    ['cemetery', ['method'], {}],
    ['program', ['method'], {}],
    ['firm', [], { signatures: [], permits: [] }],
    ['firm', ['identified'], { entries: [] }],
    ['family', ['authorization'], { signatures: [] }],
  ])('asks before a release for what the receiver needs: %s', (receiver, lacks, changes) => {
    const found = missingOf(gateOf('release', factsOf(changes), at('2026-03-05'), receiver));
    expect(found.map((one) => one.check)).toEqual(lacks);
  });

  it('buries no one whose method is cremation, but the cremated remains', () => {
    expect(lacking({}, 'burial')).toContain('method');
    const cremated: GateEntry = {
      kind: 'step',
      step: 'cremated',
      at: '2026-03-05T10:00',
      place: '',
      note: '',
      ...stamp(),
    };
    expect(lacking({ entries: [identified, cremated] }, 'burial')).not.toContain('method');
  });

  it('lists what is missing first and what is not needed last', () => {
    const { checks } = gateOf(
      'cremation',
      factsOf({ entries: [], sections: { deceased: { stillborn: true } } }),
      at('2026-03-05'),
    );
    expect([checks[0]?.state, checks.at(-1)?.state]).toEqual(['missing', 'not_needed']);
  });
});

describe('waiting period', () => {
  it('ends by the minute, and for an unknown time of death after 23:59', () => {
    expect(lacking({}, 'cremation', at('2026-03-04', '09:59'))).toEqual(['wait']);
    expect(lacking({}, 'cremation', at('2026-03-04', '10:00'))).toEqual([]);
    const unknown = { sections: { deceased: { time_of_death: '' } } };
    expect(lacking(unknown, 'cremation', at('2026-03-04', '23:58'))).toEqual(['wait']);
    expect(lacking(unknown, 'cremation', at('2026-03-04', '23:59'))).toEqual([]);
  });

  it('takes the longer one of the states of death and of the crematory', () => {
    const states = (death: string, crematory: string) => ({
      home: { home_state: 'WY', home_time_zone: 'America/Denver' },
      sections: { deceased: { state_of_death: death }, medical: { crematory_state: crematory } },
    });
    const early = at('2026-03-03', '11:00');
    expect(check('wait', states('WY', 'TX'), 'cremation', early)?.state).toBe('missing');
    expect(check('wait', states('TX', 'WY'), 'cremation', early)?.state).toBe('missing');
    expect(check('wait', states('WY', 'WY'), 'cremation', early)?.state).toBe('met');
  });

  it('counts hours across nights on which the clocks change', () => {
    const spring = { sections: { deceased: { date_of_death: '2026-03-07', time_of_death: '10:00' } } };
    expect(check('wait', spring, 'cremation', at('2026-03-09', '10:59'))?.state).toBe('missing');
    expect(check('wait', spring, 'cremation', at('2026-03-09', '11:00'))?.state).toBe('met');
    // 01:30 comes twice on November 1: the wait ends with the second, and a step counts as the first.
    const fall = { sections: { deceased: { date_of_death: '2026-10-30', time_of_death: '01:30' } } };
    expect(check('wait', fall, 'cremation', at('2026-11-01', '01:45'))?.state).toBe('missing');
    expect(check('wait', fall, 'cremation', at('2026-11-01', '02:00'))?.state).toBe('met');
  });

  it('needs no wait once it was waived with a reason', () => {
    const facts = factsOf();
    const waived = {
      kind: 'cremation_wait',
      due: null,
      owner: null,
      settled: 'not_needed',
      reason: 'Waived by court',
    } as const;
    const { checks } = gateOf('cremation', { ...facts, decisions: [waived] }, at('2026-03-02', '12:00'));
    expect(checks.find((one) => one.check === 'wait')).toMatchObject({ state: 'not_needed', text: 'Waived by court' });
  });
});

describe('authorizationOf', () => {
  const seven = ['Ann', 'Ben', 'Cal', 'Dot', 'Eve', 'Fay', 'Gus'];
  const children = { informant: { next_of_kins: kin('son', ...seven) } };
  const signedBy = (...names: string[]) => names.map((name) => paper(`${name} Briggs`));

  it('needs a majority of the reachable of seven children, two of them abroad', () => {
    const sections = { ...children, deceased: { state_of_death: 'GA' } };
    const abroad = ['Fay', 'Gus'].map((name) => answer(`${name} Briggs`, 'unreachable'));
    const of = (entries: GateEntry[], ...names: string[]) =>
      authorizationOf(factsOf({ sections, entries, signatures: signedBy(...names) }));
    expect(of([], 'Ann', 'Ben', 'Cal')).toMatchObject({ needed: 4, signed: 3, isComplete: false });
    expect(of(abroad, 'Ann', 'Ben')).toMatchObject({ needed: 3, signed: 2, isComplete: false });
    expect(of(abroad, 'Ann', 'Ben', 'Cal')).toMatchObject({ agreement: 'majority', needed: 3, isComplete: true });
    expect(of([...abroad, answer('Dot Briggs', 'declined')], 'Ann', 'Ben', 'Cal').isComplete).toBe(true);
  });

  it('needs everybody of the rank in a state without a rule, and says so', () => {
    const sections = { informant: { next_of_kins: kin('son', 'Ann', 'Ben') }, deceased: { state_of_death: 'WY' } };
    const one = authorizationOf(factsOf({ sections, signatures: signedBy('Ann') }));
    expect(one).toMatchObject({
      state: '',
      rule: generalAuthorization,
      agreement: 'all',
      needed: 2,
      isComplete: false,
    });
    expect(authorizationOf(factsOf({ sections, signatures: signedBy('Ann', 'Ben') })).isComplete).toBe(true);
  });

  it('opens again once a signer withdraws, until a later signature', () => {
    const withdrawn = answer('Robert Briggs', 'withdrawn', '2026-03-03T16:00:00.000Z');
    const of = (...signatures: SignedPaper[]) =>
      authorizationOf(factsOf({ entries: [withdrawn], signatures })).isComplete;
    expect(of(paper('Robert Briggs'))).toBe(false);
    expect(of(paper('Robert Briggs'), paper('Robert Briggs', { signed_at: '2026-03-03T17:00:00.000Z' }))).toBe(true);
  });

  it('opens again after another method, which the signed paper does not name', () => {
    const changed = { sections: { service: { disposition_method: 'alkaline_hydrolysis' } } };
    expect(check('authorization', changed)?.state).toBe('missing');
    const signatures = [paper('Robert Briggs', { method: 'Alkaline hydrolysis' })];
    expect(check('authorization', { ...changed, signatures })?.state).toBe('met');
    expect(check('authorization', { signatures: [paper('Robert Briggs', { method: '' })] })?.state).toBe('met');
  });

  it('passes the right to the next rank when no one of the first has it', () => {
    const sections = { informant: { next_of_kins: [...kin('spouse', 'Robert'), ...kin('son', 'Ann')] } };
    const entries = [answer('Robert Briggs', 'excluded')];
    expect(authorizationOf(factsOf({ sections, entries })).signers.map(({ name }) => name)).toEqual(['Ann Briggs']);
    expect(check('authorization', { sections: { informant: { next_of_kins: [] } } })).toMatchObject({
      state: 'missing',
      text: 'No one on the case has the right to decide.',
    });
  });

  it('counts a signature on paper, and never an unreachable rank as complete', () => {
    const by = (response: string) =>
      authorizationOf(factsOf({ signatures: [], entries: [answer('Robert Briggs', response)] }));
    expect(by('signed')).toMatchObject({ signed: 1, isComplete: true });
    expect(by('unreachable')).toMatchObject({ needed: 1, isComplete: false });
    const signedFor = (method: string) => ({
      signatures: [],
      entries: [{ ...answer('Robert Briggs', 'signed'), method } as GateEntry],
    });
    expect(check('authorization', signedFor('cremation'))?.state).toBe('met');
    expect(check('authorization', signedFor('alkaline_hydrolysis'))?.state).toBe('missing');
  });

  it.each(Object.entries({ ...authorizationRules, general: generalAuthorization }))(
    'names the source of the rule and the day of its review: %s',
    (_, { source, statements }) => {
      expect(source.reviewed).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(new Set(statements).size).toBe(statements.length);
    },
  );
});

describe('kinds of death and method', () => {
  it('asks a stillborn for no pacemaker and no name, but for its parents', () => {
    const sections = {
      deceased: { deceased_first_name: '', deceased_last_name: '', stillborn: true },
      medical: { has_pacemaker: undefined },
      informant: { next_of_kins: kin('parent', 'Ann', 'Ben') },
    };
    const changes = { sections, signatures: [paper('Ann Briggs')] };
    expect(lacking(changes)).toEqual([]);
    expect(lacking({ ...changes, signatures: [] })).toEqual(['authorization']);
  });

  it('releases a donation without a cremation, and cremates after it', () => {
    const donated: GateEntry = {
      kind: 'step',
      step: 'donated',
      at: '2026-03-04T09:00',
      place: 'University',
      note: '',
      ...stamp(),
    };
    const service = { service_type: 'other', disposition_method: 'donation' };
    const donation = { sections: { service }, permits: [permit()], signatures: [] };
    expect(lacking(donation, 'release')).toEqual([]);
    expect(gatesOf(factsOf(donation), at('2026-03-05')).map(({ gate }) => gate)).toEqual([
      'preparation',
      'viewing',
      'release',
    ]);
    const later = {
      sections: { service: { ...service, disposition_method: 'cremation' } },
      entries: [identified, donated],
    };
    expect(lacking(later)).toEqual([]);
    expect(lacking({ ...later, signatures: [] })).toEqual(['authorization']);
    expect(redGateOf(factsOf({ ...later, signatures: [] }), at('2026-03-03'))).toMatchObject({
      gate: 'cremation',
      missing: 1,
    });
  });

  it('waits at the crematory, not at the release', () => {
    expect(
      [checksOf('release', 'cremation'), checksOf('cremation', 'cremation')].map((list) => list.includes('wait')),
    ).toEqual([...[false, true]]);
  });
});

describe('preparation and viewing', () => {
  const approved = {
    embalming_approval: 'in_person',
    embalming_approved_by: 'Karin',
    embalming_approved_on: '2026-03-03',
  };
  const of = (disclosuresAgreement: Values, gate: Gate = 'preparation') =>
    check('embalming', { sections: { disclosuresAgreement } }, gate);

  it('names who approved or refused embalming, or says that no one was asked', () => {
    expect(of(approved)).toMatchObject({ state: 'met', text: 'Karin, Mar 3, 2026' });
    expect(of({})).toMatchObject({ state: 'missing', text: 'No one has asked the family.' });
    const refused = { embalming_refused_by: 'Daniel', embalming_refused_on: '2026-03-03' };
    expect(of({ ...approved, ...refused })).toMatchObject({
      state: 'missing',
      text: 'Do not embalm. Refused by Daniel, Mar 3, 2026.',
    });
    expect(of(refused, 'viewing')).toMatchObject({ state: 'not_needed' });
    expect(of({ ...refused, ...approved, embalming_approved_on: '2026-03-04' })).toMatchObject({ state: 'met' });
  });
});

describe('redGateOf', () => {
  const now = at('2026-03-03', '12:00');
  it('judges the last gate at the planned moment, as the gates of the case do', () => {
    expect(redGateOf(factsOf(), now)).toEqual({ gate: 'cremation', at: at('2026-03-05'), missing: 0 });
    const early = { sections: { medical: { cremation_date: '2026-03-04', cremation_time: '09:00' } } };
    expect(redGateOf(factsOf(early), now)?.missing).toBe(1);
    expect(gatesOf(factsOf(), now).map((gate) => [gate.gate, gate.is_at_plan, missingOf(gate).length])).toEqual([
      ['preparation', false, 2],
      ['viewing', false, 1],
      ['release', false, 0],
      ['cremation', true, 0],
    ]);
    const burial = { sections: { service: { service_type: 'graveside', service_date: '2026-03-06' } }, permits: [] };
    expect(redGateOf(factsOf(burial), now)).toMatchObject({ gate: 'burial', at: { day: '2026-03-06' }, missing: 2 });
  });

  it('counts an identification after a planned day that passed without the step', () => {
    const late = { entries: [{ ...identified, at: '2026-03-06T09:00' } as GateEntry] };
    expect(redGateOf(factsOf(late), at('2026-03-04'))?.missing).toBe(1);
    expect(redGateOf(factsOf(late), at('2026-03-06'))?.missing).toBe(0);
  });

  it('leaves out cases that are over, have no day or no method', () => {
    const step: GateEntry = {
      kind: 'step',
      step: 'cremated',
      at: '2026-03-05T10:00',
      place: 'Ames',
      note: '',
      ...stamp(),
    };
    const over: Case[] = [
      { entries: [step] },
      { home: { status: 'completed' } },
      { sections: { medical: { cremation_date: '' } } },
      { sections: { service: { service_type: 'memorial' } } },
    ];
    for (const changes of over) expect(redGateOf(factsOf(changes), now)).toBeUndefined();
  });
});
