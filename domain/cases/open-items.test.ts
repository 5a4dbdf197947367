import { describe, expect, it } from 'vitest';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { dueBySection, nextStepOn, nextSteps, openItems } from './open-items.ts';

const today = '2026-03-10';
const deadline = (kind: Deadline['kind'], due: string, more: Partial<Deadline> = {}): Deadline =>
  ({
    kind,
    title: `Title of ${kind}`,
    due,
    time: null,
    done: false,
    broken: false,
    is_wait: false,
    ...more,
  }) as Deadline;
const cremation = { service_type: 'cremation', cremation_date: '2026-03-12', has_pacemaker: true };
const labels = (...input: Parameters<typeof openItems>) => openItems(...input).map(({ label }) => label);

describe('openItems', () => {
  it('orders a pacemaker, deadlines, events to come and the balance', () => {
    const values = { ...cremation, service_date: '2026-03-11', contract_total: '4500.00', total_paid: '0.00' };
    const deadlines = [deadline('permit', '2026-03-12'), deadline('filing', '2026-03-09')];
    expect(openItems(values, deadlines, today).map(({ label, detail, section }) => [label, detail, section])).toEqual([
      ['Record pacemaker removal', 'It must be out before the cremation on Mar 12, 2026.', 'medical'],
      ['Title of filing', 'Was due Mar 9, 2026.', 'deathCertificate'],
      ['Title of permit', 'Due Mar 12, 2026.', 'compliance'],
      [expect.stringContaining('on Mar 11, 2026'), '', 'service'],
      ['Cremation on Mar 12, 2026', '', 'medical'],
      ['Collect $4,500.00', '', 'financial'],
    ]);
  });

  it('asks for the filing to be recorded once the certificate is with the county', () => {
    const delivered = { dc_delivered_to_county_date: '2026-03-08' };
    expect(openItems(delivered, [deadline('filing', '2026-03-12')], today)).toMatchObject([
      { label: 'Record the filing', detail: 'With the county, due Mar 12, 2026.' },
    ]);
  });

  it('names a cremation that is too early', () => {
    const early = deadline('cremation_wait', '2026-03-13', { broken: true, is_wait: true, time: '16:10' });
    const values = { service_type: 'cremation', cremation_date: '2026-03-12' };
    expect(openItems(values, [early], today)[0]).toMatchObject({
      ...{ label: 'Move the cremation', detail: 'It is too early: not before Mar 13, 2026, 4:10 PM.' },
      field: 'cremation_date',
    });
  });

  it.each<[string, Record<string, unknown>, Deadline[]]>([
    [
      'a removed pacemaker',
      { ...cremation, cremation_date: '', pacemaker_removed_by: 'Dr. A', pacemaker_removed_on: today },
      [],
    ],
    ['a pacemaker at a burial', { service_type: 'traditional', has_pacemaker: true }, []],
    ['a service that is past', { service_type: 'traditional', service_date: '2026-03-09' }, []],
    ['a paid balance', { contract_total: '10.00', total_paid: '10.00' }, []],
    ['an overpayment', { contract_total: '10.00', total_paid: '12.00' }, []],
    ['a deadline that was met', {}, [deadline('filing', '2026-03-09', { done: true })]],
  ])('does not count %s', (_, values, deadlines) => {
    expect(labels(values, deadlines, today)).toEqual([]);
  });
});

describe('nextSteps', () => {
  const events = { ...cremation, has_pacemaker: false, service_date: '2026-03-11' };

  it('stores the most urgent item, and of events also what follows', () => {
    const steps = nextSteps({ ...events, contract_total: '4500.00', total_paid: '0.00' }, []);
    expect(steps.map(({ label, until }) => [label, until])).toEqual([
      [expect.stringContaining('on Mar 11, 2026'), '2026-03-11'],
      ['Cremation on Mar 12, 2026', '2026-03-12'],
      ['Collect $4,500.00', ''],
    ]);
    const on = (day: string) => nextStepOn(steps, day)?.label;
    expect([on('2026-03-12'), on('2026-03-13')]).toEqual(['Cremation on Mar 12, 2026', 'Collect $4,500.00']);
    expect(nextSteps(events, [deadline('filing', '2026-03-09')])).toEqual([
      { label: 'Title of filing', due: '2026-03-09', until: '' },
    ]);
  });

  it('returns none if nothing is open or all events are past', () => {
    expect(nextSteps({}, [])).toEqual([]);
    expect(nextStepOn(nextSteps(events, []), '2026-03-13')).toBeUndefined();
  });
});

describe('dueBySection', () => {
  const now = { day: today, time: '14:00' };
  const itemsFor = (values: Record<string, unknown>, deadlines: Deadline[] = []) => [
    ...dueBySection(openItems(values, deadlines, today), now),
  ];

  it.each<[string, Partial<Deadline>, string, boolean]>([
    ['2026-03-09', {}, 'Overdue', true],
    ['2026-03-10', { time: '07:15' }, 'Overdue', true],
    ['2026-03-10', { time: '17:00' }, 'Due today', false],
    ['2026-03-16', {}, 'Due Mon', false],
    ['2026-03-17', {}, 'Due Mar 17', false],
  ])('says of a deadline on %s with %o: %s', (due, more, text, isLate) => {
    expect(itemsFor({}, [deadline('filing', due, more)])).toEqual([['deathCertificate', { text, isLate }]]);
  });

  it('names the nearest day of a section, and holds sections without a day', () => {
    const values = { ...cremation, service_date: today, contract_total: '10.00' };
    const deadlines = [deadline('permit_return', '2026-03-20'), deadline('permit', '2026-03-11')];
    expect(Object.fromEntries(itemsFor(values, deadlines))).toEqual({
      medical: { text: 'Due Thu', isLate: false },
      compliance: { text: 'Due Wed', isLate: false },
      service: { text: '', isLate: false },
      financial: { text: 'Balance open', isLate: false },
    });
  });

  it('says that a pacemaker is in place while no day is set', () => {
    expect(itemsFor({ ...cremation, cremation_date: '' })).toEqual([
      ['medical', { text: 'Pacemaker in place', isLate: false }],
    ]);
  });
});
