import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { priceListKinds } from '#domain/statements/price-lists/price-list-rules.ts';
import type { Calendar, DemoMoney, DemoPayment, StaffEmail } from './demo-organization.ts';
import { demoPriceLists } from './price-lists.data.ts';
import { demoId } from './seeding.ts';

const director = 'director@whitcomb-ames.example';
const coordinator = 'coordinator@whitcomb-ames.example';
const office = 'office@whitcomb-ames.example';

type Fees = NonNullable<CaseSectionValues['servicesFees']>;
const agreed = (contract_total: string, servicesFees: Fees, more: CaseSectionValues = {}): CaseSectionValues => ({
  ...more,
  servicesFees,
  financial: { ...more.financial, contract_total },
});
const chosen = (home: string, fee: string, [kind, code]: readonly [0 | 1 | 2, string], description: string) => ({
  ...{ fee, description, price_list: priceListKinds[kind] },
  includes: demoPriceLists[priceListKinds[kind]].find((item) => item.code === code)?.includes,
  price_list_version: demoId('price-list', `${home} ${priceListKinds[kind]}`),
  price_list_item: demoId('price-list', `${home} ${priceListKinds[kind]} ${code}`),
});
const general = 0;
const casket = 1;
const container = 2;

type Rest = Partial<Omit<DemoPayment, 'hours' | 'amount' | 'from'>>;
export const paid = (
  hours: number,
  amount: string,
  from: string,
  rest: Rest = {},
  by: StaffEmail = office,
): DemoPayment => ({
  ...{ hours, by, amount, from, method: 'cash', purpose: 'Deposit' },
  ...rest,
});
export const byCheck = (check: string): Rest => ({ method: 'check', check });
const certificates = { death_certificate_fee_each: '10.00' } as const;

export const demoMoney = ({ day }: Calendar): Readonly<Record<string, DemoMoney>> => ({
  'harold-lindqvist': {
    sections: agreed(
      '10070.00',
      {
        ...{ basic_services_fee: '2495.00', embalming_fee: '845.00', other_preparation_fee: '275.00' },
        ...{ viewing_visitation_fee: '595.00', funeral_ceremony_fee: '695.00', transfer_remains_fee: '395.00' },
        ...{ hearse_fee: '375.00', utility_vehicle_fee: '125.00', casket_fee: '3495.00', register_book_fee: '75.00' },
        ...{ memory_folders_fee: '125.00', acknowledgement_cards_fee: '35.00', clergy_fee: '200.00' },
        ...{ newspaper_notices_fee: '240.00', ...certificates, death_certificate_copies: 10 },
        fee_details: [
          chosen('whitcomb-ames', 'basic_services_fee', [general, 'BASIC'], 'Basic services and overhead'),
          chosen('whitcomb-ames', 'casket_fee', [casket, 'C-OAK'], 'Solid oak, satin finish, rosetan crepe'),
        ],
      },
      {
        disclosuresAgreement: {
          ...{ embalming_reason: 'Viewing on the evening before the service', embalming_approval: 'in_person' },
          ...{ embalming_approved_by: 'Karin Lindqvist', embalming_approved_on: day(-3), payment_due_date: day(27) },
        },
      },
    ),
    payments: [
      paid(50, '5000.00', 'Karin Lindqvist', byCheck('20310447')),
      paid(20, '570.00', 'Karin Lindqvist', { purpose: 'Notices and certificates' }),
    ],
    statement: { hours: 48, by: director, accepted: { by: 'Karin Lindqvist', hours: 47 } },
    permits: [
      { name: 'Burial-transit permit', number: 'BTP-FL-041773', authority: 'St. Johns County', issued: day(-2) },
    ],
  },
  'maria-solis': {
    sections: agreed(
      '11165.00',
      {
        ...{ basic_services_fee: '2495.00', embalming_fee: '845.00', other_preparation_fee: '275.00' },
        ...{ viewing_visitation_fee: '595.00', church_service_fee: '495.00', graveside_service_fee: '545.00' },
        ...{ transfer_remains_fee: '395.00', hearse_fee: '375.00', casket_fee: '2795.00' },
        ...{ outer_burial_container_fee: '1595.00', memory_folders_fee: '125.00', clergy_fee: '250.00' },
        ...{ musician_fee: '300.00', ...certificates, death_certificate_copies: 8 },
        fee_details: [
          chosen('whitcomb-ames', 'casket_fee', [casket, 'C-18-COP'], '18 gauge steel, copper finish'),
          chosen('whitcomb-ames', 'outer_burial_container_fee', [container, 'V-POLY'], 'Concrete vault, plastic lined'),
        ],
      },
      {
        burialFees: { space_fee: '1900.00', open_closing_fee: '1200.00', burial_fees_handling: 'cemetery' },
        disclosuresAgreement: {
          ...{ embalming_reason: 'Viewing before the Mass', embalming_approval: 'in_person' },
          ...{ embalming_approved_by: 'Guadalupe Ortega Solís', embalming_approved_on: day(-3) },
          legal_requirement_explanation: 'The cemetery asks for an outer burial container.',
        },
      },
    ),
    payments: [
      paid(58, '5000.00', 'Guadalupe Ortega Solís', byCheck('1184')),
      paid(55, '1165.00', 'Hermandad de Guadalupe', { purpose: 'Gift of the parish' }),
    ],
    agreed: {
      ...{ hours: 54, by: office },
      instalments: [
        { due_on: day(20), amount: '1666.67' },
        { due_on: day(51), amount: '1666.67' },
        { due_on: day(81), amount: '1666.66' },
      ],
    },
    statement: { hours: 53, by: director },
    permits: [
      { name: 'Burial-transit permit', number: 'BTP-FL-041788', authority: 'St. Johns County', issued: day(-1) },
    ],
  },
  'dorothy-briggs': {
    sections: agreed('2000.00', {
      ...{ direct_cremation_fee: '1890.00', ...certificates, death_certificate_copies: 6 },
      fee_details: [
        chosen('northside-chapel', 'direct_cremation_fee', [general, 'DC-FIBER'], 'With a fiberboard container'),
      ],
      cash_advances: [
        { id: 'examiner', name: 'Approval of the medical examiner', amount: '50.00', payee: 'District 4' },
      ],
    }),
    payments: [
      paid(12, '500.00', 'Kathleen Briggs', { method: 'other', other: 'Money order' }, coordinator),
      paid(4, '100.00', 'Kathleen Briggs', { purpose: 'Certificates' }, coordinator),
    ],
    agreed: {
      ...{ hours: 11, by: coordinator },
      insurance: [{ company: 'Palmetto Life', policy: 'PL-77-40912', amount: '1400.00', expected: day(12) }],
    },
  },
  'nguyen-van-minh': {
    sections: agreed(
      '5335.40',
      {
        ...{ basic_services_fee: '2120.00', embalming_fee: '720.00', other_preparation_fee: '235.00' },
        ...{ viewing_visitation_fee: '505.00', funeral_ceremony_fee: '590.00', transfer_remains_fee: '335.00' },
        ...{ cremation_urn_fee: '245.00', ...certificates, death_certificate_copies: 8 },
        ...{ sales_tax_rate: '8', sales_tax: '30.40' },
        fee_lines: [
          { id: 'cremation', kind: 'service', name: 'Cremation', amount: '340.00' },
          { id: 'container', kind: 'merchandise', name: 'Alternative container', amount: '135.00' },
        ],
      },
      {
        disclosuresAgreement: {
          ...{ embalming_reason: 'Viewing with Buddhist rites', embalming_approval: 'phone' },
          ...{ embalming_approved_by: 'Quang Nguyễn', embalming_approved_on: day(-1) },
          legal_requirement_explanation: 'The crematory asks for a container that burns.',
        },
      },
    ),
    payments: [
      paid(20, '2500.00', 'Quang Nguyễn', byCheck('77120934')),
      paid(8, '835.40', 'Trần Thị Lan'),
      paid(3, '500.00', 'Chùa Quan Âm', { method: 'other', other: 'Bank transfer', purpose: 'Gift of the temple' }),
    ],
    permits: [
      { name: 'Burial-transit permit', number: 'BTP-GA-0552', authority: 'Lowndes County', issued: day(-1) },
      { name: 'Cremation authorization', number: 'CA-2291', authority: 'Lowndes County', issued: day(-1) },
    ],
  },
  'jamal-whitfield': {
    sections: agreed('5985.00', {
      ...{ basic_services_fee: '2370.00', viewing_visitation_fee: '565.00', funeral_ceremony_fee: '660.00' },
      ...{ transfer_remains_fee: '375.00', hearse_fee: '355.00', casket_fee: '1610.00' },
      ...{ ...certificates, death_certificate_copies: 5 },
      fee_details: [chosen('northside-chapel', 'casket_fee', [casket, 'C-20-SLV'], '20 gauge steel, silver')],
    }),
    payments: [
      paid(180, '300.00', 'Yolanda Whitfield', {}, coordinator),
      paid(180, '300.00', 'Yolanda Whitfield', { voided: { hours: 179, reason: 'Entered twice' } }, coordinator),
      paid(90, '700.00', 'Anthony Whitfield', byCheck('00412'), coordinator),
    ],
    permits: [{ name: 'Medical examiner release', number: 'ME-26-1187', authority: 'District 4', issued: day(-7) }],
  },
  'ruth-abramowitz': {
    sections: agreed(
      '5760.00',
      {
        ...{ basic_services_fee: '2370.00', graveside_service_fee: '520.00', transfer_remains_fee: '375.00' },
        ...{ hearse_fee: '355.00', casket_fee: '1800.00', ...certificates, death_certificate_copies: 4 },
        fee_details: [chosen('northside-chapel', 'casket_fee', [casket, 'C-PINE'], 'Plain pine without metal')],
        cash_advances: [{ id: 'shomer', name: 'Shomer', amount: '300.00', payee: 'Chevra Kadisha of Jacksonville' }],
      },
      { burialFees: { open_closing_fee: '1450.00', burial_fees_handling: 'cemetery' } },
    ),
    payments: [
      paid(20, '5760.00', 'Miriam Abramowitz-Cole', { ...byCheck('3307'), purpose: 'Funeral in full' }, coordinator),
    ],
    permits: [{ name: 'Burial-transit permit', number: 'BTP-FL-040210', authority: 'Duval County', issued: day(-8) }],
  },
  'leonard-voss': {
    sections: agreed('300.00', {
      fee_lines: [{ id: 'county', kind: 'service', name: 'Disposition for the county', amount: '300.00' }],
    }),
    payments: [
      paid(
        40,
        '600.00',
        'Duval County',
        { method: 'other', other: 'Voucher', purpose: 'County disposition', notes: 'One voucher for two cases.' },
        coordinator,
      ),
    ],
  },
  'earl-boudreaux': {
    sections: agreed(
      '2565.00',
      {
        ...{ forwarding_remains_fee: '1865.00', forwarding_remains_to: 'Fontenot Funeral Home, Lafayette, LA' },
        ...{ ...certificates, death_certificate_copies: 6 },
        fee_details: [chosen('ames-cremation-care', 'forwarding_remains_fee', [general, 'FORWARD'], 'By air')],
        cash_advances: [{ id: 'air', name: 'Air freight', amount: '640.00', payee: 'Gulf Air Cargo' }],
      },
      {
        disclosuresAgreement: {
          ...{ embalming_reason: 'Transport by air', embalming_approval: 'phone' },
          ...{ embalming_approved_by: 'Yvonne Boudreaux', embalming_approved_on: day(-12) },
        },
      },
    ),
    payments: [paid(240, '2565.00', 'Yvonne Boudreaux', { method: 'other', other: 'Wire', purpose: 'Forwarding' })],
    permits: [
      // Expired, and not returned.
      { name: 'Out-of-state transit permit', number: 'OT-GA-118', issued: day(-11), expires: day(-1) },
    ],
  },
  'grace-okonkwo': {
    payments: [
      paid(130, '1000.00', 'Emeka Okonkwo'),
      paid(105, '1000.00', 'Emeka Okonkwo', { back: { of: 0, kind: 'refund' }, purpose: 'The family moved' }, director),
    ],
  },
  'agnes-pruitt': {
    sections: agreed('8305.00', {
      ...{ basic_services_fee: '2495.00', viewing_visitation_fee: '595.00', funeral_ceremony_fee: '695.00' },
      ...{ transfer_remains_fee: '395.00', hearse_fee: '375.00', casket_fee: '2595.00' },
      ...{ outer_burial_container_fee: '1095.00', ...certificates, death_certificate_copies: 6 },
      fee_details: [
        chosen('whitcomb-ames', 'casket_fee', [casket, 'C-POPLAR'], 'Solid poplar, satin finish'),
        chosen('whitcomb-ames', 'outer_burial_container_fee', [container, 'V-LINER'], 'Concrete grave liner'),
      ],
    }),
    payments: [
      paid(450, '1000.00', 'Carolyn Pruitt-Shaw', byCheck('5510')),
      paid(449, '1000.00', 'Dale Pruitt'),
      paid(320, '3152.50', 'Carolyn Pruitt-Shaw', { ...byCheck('5519'), purpose: 'Half of the rest' }),
      paid(318, '3152.50', 'Dale Pruitt', { ...byCheck('88-1204'), purpose: 'Half of the rest' }),
    ],
    permits: [
      {
        name: 'Burial-transit permit',
        number: 'BTP-FL-040055',
        issued: day(-18),
        expires: day(12),
        returned: day(-13),
      },
    ],
  },
  'walter-pruitt': {
    sections: agreed(
      '9160.00',
      {
        ...{ basic_services_fee: '2495.00', funeral_ceremony_fee: '695.00', transfer_remains_fee: '395.00' },
        ...{ hearse_fee: '375.00', casket_fee: '2595.00', outer_burial_container_fee: '1095.00' },
        ...{ ...certificates, death_certificate_copies: 6 },
        fee_details: [
          chosen('whitcomb-ames', 'casket_fee', [casket, 'C-POPLAR'], 'Solid poplar, satin finish'),
          chosen('whitcomb-ames', 'outer_burial_container_fee', [container, 'V-LINER'], 'Concrete grave liner'),
        ],
      },
      { burialFees: { open_closing_fee: '1450.00', burial_fees_handling: 'billed' } },
    ),
    payments: [
      paid(230, '2000.00', 'Carolyn Pruitt-Shaw', byCheck('5527')),
      paid(228, '1500.00', 'Dale Pruitt', byCheck('88-1213')),
      paid(
        120,
        '1500.00',
        'Dale Pruitt',
        { back: { of: 1, kind: 'reversal' }, purpose: 'Insufficient funds' },
        director,
      ),
      paid(96, '1500.00', 'Dale Pruitt', { purpose: 'In the place of the check' }),
    ],
    permits: [
      { name: 'Burial-transit permit', number: 'BTP-FL-041602', authority: 'St. Johns County', issued: day(-8) },
    ],
  },
  'samira-haddad': {
    sections: agreed('7100.00', {
      ...{ basic_services_fee: '2495.00', viewing_visitation_fee: '595.00', funeral_ceremony_fee: '695.00' },
      ...{ transfer_remains_fee: '395.00', hearse_fee: '375.00', casket_fee: '1995.00' },
      ...{ clergy_fee: '150.00', newspaper_notices_fee: '300.00', ...certificates, death_certificate_copies: 10 },
      fee_details: [chosen('whitcomb-ames', 'casket_fee', [casket, 'C-20-BLU'], '20 gauge steel, blue, gasketed')],
    }),
    agreed: {
      ...{ hours: 610, by: office },
      insurance: [
        { company: 'Gulf Mutual Life', policy: 'GML-447100-98', amount: '4500.00', phone: '8505550172' },
        { company: 'Palmetto Life', policy: 'PL-20931-07', amount: '3500.00' },
      ],
    },
    payments: [
      paid(400, '4500.00', 'Gulf Mutual Life', { method: 'insurance', purpose: 'Insurance assignment', settles: 0 }),
      paid(300, '3500.00', 'Palmetto Life', { method: 'insurance', purpose: 'Insurance assignment', settles: 1 }),
      paid(
        200,
        '500.00',
        'Palmetto Life',
        { back: { of: 1, kind: 'refund' }, purpose: 'Paid beyond the contract' },
        director,
      ),
    ],
  },
});
