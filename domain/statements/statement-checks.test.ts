import { describe, expect, it } from 'vitest';
import type { SectionValues } from '#domain/cases/case-validation.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { toStatementCheckInput } from './checked-statement.ts';
import { statementRules } from './funeral-rule.ts';
import { checkStatement } from './statement-checks.ts';

const found = (sections: SectionValues, state = '') => checkStatement(toStatementCheckInput(sections, { state })).found;
const ids = (sections: SectionValues, state?: string) => found(sections, state).map(({ id }) => id);
const agreed = (servicesFees: object, contract_total: string, others: SectionValues = {}): SectionValues => ({
  informant: { informant_name: 'Ada Poe', informant_address: '1 Main St, Ocala, FL, 34470' },
  ...others,
  servicesFees: servicesFees as never,
  financial: { contract_total },
});
const fees = (servicesFees: object): SectionValues => ({ servicesFees: servicesFees as never });
const burial = (burialFees: object): SectionValues => ({ burialFees: burialFees as never });
const agreement = (disclosuresAgreement: object): SectionValues => ({
  disclosuresAgreement: disclosuresAgreement as never,
});
const embalmed = { embalming_fee: '845.00' };
const approval = {
  embalming_reason: 'Viewing on Monday evening',
  embalming_approved_by: 'Quang Minh Nguyễn',
  embalming_approval: 'phone',
  embalming_approved_on: '2026-11-19',
};
const byLaw = { ...approval, embalming_approval: 'law' };
const none = { disclosuresAgreement: { legal_requirement_explanation: 'None. The family selected these items.' } };
const billed = (fees: object): SectionValues => ({ burialFees: { ...fees, burial_fees_handling: 'billed' } });
const liner = { kind: 'merchandise', name: 'Concrete box', description: 'Required by Evergreen Cemetery' };
const line = (values: object) => ({ fee_lines: [{ id: '1', amount: '10.00', name: 'Line', ...values }] });
const bundle = (includes: string, fees: object = {}): SectionValues => ({
  servicesFees: { ...line({ kind: 'package', name: 'Traditional', includes }), ...fees },
});
const detailed = (includes: string): SectionValues => ({
  servicesFees: { direct_cremation_fee: '2250', fee_details: [{ fee: 'direct_cremation_fee', includes }] },
});
const opening = { burialFees: { open_closing_fee: '700', burial_fees_handling: 'cemetery' } };
const advance = (values: object) => ({ cash_advances: [{ id: '1', amount: '10.00', name: 'Crematory', ...values }] });

describe('checkStatement', () => {
  const cases: [id: string, sections: SectionValues, corrected: SectionValues][] = [
    ['embalming-reason', fees(embalmed), { servicesFees: embalmed, disclosuresAgreement: approval }],
    ['embalming-approval', fees(embalmed), { servicesFees: embalmed, disclosuresAgreement: approval }],
    [
      'embalming-beside-direct',
      fees({ ...embalmed, direct_cremation_fee: '2250' }),
      fees({ direct_cremation_fee: '2250' }),
    ],
    ['embalming-reason', bundle('Viewing, embalming'), bundle('Viewing, without embalming')],
    ['embalming-approval', detailed('Transfer, embalming'), detailed('Transfer')],
    ['embalming-unclear', bundle('No charge for embalming'), bundle('No viewing or embalming')],
    ['casket-beside-direct-cremation', detailed('Transfer, oak casket'), detailed('Fiberboard container')],
    [
      'certificates-half-entered',
      fees({ death_certificate_fee_each: '12' }),
      fees({ death_certificate_fee_each: '12', death_certificate_copies: '4' }),
    ],
    ['certificates-half-entered', fees({ death_certificate_copies: '10' }), fees({ death_certificate_copies: '0' })],
    [
      'same-name-co_signer_1',
      { informant: { informant_name: 'Ada Poe' }, disclosuresAgreement: { co_signer_1: 'ADA POE' } },
      { informant: { informant_name: 'Ada Poe' }, disclosuresAgreement: { co_signer_1: 'Ada Poe Jr.' } },
    ],
    ['no-purchaser', {}, { informant: { informant_name: 'Ada Poe' } }],
    [
      'no-purchaser-address',
      { informant: { informant_name: 'Ada Poe' } },
      { informant: { informant_name: 'Ada Poe', informant_address: '1 Main St' } },
    ],
    ['package-includes', detailed(''), detailed('Transfer, crematory fee')],
    [
      'embalming-approved-when',
      { deceased: { date_of_death: '2026-11-20' }, servicesFees: embalmed, disclosuresAgreement: approval },
      { deceased: { date_of_death: '2026-11-19' }, servicesFees: embalmed, disclosuresAgreement: approval },
    ],
    [
      'embalming-approved-when',
      { servicesFees: { ...embalmed, date_of_statement: '2026-11-18' }, disclosuresAgreement: approval },
      { servicesFees: { ...embalmed, date_of_statement: '2026-11-19' }, disclosuresAgreement: approval },
    ],
    ['container-requirement', bundle('Viewing, vault'), bundle('Viewing, vault not included')],
    ['container-requirement', bundle('Rigid container'), detailed('Rigid container')],
    ['container-requirement', billed({ vault_upgrade_fee: '90' }), billed({ saturday_fee: '90' })],
    [
      'container-requirement',
      billed({ additional_fees: '90', additional_fees_description: 'Concrete grave liner' }),
      billed({ additional_fees: '90', additional_fees_description: 'Flowers' }),
    ],
    ['container-requirement', { ...none, servicesFees: line(liner) }, { ...none, servicesFees: line({}) }],
    [
      'container-requirement',
      { servicesFees: embalmed, disclosuresAgreement: { ...byLaw, ...none.disclosuresAgreement } },
      { servicesFees: embalmed, disclosuresAgreement: byLaw },
    ],
    ['additional-fees-undescribed', billed({ additional_fees: '90' }), billed({ saturday_fee: '90' })],
    [
      'doubled-hearse_fee',
      bundle('Hearse', advance({ name: 'Hearse' })),
      bundle('Hearse', advance({ name: '2nd hearse' })),
    ],
    ['doubled-hearse_fee', bundle('A hearse', { hearse_fee: '375' }), bundle('No hearse', { hearse_fee: '375' })],
    ['cemetery-twice', { ...opening, servicesFees: advance({ name: 'Opening and closing' }) }, opening],
    [
      'doubled-basic_services_fee',
      fees({ basic_services_fee: '2495', forwarding_remains_fee: '900' }),
      fees({ forwarding_remains_fee: '900' }),
    ],
    [
      'casket-beside-direct-cremation',
      fees({ casket_fee: '2500', direct_cremation_fee: '2250' }),
      fees({ direct_cremation_fee: '2250' }),
    ],
    [
      'undescribed-merchandise',
      fees({ casket_fee: '2500' }),
      fees({ casket_fee: '2500', fee_details: [{ fee: 'casket_fee', description: '20-gauge steel' }] }),
    ],
    [
      'package-includes',
      fees(line({ kind: 'package' })),
      fees(line({ kind: 'package', description: 'Viewing, ceremony, hearse' })),
    ],
    [
      'container-requirement',
      fees({ outer_burial_container_fee: '1695' }),
      {
        servicesFees: { outer_burial_container_fee: '1695' },
        disclosuresAgreement: { legal_requirement_explanation: 'Required by the cemetery' },
      },
    ],
    [
      'burial-fees-undecided',
      burial({ space_fee: '900' }),
      burial({ space_fee: '900', burial_fees_handling: 'cemetery' }),
    ],
    [
      'vault-twice',
      {
        servicesFees: { outer_burial_container_fee: '1695' },
        burialFees: { vault_fee: '1695', burial_fees_handling: 'cemetery' },
      },
      { servicesFees: { outer_burial_container_fee: '1695' }, ...billed({ saturday_fee: '90' }) },
    ],
    [
      'cemetery-twice',
      {
        servicesFees: { cemetery_cash_advance_fee: '700' },
        burialFees: { open_closing_fee: '700', burial_fees_handling: 'billed' },
      },
      burial({ open_closing_fee: '700', burial_fees_handling: 'billed' }),
    ],
    ['advances-not-itemized', fees({ cash_advance_items_description: 'Flowers' }), fees({})],
    ['advances-estimated', fees(advance({ is_estimate: true })), fees(advance({}))],
    ['advances-marked-up', fees(advance({ is_marked_up: true })), fees(advance({}))],
    [
      'late-charge-terms',
      agreement({ late_charge_percentage: 1.5 }),
      agreement({ late_charge_percentage: 1.5, annual_percentage_rate: 18, payment_due_date: '2026-12-24' }),
    ],
    [
      'late-charge-rate',
      agreement({ late_charge_percentage: 1.5, annual_percentage_rate: 19 }),
      agreement({ late_charge_percentage: 1.5, annual_percentage_rate: 18 }),
    ],
    ['unnamed-line', fees(line({ name: '', kind: 'service' })), fees(line({ kind: 'service' }))],
    [
      'tax-differs',
      fees({ clothing_fee: '100', sales_tax_rate: '6.5', sales_tax: '6' }),
      fees({ clothing_fee: '100', sales_tax_rate: '6.5', sales_tax: '6.50' }),
    ],
    [
      'discounts-too-large',
      fees({ hearse_fee: '9.99', ...line({ kind: 'discount' }) }),
      fees({ hearse_fee: '10', ...line({ kind: 'discount' }) }),
    ],
    ['contract-differs', agreed({ hearse_fee: '375' }, '300.00'), agreed({ hearse_fee: '375' }, '375.00')],
    ['nothing-charged', {}, fees({ hearse_fee: '375' })],
  ];
  it.each(cases)('finds: %s', (id, sections, corrected) => {
    expect(ids(sections)).toContain(id);
    expect(ids(corrected)).not.toContain(id);
  });

  it('covers every rule', () => {
    const tried = new Set(cases.map(([id]) => id));
    expect(statementRules.filter(({ id }) => !tried.has(id)).map(({ id }) => id)).toEqual([
      'advances-marked-up-missouri',
    ]);
  });

  it('rejects a marked-up cash advance in Missouri', () => {
    const marked = { ...advance({}).cash_advances[0], is_marked_up: true };
    const sections = {
      servicesFees: {
        ...{ death_certificate_fee_each: '10', death_certificate_copies: '3' },
        fee_details: [{ fee: 'death_certificate_fee_each', is_marked_up: true }],
        cash_advances: [
          { ...marked, quantity: 2 },
          { ...marked, name: 'Flowers', amount: '0' },
        ],
      },
    };
    expect(ids(sections, 'MO')).toContain('advances-marked-up-missouri');
    expect(ids(sections, 'MO')).not.toContain('advances-marked-up');
    expect(found(sections).find(({ id }) => id === 'advances-marked-up')?.detail).toContain(
      'We charge you for our services in obtaining: Death certificates; Crematory.',
    );
  });

  it('accepts an explained difference from the contract, and names it', () => {
    const explained = { hearse_fee: '375', contract_difference_reason: 'The hearse was added on Friday' };
    const [check] = found(agreed(explained, '300.00'));
    expect(check).toMatchObject({
      id: 'contract-differs',
      tone: 'info',
      title: '$75.00 above the contract total of $300.00.',
      detail: 'The hearse was added on Friday',
    });
  });

  it('fixes each finding by its suggested fix', () => {
    for (const [id, sections] of cases)
      for (const fix of found(sections).find((check) => check.id === id)?.fixes ?? [])
        if ('set' in fix) {
          const { section, values } = fix.set;
          const next = { ...sections, [section]: { ...sections[section], ...values } };
          expect(ids(next), `${id}: ${fix.label}`).not.toContain(id);
        }
  });

  it('leads to existing fields', () => {
    const lists: Readonly<Record<string, string>> = { line: 'fee_lines', advance: 'cash_advances' };
    const allFixes = cases.flatMap(([, sections]) => found(sections).flatMap((check) => check.fixes));
    for (const fix of allFixes) {
      const [section, names] =
        'go' in fix ? [fix.go.section, [fix.go.field]] : [fix.set.section, Object.keys(fix.set.values)];
      const known = caseSections.find(({ id }) => id === section)?.fields.map(({ name }) => name) ?? [];
      for (const name of names) expect(known, fix.label).toContain(lists[name.split('.')[0] ?? ''] ?? name);
    }
  });

  it('names the package that includes embalming, and each additional charge', () => {
    const includes = 'Basic services, embalming, viewing, hearse';
    const fees = { basic_services_fee: '2495', viewing_visitation_fee: '595', hearse_fee: '375' };
    const titles = found(bundle(includes, fees)).map(({ title }) => title);
    expect(titles).toEqual([
      '“Traditional” includes embalming, but no reason is given.',
      '“Traditional” includes embalming, but no approval is recorded.',
      'The case has no contract total yet.',
      'Charged twice: Basic services of director and staff, as a fee and in “Traditional”.',
      'Charged twice: Viewing and visitation, as a fee and in “Traditional”.',
      'Charged twice: Hearse, as a fee and in “Traditional”.',
      'The Statement names no purchaser.',
    ]);
    expect(ids(bundle('Basic services', { basic_services_fee: '2495' }))).toContain('doubled-basic_services_fee');
  });

  it('offers “The family selected it” only if nothing is required', () => {
    const offered = (servicesFees: object, disclosuresAgreement: SectionValues['disclosuresAgreement'] = {}) =>
      found({ servicesFees: servicesFees as never, disclosuresAgreement })
        .find(({ id }) => id === 'container-requirement')
        ?.fixes.map(({ label }) => label);
    const vault = { ...embalmed, outer_burial_container_fee: '1695' };
    expect(offered(vault, approval)).toEqual(['Enter the requirement', 'The family selected it']);
    expect(offered(vault, byLaw)).toEqual(['Enter the requirement']);
    expect(offered(line(liner))).toEqual(['Enter the requirement']);
    expect(
      offered(vault, { ...byLaw, legal_requirement_explanation: 'None of the others is required.' }),
    ).toBeUndefined();
    expect(offered(vault, { ...byLaw, legal_requirement_explanation: 'None required' })).toHaveLength(1);
  });

  it('does not pass embalming whose approval is missing or has an unlikely date', () => {
    const passed = (disclosuresAgreement: object, date_of_statement = '2026-11-19') =>
      checkStatement(
        toStatementCheckInput({
          servicesFees: { ...embalmed, date_of_statement },
          disclosuresAgreement: disclosuresAgreement as never,
        }),
      ).passed;
    expect(passed(approval)).toEqual(['Embalming has a reason and an approval']);
    expect([passed({}), passed({ ...approval, embalming_reason: '' }), passed(approval, '2026-11-18')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('offers the calculated tax next to the entered one', () => {
    const fees = { casket_fee: '3790', embalming_fee: '845', sales_tax: '200' };
    const home = { sales_tax_rate: '6.5' };
    const check = ({ sales_tax }: { sales_tax: string }) =>
      checkStatement(toStatementCheckInput({ servicesFees: { ...fees, sales_tax } }, home)).found.find(
        ({ id }) => id === 'tax-differs',
      );
    expect(check(fees)).toMatchObject({
      detail: '6.5% of $3,790.00 is $246.35. You entered $200.00.',
      fixes: [{ label: 'Use $246.35', set: { values: { sales_tax: '246.35' } } }],
    });
    expect(check({ sales_tax: '246.35' })).toBeUndefined();
  });

  it('requires the merchandise in a package if the home taxes it', () => {
    const found = (more: object, home = { tax_package_merchandise: true, sales_tax_rate: '6.5' }) =>
      checkStatement(toStatementCheckInput({ servicesFees: line({ kind: 'package', name: 'Chapel', ...more }) }, home))
        .found.filter(({ id }) => id.startsWith('untaxed-merchandise'))
        .map(({ title }) => title);
    expect(found({})).toEqual(['“Chapel” does not say how much of it is merchandise.']);
    expect(found({ merchandise_amount: '5.00' })).toEqual([]);
    expect(found({ taxable: 'no' })).toEqual([]);
    expect(found({}, { tax_package_merchandise: false, sales_tax_rate: '6.5' })).toEqual([]);
  });

  it('does not block for a contract total that follows, and shows its new value', () => {
    const sections = agreed({ hearse_fee: '375' }, '300.00');
    const follows = toStatementCheckInput(sections, { contract_follows_statement: true });
    expect(checkStatement(follows).found).toMatchObject([
      { id: 'contract-differs', tone: 'info', detail: 'Finalizing sets it to $375.00.' },
    ]);
  });

  it('lists passed checks', () => {
    const sections = agreed({ ...embalmed, basic_services_fee: '100', clergy_fee: '55' }, '1000.00', {
      disclosuresAgreement: approval,
    });
    const { found: left, passed } = checkStatement(toStatementCheckInput(sections));
    expect(left).toEqual([]);
    expect(passed).toEqual(['Embalming has a reason and an approval', 'No cash advance is marked up']);
  });
});
