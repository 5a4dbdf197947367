import { isBlank } from '#domain/shared/forms/field.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import { cut } from '#domain/shared/values/text.ts';
import type { Check, StatementCheckInput, SuggestedFix } from './checked-statement.ts';
import type { FeeLine } from './fee-sheet.ts';
import { bundlesIn, contentsOf, type IncludedFee, inclusionOf, linesWith, wordsOf } from './included-fees.ts';

type Asks = (checked: StatementCheckInput) => boolean;
type TextOrRule = string | ((checked: StatementCheckInput) => string);

export interface RuleOfStatement {
  readonly id: string;
  readonly tone: Check['tone'];
  readonly law: string;
  readonly holds: Asks;
  readonly title: TextOrRule;
  readonly detail: TextOrRule;
  readonly fixes: readonly SuggestedFix[] | ((checked: StatementCheckInput) => readonly SuggestedFix[]);
  /** Shown if the rule applied and found nothing. */
  readonly passed?: { readonly text: string; readonly when: Asks };
}

const fees = 'servicesFees';
const go = (
  label: string,
  field: string,
  section: 'servicesFees' | 'burialFees' | 'disclosuresAgreement' = fees,
): SuggestedFix => ({
  label,
  go: { section, field },
});
const clear = (label: string, field: string): SuggestedFix => ({
  label,
  set: { section: fees, values: { [field]: '' } },
});

const charges =
  (name: string): Asks =>
  ({ charged }) =>
    charged.some(({ key, amount }) => key === name && amount > 0);
const withFee = (fee: IncludedFee, { sheet }: StatementCheckInput): FeeLine[] => linesWith(fee, sheet);
const has =
  (fee: IncludedFee): Asks =>
  (checked) =>
    withFee(fee, checked).length > 0;
const embalms = has('embalming_fee');
const embalming = (checked: StatementCheckInput): string => {
  const [line] = withFee('embalming_fee', checked);
  return !line || line.key === 'embalming_fee' ? 'Embalming is charged' : `“${line.label}” includes embalming`;
};
/** Returns lines whose text leaves open whether they include embalming. */
export const mayEmbalm = ({ sheet }: StatementCheckInput): FeeLine[] => linesWith('embalming_fee', sheet, 'unclear');
/** Fits on a button. */
const shortened = (label: string): string => (label.length > 18 ? `${cut(label, 17).trim()}…` : label);
/** Removes a fee, or leads to the line whose text includes it. */
export const removals = (lines: readonly FeeLine[], fee: IncludedFee): SuggestedFix[] =>
  lines.map(({ key, label }) =>
    key === fee ? clear('Remove the charge', key) : go(`Change “${shortened(label)}”`, key),
  );
const removing = (fee: IncludedFee) => (checked: StatementCheckInput) => removals(withFee(fee, checked), fee);
const undescribed = ({ charged }: StatementCheckInput): FeeLine[] =>
  charged.filter(
    ({ key, description }) => ['casket_fee', 'outer_burial_container_fee'].includes(key) && description === '',
  );
const unsaid = ({ sheet }: StatementCheckInput): FeeLine[] => bundlesIn(sheet).filter((line) => !contentsOf(line));
const directly = charges('direct_cremation_fee');
const lacks = ({ sections }: StatementCheckInput, ...names: string[]): boolean =>
  names.some((name) => isBlank(sections.disclosuresAgreement?.[name]));
const markedUp = (advances: readonly FeeLine[]): FeeLine[] =>
  advances.filter(({ isMarkedUp, amount }) => isMarkedUp && amount > 0);
const percent = ({ sections }: StatementCheckInput, name: string): number =>
  parseNumber(sections.disclosuresAgreement?.[name]) ?? 0;
const inTotal = ({ charged, sheet: { lines, burialHandling } }: StatementCheckInput): FeeLine[] =>
  [...charged, ...lines.advances, ...(burialHandling === 'billed' ? lines.burial : [])].filter(
    ({ amount }) => amount > 0,
  );
const mayInclude = (line: FeeLine, fee: IncludedFee): boolean => inclusionOf(wordsOf(line), fee) !== 'absent';
const isVault = (line: FeeLine): boolean => mayInclude(line, 'outer_burial_container_fee');
const saysRequired: Asks = (checked) =>
  inTotal(checked).some((line) => /(?<!\b(?:not|no) )\brequir(?:ed|es|ements?)\b/i.test(wordsOf(line)));

/** True for charges that cemeteries and crematories often require, or that state a requirement. */
export const mayBeRequired: Asks = (checked) =>
  saysRequired(checked) ||
  inTotal(checked).some(
    (line) => isVault(line) || (!checked.sheet.lines.special.includes(line) && mayInclude(line, 'cremation_container')),
  );

/** True if embalming is charged because a law requires it. */
export const embalmsByLaw: Asks = (checked) =>
  embalms(checked) && checked.sections.disclosuresAgreement?.embalming_approval === 'law';
const isRequired: Asks = (checked) => saysRequired(checked) || embalmsByLaw(checked);

const selected = 'The family selected these items.';
/** True if an explanation states that nothing is required. */
export const saysNone = (explanation: unknown): boolean =>
  /^\W*(?:none|nothing|n\/?a)\b(?! (?:of|but|except))[^.]*\.?$/i.test(
    String(explanation ?? '')
      .replace(selected, '')
      .trim(),
  );

const lacksApproval: Asks = (checked) =>
  lacks(checked, 'embalming_approval', 'embalming_approved_on') ||
  (!embalmsByLaw(checked) && lacks(checked, 'embalming_approved_by'));
const approvedAtOddTime: Asks = ({ sections: { deceased, servicesFees, disclosuresAgreement } }) => {
  const approved = String(disclosuresAgreement?.embalming_approved_on ?? '');
  const [died, stated] = [deceased?.date_of_death ?? '', servicesFees?.date_of_statement || approved];
  return approved !== '' && (approved < String(died) || approved > String(stated));
};

/** Rules of the Funeral Rule (16 CFR Part 453) and related law. Not legal advice. */
export const statementRules: readonly RuleOfStatement[] = [
  {
    id: 'embalming-reason',
    tone: 'stop',
    law: '16 CFR 453.5(b)',
    holds: (checked) => embalms(checked) && lacks(checked, 'embalming_reason'),
    title: (checked) => `${embalming(checked)}, but no reason is given.`,
    detail: 'The Statement must say why.',
    fixes: (checked) => [
      go('Enter the reason', 'embalming_reason', 'disclosuresAgreement'),
      ...removing('embalming_fee')(checked),
    ],
  },
  {
    id: 'embalming-approval',
    tone: 'stop',
    law: '16 CFR 453.5(a)',
    holds: (checked) => embalms(checked) && lacksApproval(checked),
    title: (checked) => `${embalming(checked)}, but no approval is recorded.`,
    detail:
      'It may be charged only where the law requires it, or where the family or another authorized person approved it.',
    fixes: (checked) => [
      go('Record the approval', 'embalming_approved_by', 'disclosuresAgreement'),
      ...removing('embalming_fee')(checked),
    ],
  },
  {
    id: 'embalming-unclear',
    tone: 'warn',
    law: '16 CFR 453.5(b)',
    holds: (checked) => mayEmbalm(checked).length > 0,
    title: (checked) => `Does “${mayEmbalm(checked)[0]?.label}” include embalming?`,
    detail: 'If it does, list it under what is included. If not, write “No embalming.”',
    fixes: (checked) => removals(mayEmbalm(checked), 'embalming_fee'),
  },
  {
    id: 'embalming-approved-when',
    tone: 'warn',
    law: '16 CFR 453.5(a)',
    holds: (checked) => embalms(checked) && approvedAtOddTime(checked),
    title: 'Embalming was approved before the death or after the day of the Statement.',
    detail: 'Check the date of the approval.',
    fixes: [go('Correct the date', 'embalming_approved_on', 'disclosuresAgreement')],
    passed: {
      text: 'Embalming has a reason and an approval',
      when: (checked) => embalms(checked) && !lacks(checked, 'embalming_reason') && !lacksApproval(checked),
    },
  },
  {
    id: 'embalming-beside-direct',
    tone: 'warn',
    law: '16 CFR 453.3(a)(2)(i)',
    holds: (checked) => embalms(checked) && (directly(checked) || charges('immediate_burial_fee')(checked)),
    title: 'Embalming is charged with a direct cremation or immediate burial.',
    detail: 'You may not say that either requires embalming. Keep it only if the family asked for it.',
    fixes: removing('embalming_fee'),
  },
  {
    id: 'casket-beside-direct-cremation',
    tone: 'warn',
    law: '16 CFR 453.4(a)(1)',
    holds: (checked) => directly(checked) && has('casket_fee')(checked),
    title: 'A casket is charged with a direct cremation.',
    detail:
      'A casket may not be required, and an alternative container must be offered. Keep it only if the family chose it.',
    fixes: removing('casket_fee'),
    passed: { text: 'No casket is required for direct cremation', when: directly },
  },
  {
    id: 'undescribed-merchandise',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(A)',
    holds: (checked) => undescribed(checked).length > 0,
    title: 'A casket or outer burial container has a price but no description.',
    detail: 'The Statement must list the goods selected. Enter the model.',
    fixes: (checked) => undescribed(checked).map(({ key, label }) => go(`Describe “${label}”`, key)),
  },
  {
    id: 'package-includes',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(A)',
    holds: (checked) => unsaid(checked).length > 0,
    title: (checked) =>
      `${unsaid(checked)[0]?.key.includes('.') ? 'A package' : 'A charge of section C'} has no description of what it includes.`,
    detail: 'Families compare packages with itemized prices.',
    fixes: (checked) => unsaid(checked).map(({ key, label }) => go(`Describe “${shortened(label)}”`, key)),
  },
  {
    id: 'container-requirement',
    tone: 'warn',
    law: '16 CFR 453.3(d)(2)',
    holds: (checked) =>
      (mayBeRequired(checked) && lacks(checked, 'legal_requirement_explanation')) ||
      (isRequired(checked) && saysNone(checked.sections.disclosuresAgreement?.legal_requirement_explanation)),
    title: (checked) =>
      lacks(checked, 'legal_requirement_explanation')
        ? 'A vault, a container or a required item is charged without a stated requirement.'
        : 'The explanation says “None”, but an item is required.',
    detail: 'If the law, a cemetery or a crematory requires it, the Statement must say so.',
    fixes: (checked) => [
      go('Enter the requirement', 'legal_requirement_explanation', 'disclosuresAgreement'),
      ...(isRequired(checked)
        ? []
        : [
            {
              label: 'The family selected it',
              set: { section: 'disclosuresAgreement', values: { legal_requirement_explanation: `None. ${selected}` } },
            } as const,
          ]),
    ],
  },
  {
    id: 'burial-fees-undecided',
    tone: 'stop',
    law: '16 CFR 453.2(b)(5)(i)(C)',
    holds: ({ sheet, totals }) => totals.parts.burial > 0 && sheet.burialHandling === null,
    title: 'Burial fees are entered, but “billed by” is not set.',
    detail: 'Either include them in the total, or state that they are paid directly to the cemetery.',
    fixes: [
      { label: 'We bill them', set: { section: 'burialFees', values: { burial_fees_handling: 'billed' } } },
      { label: 'Paid to the cemetery', set: { section: 'burialFees', values: { burial_fees_handling: 'cemetery' } } },
    ],
  },
  {
    id: 'additional-fees-undescribed',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(A)',
    holds: (checked) => inTotal(checked).some(({ key, description }) => key === 'additional_fees' && !description),
    title: 'Additional burial fees are charged without a description of the goods or services.',
    detail: 'The Statement must list the goods and services selected.',
    fixes: [go('Describe the fees', 'additional_fees_description', 'burialFees')],
  },
  {
    id: 'vault-twice',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(C)',
    holds: (checked) =>
      has('outer_burial_container_fee')(checked) &&
      checked.sheet.lines.burial.some((line) => line.key !== 'vault_upgrade_fee' && isVault(line)),
    title: 'A vault is charged both under burial fees and as an outer burial container.',
    detail: 'If it is the same one, the family pays for it twice.',
    fixes: (checked) => [
      ...removing('outer_burial_container_fee')(checked),
      go('Go to the burial fees', 'vault_fee', 'burialFees'),
    ],
  },
  {
    id: 'cemetery-twice',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(C)',
    holds: (checked) =>
      has('cemetery_cash_advance_fee')(checked) &&
      checked.sheet.lines.burial.some(({ key }) => key === 'open_closing_fee' || key === 'space_fee'),
    title: 'The cemetery is charged both under burial fees and as another charge.',
    detail: 'If it is the same charge, the family pays it twice.',
    fixes: (checked) => [
      ...removing('cemetery_cash_advance_fee')(checked),
      go('Go to the burial fees', 'open_closing_fee', 'burialFees'),
    ],
  },
  {
    id: 'advances-not-itemized',
    tone: 'warn',
    law: '16 CFR 453.2(b)(5)(i)(B)',
    holds: ({ sections }) => !isBlank(sections.servicesFees?.cash_advance_items_description),
    title: 'Cash advances are listed without amounts.',
    detail: 'List each on its own line with an amount or good-faith estimate.',
    fixes: [go('Add a cash advance', 'cash_advances'), clear('Remove the text', 'cash_advance_items_description')],
  },
  {
    id: 'advances-estimated',
    tone: 'info',
    law: '16 CFR 453.2(b)(5)(i)(B)',
    holds: ({ totals }) => totals.estimates > 0,
    title: ({ totals }) =>
      totals.estimates === 1 ? 'One cash advance is an estimate.' : `${totals.estimates} cash advances are estimates.`,
    detail: 'These print as “(estimate)”. You must give actual charges in writing before the final bill is paid.',
    fixes: [],
  },
  {
    id: 'advances-marked-up',
    tone: 'info',
    law: '16 CFR 453.3(f)(2)',
    holds: (checked) => checked.homeState !== 'MO' && markedUp(checked.sheet.lines.advances).length > 0,
    title: 'You charge for obtaining cash advances.',
    detail: (checked) => `The Statement says so: ${markupDisclosure(checked.sheet.lines.advances)}`,
    fixes: [],
    passed: {
      text: 'No cash advance is marked up',
      when: ({ sheet: { lines } }) => lines.advances.length > 0 && markedUp(lines.advances).length === 0,
    },
  },
  {
    id: 'advances-marked-up-missouri',
    tone: 'stop',
    law: 'Missouri',
    holds: (checked) => checked.homeState === 'MO' && markedUp(checked.sheet.lines.advances).length > 0,
    title: 'A cash advance is marked up.',
    detail: 'Missouri requires cash advances to be billed at cost.',
    fixes: [go('Go to the cash advances', 'cash_advances')],
  },
  {
    id: 'late-charge-terms',
    tone: 'stop',
    law: '12 CFR 1026.18',
    holds: (checked) =>
      percent(checked, 'late_charge_percentage') > 0 && lacks(checked, 'annual_percentage_rate', 'payment_due_date'),
    title: 'A late charge is missing an APR or due date.',
    detail: 'Both are required in the payment terms.',
    fixes: [
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
    detail: 'Check both figures in the payment terms.',
    fixes: [go('Correct the rate', 'annual_percentage_rate', 'disclosuresAgreement')],
  },
];

/** Returns the sentence of 16 CFR 453.3(f)(2) with the marked-up cash advances; '' if there are none. */
export function markupDisclosure(advances: readonly FeeLine[]): string {
  const named = markedUp(advances).map(({ name }) => name);
  return named.length > 0 ? `We charge you for our services in obtaining: ${named.join('; ')}.` : '';
}
