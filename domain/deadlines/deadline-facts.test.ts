import { describe, expect, it } from 'vitest';
import { factsOf } from './deadline-facts.ts';
import { obligationsOf } from './obligations.ts';

const owner = 'marcus';

describe('factsOf', () => {
  it('reads the facts from the sections', () => {
    const sections = {
      deceased: { date_of_death: '2026-03-02', time_of_death: '16:10', state_of_death: 'FL' },
      service: { service_type: 'traditional', service_date: '2026-03-09' },
      deathCertificate: { dc_delivered_to_doctor_date: '2026-03-03', dc_doctor_completed: true },
      veteran: { is_veteran: true },
    };
    expect(factsOf({ status: 'active' }, sections, [])).toMatchObject({
      ...{
        state: 'FL',
        died: { day: '2026-03-02', time: '16:10' },
        isCremation: false,
        disposition: { day: '2026-03-09' },
      },
      ...{ delivered: '2026-03-03', certified: '', filed: undefined, isVeteran: true, hasVaClaim: false },
    });
  });

  it('prefers the day of cremation to that of a service unless the service buries', () => {
    const of = (service_type: string, cremation_date?: string) =>
      factsOf(
        { status: 'draft' },
        { service: { service_type, service_date: '2026-03-09' }, medical: { cremation_date, cremation_time: '09:30' } },
        [],
      );
    expect(of('cremation')).toMatchObject({ isCremation: true, disposition: undefined });
    const cremation = { day: '2026-03-06', time: '09:30' };
    expect(of('cremation', '2026-03-06')).toMatchObject({ cremation, disposition: cremation });
    expect(of('memorial').disposition).toBeUndefined();
    expect(of('graveside').disposition).toEqual({ day: '2026-03-09' });
  });

  it.each([
    ['traditional', '', '2026-03-09'],
    ['graveside', '', '2026-03-09'],
    ['direct_burial', '', '2026-03-09'],
    ['memorial', '', undefined],
    ['memorial', 'burial', '2026-03-07'],
    ['visitation', 'burial', '2026-03-07'],
    ['other', 'cremation', '2026-03-06'],
    ['memorial', 'cremation', '2026-03-06'],
    ['direct_cremation', 'burial', '2026-03-07'],
    ['direct_cremation', 'unknown', '2026-03-06'],
    ['direct_cremation', 'removal_from_state', '2026-03-07'],
    ['traditional', 'cremation', '2026-03-06'],
    ['traditional', 'donation', '2026-03-07'],
  ])('takes the disposition of a %s service with method %j from %s', (service_type, method, day) => {
    const service = { service_type, service_date: '2026-03-09', disposition_method: method };
    const read = factsOf(
      { status: 'active' },
      { service: { ...service, disposition_date: '2026-03-07' }, medical: { cremation_date: '2026-03-06' } },
      [],
    );
    const isCremation = day === '2026-03-06';
    expect(read.isCremation).toBe(isCremation);
    expect(read.disposition?.day).toBe(day);
    expect(read.cremation !== undefined).toBe(isCremation);
  });

  it('finds a pending cause in either section, and when an amendment was asked for', () => {
    const of = (deathCertificate: object, medical: object = {}) =>
      factsOf(
        { status: 'active' },
        {
          deceased: { date_of_death: '2026-03-02' },
          deathCertificate: { ...deathCertificate },
          medical: { ...medical },
        },
        [],
      );
    expect(of({}, { cause_of_death_pending: true }).causeIsPending).toBe(true);
    expect(of({ cause_of_death_pending: false }).causeIsPending).toBe(false);
    expect(of({ cause_of_death_pending: false }, { cause_of_death_pending: true }).causeIsPending).toBe(true);
    expect(of({}, { manner_of_death: 'pending' }).causeIsPending).toBe(true);
    expect(of({ dc_amendment_needed: true }).amendmentAsked).toBe('2026-03-02');
    const asked = { dc_amendment_needed: true, dc_amendment_asked_date: '2026-03-20', dc_amended_date: '2026-03-22' };
    expect(of(asked)).toMatchObject({ amendmentAsked: '2026-03-20', amended: '2026-03-22' });
  });

  it('uses the time of a burial after a memorial service', () => {
    const sections = {
      deceased: { date_of_death: '2026-03-02', time_of_death: '12:00', state_of_death: 'TX' },
      service: {
        ...{ service_type: 'memorial', disposition_method: 'burial' },
        ...{ disposition_date: '2026-03-03', disposition_time: '11:00' },
      },
    };
    const read = factsOf({ status: 'active' }, sections, []);
    expect(read.disposition).toEqual({ day: '2026-03-03', time: '11:00' });
    expect(obligationsOf(read, { owner }).find(({ kind }) => kind === 'preservation')?.done).toEqual({ on: null });
  });

  it('omits voided permits, so that they meet and start nothing', () => {
    const sections = {
      deceased: { date_of_death: '2026-03-02', state_of_death: 'PA' },
      service: { service_type: 'direct_burial', service_date: '2026-03-06' },
    };
    const days = { issue_date: '2026-03-04', expiry_date: '2026-03-20', returned_date: '2026-03-10' };
    const of = (permit_name: string, more: object = {}) => {
      const read = factsOf({ status: 'active' }, sections, [{ permit_name, ...days, ...more }]);
      return obligationsOf(read, { owner }).map(({ kind, done }) => `${kind}${done ? ' done' : ''}`);
    };
    expect(of('Permit for disposal')).toEqual(expect.arrayContaining(['permit done', 'permit_return done']));
    expect(of('Permit for disposal (void)')).toEqual(expect.arrayContaining(['permit', 'permit_return']));
    expect(of('Permit for disposal', { returned_date: null })).toContain('permit_expiry');
    expect(of('Permit for disposal, replaced', { returned_date: null })).not.toContain('permit_expiry');
  });

  it('uses the home’s state until the state of death is known, and none abroad', () => {
    const of = (deceased: Record<string, string>) =>
      factsOf({ status: 'active', home_state: 'FL' }, { deceased }, []).state;
    expect(of({})).toBe('FL');
    expect(of({ state_of_death: 'OH' })).toBe('OH');
    expect(of({ country_of_death: 'Mexico' })).toBe('');
    const received = (deceased: Record<string, string>) =>
      factsOf({ status: 'active' }, { deceased, servicesFees: { receiving_remains_from: 'Kessler' } }, []).receivedFrom;
    expect([received({}), received({ state_of_death: 'OH' })]).toEqual(['Kessler', '']);
  });

  it.each([
    [{ status: 'draft' }, true],
    [{ status: 'active' }, true],
    [{ status: 'active', deadlines_run: false }, false],
    [{ status: 'completed' }, false],
    [{ status: 'completed', deadlines_run: true }, true],
    [{ status: 'cancelled', deadlines_run: true }, false],
  ] as const)('decides for %j whether deadlines run: %j', (core, isRunning) => {
    const read = factsOf(core, { deceased: { date_of_death: '2026-03-02', state_of_death: 'FL' } }, []);
    expect(read.isRunning).toBe(isRunning);
    expect(obligationsOf(read, { owner }).some(({ kind }) => kind === 'filing')).toBe(isRunning);
  });

  it('returns none of an empty case', () => {
    expect(obligationsOf(factsOf({ status: 'draft' }, {}, []), { owner: null })).toEqual([]);
  });
});
