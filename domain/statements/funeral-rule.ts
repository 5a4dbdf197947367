import { isBlank } from '#domain/forms/field.ts';
import { parseNumber } from '#domain/values/number.ts';
import type { Check, CheckedStatement, Mend } from './checked-statement.ts';
import { amountIn } from './fee-sheet.ts';

type Asks = (checked: CheckedStatement) => boolean;
type Told = string | ((checked: CheckedStatement) => string);

/** A rule that a Statement is held to: when it finds something, what it says, the paragraph, and how to mend it. */
export interface RuleOfStatement {
  readonly id: string;
  readonly tone: Check['tone'];
  readonly law: string;
  readonly holds: Asks;
  readonly title: Told;
  readonly detail: Told;
  readonly mends: readonly Mend[];
  /** What is said where the rule was looked at and found nothing. */
  readonly passed?: { readonly text: string; readonly when: Asks };
}

const fees = 'servicesFees';
const go = (
  label: string,
  field: string,
  section: 'servicesFees' | 'burialFees' | 'disclosuresAgreement' = fees,
): Mend => ({
  label,
  go: { section, field },
});
const clear = (label: string, field: string): Mend => ({ label, set: { section: fees, values: { [field]: '' } } });

const charges =
  (name: string): Asks =>
  ({ charged }) =>
    charged.some(({ key, amount }) => key === name && amount > 0);
const lineOf = ({ charged }: CheckedStatement, name: string) => charged.find(({ key }) => key === name);
const embalms = charges('embalming_fee');
const directly = charges('direct_cremation_fee');
const lacks = ({ sections }: CheckedStatement, ...names: string[]): boolean =>
  names.some((name) => isBlank(sections.disclosuresAgreement?.[name]));
const markedUp = ({ sheet }: CheckedStatement) => sheet.lines.advances.filter(({ isMarkedUp }) => isMarkedUp);
const percent = ({ sections }: CheckedStatement, name: string): number =>
  parseNumber(sections.disclosuresAgreement?.[name]) ?? 0;
const burialFee = ({ sections, sheet }: CheckedStatement, name: string): boolean =>
  sheet.burialHandling === 'billed' && amountIn(sections.burialFees?.[name]) > 0;

/** What the Funeral Rule (16 CFR Part 453) and its neighbours ask of a Statement. Not legal advice. */
export const statementRules: readonly RuleOfStatement[] = [
  {
    id: 'embalming-reason',
    tone: 'stop',
    law: '16 CFR 453.5(b)',
    holds: (checked) => embalms(checked) && lacks(checked, 'embalming_reason'),
    title: 'Embalming is charged, but no reason is given.',
    detail: 'The Statement must say why.',
    mends: [
      go('Write the reason', 'embalming_reason', 'disclosuresAgreement'),
      clear('Remove the charge', 'embalming_fee'),
    ],
  },
  {
    id: 'embalming-approval',
    tone: 'stop',
    law: '16 CFR 453.5(a)',
    holds: (checked) =>
      embalms(checked) &&
      (lacks(checked, 'embalming_approval', 'embalming_approved_on') ||
        (checked.sections.disclosuresAgreement?.embalming_approval !== 'law' &&
          lacks(checked, 'embalming_approved_by'))),
    title: 'Embalming is charged, but nobody is on record as having approved it.',
    detail:
      'It may be charged only where the law requires it, or where the family or another authorized person approved it.',
    mends: [
      go('Record the approval', 'embalming_approved_by', 'disclosuresAgreement'),
      clear('Remove the charge', 'embalming_fee'),
    ],
    passed: { text: 'Embalming has a reason and an approval', when: embalms },
  },
  {
    id: 'embalming-beside-direct',
    tone: 'warn',
    law: '16 CFR 453.3(a)(2)(i)',
    holds: (checked) => embalms(checked) && (directly(checked) || charges('immediate_burial_fee')(checked)),
    title: 'Embalming stands beside a direct cremation or an immediate burial.',
    detail: 'Nobody may be told that either requires embalming. Keep it only if the family asked for it.',
    mends: [clear('Remove the charge', 'embalming_fee')],
  },
  {
    id: 'basic-fee-beside-bundle',
    tone: 'warn',
    law: '16 CFR 453.2(b)(4)(iii)(C)',
    holds: (checked) => charges('basic_services_fee')(checked) && checked.sheet.lines.special.length > 0,
    title: 'The basic services fee stands beside a charge of section C.',
    detail: 'Forwarding, receiving, immediate burial and direct cremation include the basic services already.',
    mends: [clear('Remove the basic fee', 'basic_services_fee')],
    passed: { text: 'Basic fee is not beside a bundle in C', when: charges('basic_services_fee') },
  },
  {
    id: 'casket-beside-direct-cremation',
    tone: 'warn',
    law: '16 CFR 453.4(a)(1)',
    holds: (checked) => directly(checked) && charges('casket_fee')(checked),
    title: 'A casket is charged beside a direct cremation.',
    detail: 'None may be required; an alternative container must be offered. Keep it only if the family chose it.',
    mends: [clear('Remove the casket', 'casket_fee')],
    passed: { text: 'No casket is required for direct cremation', when: directly },
  },
  {
    id: 'undescribed-merchandise',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(A)',
    holds: (checked) =>
      ['casket_fee', 'outer_burial_container_fee'].some((name) => lineOf(checked, name)?.description === ''),
    title: 'A casket or outer burial container is priced, but not described.',
    detail: 'The Statement lists the goods that were selected: say which model.',
    mends: [go('Describe it', 'casket_fee')],
  },
  {
    id: 'package-includes',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(A)',
    holds: ({ sections }) =>
      Array.isArray(sections.servicesFees?.fee_lines) &&
      sections.servicesFees.fee_lines.some(({ kind, description }) => kind === 'package' && isBlank(description)),
    title: 'A package does not say what it includes.',
    detail: 'The family compares it with the itemized prices.',
    mends: [go('Say what it includes', 'fee_lines')],
  },
  {
    id: 'container-requirement',
    tone: 'info',
    law: '16 CFR 453.3(d)(2)',
    holds: (checked) =>
      (charges('outer_burial_container_fee')(checked) || burialFee(checked, 'vault_fee')) &&
      lacks(checked, 'legal_requirement_explanation'),
    title: 'An outer burial container or vault is charged, and no requirement is named.',
    detail: 'If a cemetery or the law requires it, the Statement says so in writing.',
    mends: [go('Name the requirement', 'legal_requirement_explanation', 'disclosuresAgreement')],
  },
  {
    id: 'burial-fees-undecided',
    tone: 'stop',
    law: '16 CFR 453.2(b)(5)(i)(C)',
    holds: ({ sheet, totals }) => totals.parts.burial > 0 && sheet.burialHandling === null,
    title: 'Burial fees are entered, but nobody said who bills them.',
    detail: 'They stand in the total cost, or the Statement says that they are paid directly to the cemetery.',
    mends: [
      { label: 'We bill them', set: { section: 'burialFees', values: { burial_fees_handling: 'billed' } } },
      { label: 'Paid to the cemetery', set: { section: 'burialFees', values: { burial_fees_handling: 'cemetery' } } },
    ],
  },
  {
    id: 'vault-twice',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(C)',
    holds: (checked) => charges('outer_burial_container_fee')(checked) && burialFee(checked, 'vault_fee'),
    title: 'A vault is charged among the burial fees and as outer burial container.',
    detail: 'Is it the same one? Then it stands twice in the total.',
    mends: [
      clear('Remove the container', 'outer_burial_container_fee'),
      go('Go to the burial fees', 'vault_fee', 'burialFees'),
    ],
  },
  {
    id: 'cemetery-twice',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(C)',
    holds: (checked) =>
      checked.sheet.lines.advances.some(({ key }) => key === 'cemetery_cash_advance_fee') &&
      (burialFee(checked, 'open_closing_fee') || burialFee(checked, 'space_fee')),
    title: 'The cemetery is paid among the burial fees and as a cash advance.',
    detail: 'Is it the same charge? Then it stands twice in the total.',
    mends: [
      clear('Remove the cash advance', 'cemetery_cash_advance_fee'),
      go('Go to the burial fees', 'open_closing_fee', 'burialFees'),
    ],
  },
  {
    id: 'advances-not-itemized',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(B)',
    holds: ({ sections }) => !isBlank(sections.servicesFees?.cash_advance_items_description),
    title: 'Cash advances are described in words, without amounts.',
    detail: 'Each is a line of its own, with an amount or a good-faith estimate.',
    mends: [go('Add a cash advance', 'cash_advances'), clear('Remove the text', 'cash_advance_items_description')],
  },
  {
    id: 'advances-estimated',
    tone: 'info',
    law: '16 CFR 453.2(b)(5)(i)(B)',
    holds: ({ totals }) => totals.estimates > 0,
    title: ({ totals }) =>
      totals.estimates === 1 ? 'One cash advance is an estimate.' : `${totals.estimates} cash advances are estimates.`,
    detail: 'They print as “(estimate)”; the actual charge is owed in writing before the final bill is paid.',
    mends: [],
  },
  {
    id: 'advances-marked-up',
    tone: 'info',
    law: '16 CFR 453.3(f)(2)',
    holds: (checked) => checked.homeState !== 'MO' && markedUp(checked).length > 0,
    title: 'The home charges for obtaining cash advances.',
    detail: (checked) => `The Statement says so: ${markedUpSentence(checked.sheet.lines.advances)}`,
    mends: [],
    passed: {
      text: 'No cash advance is marked up',
      when: (checked) => checked.sheet.lines.advances.length > 0 && markedUp(checked).length === 0,
    },
  },
  {
    id: 'advances-marked-up-missouri',
    tone: 'stop',
    law: 'Missouri',
    holds: (checked) => checked.homeState === 'MO' && markedUp(checked).length > 0,
    title: 'A cash advance is marked up.',
    detail: 'Missouri has cash advances billed at exactly what was paid.',
    mends: [go('Go to the cash advances', 'cash_advances')],
  },
  {
    id: 'late-charge-terms',
    tone: 'stop',
    law: '12 CFR 1026.18',
    holds: (checked) =>
      percent(checked, 'late_charge_percentage') > 0 && lacks(checked, 'annual_percentage_rate', 'payment_due_date'),
    title: 'A late charge is set without its annual percentage rate or a due date.',
    detail: 'Both stand in the terms of payment.',
    mends: [
      go('Enter the rate', 'annual_percentage_rate', 'disclosuresAgreement'),
      go('Enter the due date', 'payment_due_date', 'disclosuresAgreement'),
    ],
  },
  {
    id: 'late-charge-rate',
    tone: 'warn',
    law: '12 CFR 1026.22',
    holds: (checked) => {
      const [monthly, yearly] = [
        percent(checked, 'late_charge_percentage'),
        percent(checked, 'annual_percentage_rate'),
      ];
      return monthly > 0 && yearly > 0 && Math.round(monthly * 1200) !== Math.round(yearly * 100);
    },
    title: 'The annual percentage rate is not twelve times the monthly late charge.',
    detail: 'Check both figures of the terms of payment.',
    mends: [go('Correct the rate', 'annual_percentage_rate', 'disclosuresAgreement')],
  },
];

/** The sentence of 16 CFR 453.3(f)(2) with the cash advances that the home charges for; '' where it charges for none. */
export function markedUpSentence(advances: CheckedStatement['sheet']['lines']['advances']): string {
  const named = advances.filter(({ isMarkedUp }) => isMarkedUp).map(({ label }) => label);
  return named.length > 0 ? `We charge you for our services in obtaining: ${named.join(', ')}.` : '';
}
