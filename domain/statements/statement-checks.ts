import type { SectionValues } from '#domain/cases/case-validation.ts';
import { servicesFeesFields } from '#domain/cases/sections/financial-and-fees.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import {
  type Check,
  type StatementCheckInput,
  type StatementHome,
  taxWords,
  toStatementCheckInput,
} from './checked-statement.ts';
import { centsOrZero, maxLineCents } from './fee-sheet.ts';
import { type RuleOfStatement, removals, statementRules } from './funeral-rule.ts';
import { bundlesIn, includedFees, linesWith } from './included-fees.ts';

/** Returns the reasons that the fees of a case cannot be finalized. */
export function finalizeBlockers(sections: SectionValues, home: StatementHome): Check[] {
  return checkStatement(toStatementCheckInput(sections, home)).found.filter(({ tone }) => tone === 'stop');
}

/** Returns problems and hints, blocking ones first, and the passed checks. */
export function checkStatement(checked: StatementCheckInput): { found: Check[]; passed: string[] } {
  const found = [...ruleChecks(checked), ...doubledChecks(checked), ...ownChecks(checked)];
  const order = { stop: 0, warn: 1, info: 2 };
  return {
    found: found.toSorted((a, b) => order[a.tone] - order[b.tone]),
    passed: statementRules.flatMap(({ passed, holds }) =>
      passed?.when(checked) && !holds(checked) ? [passed.text] : [],
    ),
  };
}

function* ruleChecks(checked: StatementCheckInput): Generator<Check> {
  const textOf = (text: RuleOfStatement['title']): string => (typeof text === 'string' ? text : text(checked));
  for (const { id, tone, law, title, detail, fixes, holds } of statementRules)
    if (holds(checked))
      yield {
        id,
        tone,
        law,
        title: textOf(title),
        detail: textOf(detail),
        fixes: typeof fixes === 'function' ? fixes(checked) : fixes,
      };
}

/** Words of a charge in addition to what a package includes. */
const isMore = /\b(?:second|2nd|another|additional|extra|further|upgrade|beyond|mileage)\b/i;

/** Charges that a package or a charge of section C already includes, one check per fee. */
function* doubledChecks({ sheet }: StatementCheckInput): Generator<Check> {
  const bundles = bundlesIn(sheet);
  for (const fee of includedFees) {
    const lines = linesWith(fee, sheet);
    const bundle = lines.find((line) => bundles.includes(line));
    const others = lines.filter((line) => line !== bundle && !isMore.test(line.label));
    if (!bundle || others.length === 0) continue;
    const item = servicesFeesFields.find(({ name }) => name === fee)?.label ?? 'Cremation container';
    const places = [...others, bundle].map(({ key, label }) => (key === fee ? 'as a fee' : `in “${label}”`));
    yield {
      id: `doubled-${fee}`,
      tone: 'warn',
      ...(fee === 'basic_services_fee' ? { law: '16 CFR 453.2(b)(4)(iii)(C)' } : {}),
      title: `Charged twice: ${item}, ${places.join(' and ')}.`,
      detail: 'Keep it only if the family chose it in addition.',
      fixes: removals(others, fee),
    };
  }
}

/** Stillwater's own checks: one agreed total, and complete amounts. */
function* ownChecks(checked: StatementCheckInput): Generator<Check> {
  const { sheet, totals } = checked;
  const lines = Object.values(sheet.lines).flat();
  if (lines.length === 0)
    yield {
      id: 'nothing-charged',
      tone: 'stop',
      title: 'No charges yet.',
      detail: 'A Statement needs at least one line.',
      fixes: [{ label: 'Enter the fees', go: { section: 'servicesFees', field: 'basic_services_fee' } }],
    };
  if (lines.some(({ amount }) => Math.abs(amount) >= maxLineCents))
    yield {
      id: 'too-large',
      tone: 'stop',
      title: 'An amount is too large.',
      detail: `No line can be ${formatMoney(maxLineCents)} or more.`,
      fixes: [],
    };
  if (lines.some(({ label, amount }) => label === '' && amount !== 0))
    yield {
      id: 'unnamed-line',
      tone: 'stop',
      law: '16 CFR 453.2(b)(5)(i)(A)',
      title: 'A line has an amount but no description.',
      detail: 'Every item needs a name and price.',
      fixes: [{ label: 'Enter a description', go: { section: 'servicesFees', field: 'fee_lines' } }],
    };
  if (totals.homeCharges < 0)
    yield {
      id: 'discounts-too-large',
      tone: 'stop',
      title: 'The discounts are more than what they are taken off.',
      detail: `They leave ${formatMoney(totals.homeCharges)} of the funeral home charges.`,
      fixes: [{ label: 'Change the discounts', go: { section: 'servicesFees', field: 'fee_lines' } }],
    };
  yield* gapChecks(checked);
  yield* coSignerChecks(checked);
  yield* taxChecks(checked);
  yield* contractChecks(checked);
}

/** A co-signer with the purchaser's name is another person or a duplicate. */
function* coSignerChecks({ sections: { informant, disclosuresAgreement } }: StatementCheckInput): Generator<Check> {
  const purchaser = stringAt(informant, 'informant_name');
  for (const field of ['co_signer_1', 'co_signer_2'])
    if (purchaser !== '' && isSameName(stringAt(disclosuresAgreement, field), purchaser))
      yield {
        id: `same-name-${field}`,
        tone: 'warn',
        title: 'A co-signer has the purchaser’s name.',
        detail: `The Statement waits for the signatures of two people named ${purchaser}.`,
        fixes: [{ label: 'Change the co-signer', go: { section: 'disclosuresAgreement', field } }],
      };
}

/** Incomplete entries that would be missing on the Statement. */
function* gapChecks({ sections, sheet, taxesPackageMerchandise }: StatementCheckInput): Generator<Check> {
  const { servicesFees = {}, informant = {} } = sections;
  const hasPrice = centsOrZero(servicesFees.death_certificate_fee_each) > 0;
  if (hasPrice !== (parseNumber(servicesFees.death_certificate_copies) ?? 0) > 0)
    yield {
      id: 'certificates-half-entered',
      tone: 'warn',
      title: `Death certificates have ${hasPrice ? 'a price but no number of copies' : 'a number of copies but no price'}.`,
      detail: 'Nothing is charged for them.',
      fixes: [
        {
          label: hasPrice ? 'Enter the copies' : 'Enter the price',
          go: {
            section: 'servicesFees',
            field: hasPrice ? 'death_certificate_copies' : 'death_certificate_fee_each',
          },
        },
      ],
    };
  for (const { key, label } of sheet.lines.adjustments.filter(
    ({ amount, merchandise, taxable }) =>
      taxesPackageMerchandise && amount > 0 && merchandise === 0 && taxable !== 'no',
  ))
    yield {
      id: `untaxed-merchandise-${key}`,
      tone: 'warn',
      title: `“${label}” does not say how much of it is merchandise.`,
      detail: 'The home taxes the merchandise in packages; none is taxed here.',
      fixes: [{ label: 'Enter the amount', go: { section: 'servicesFees', field: key } }],
    };
  if (isBlank(informant.informant_name))
    yield {
      id: 'no-purchaser',
      tone: 'warn',
      title: 'The Statement names no purchaser.',
      detail: 'The informant of the case is the purchaser.',
      fixes: [{ label: 'Enter the informant', go: { section: 'informant', field: 'informant_name' } }],
    };
  else if (isBlank(informant.informant_address))
    yield {
      id: 'no-purchaser-address',
      tone: 'warn',
      title: 'The Statement has no address of the purchaser.',
      detail: `The address of ${informant.informant_name} is not in the case yet.`,
      fixes: [{ label: 'Enter the address', go: { section: 'informant', field: 'informant_address' } }],
    };
}

function* taxChecks({ tax, totals }: StatementCheckInput): Generator<Check> {
  if (tax === null || tax.total === totals.tax) return;
  const given = tax.shares.length ? `${taxWords(tax.shares)} is ${formatMoney(tax.total)}` : 'Nothing is taxed';
  yield {
    id: 'tax-differs',
    tone: 'warn',
    title: 'The sales tax is not what the rates give.',
    detail: `${given}. You entered ${formatMoney(totals.tax)}.`,
    fixes: [
      {
        label: `Use ${formatMoney(tax.total)}`,
        set: { section: 'servicesFees', values: { sales_tax: toDecimal(tax.total) } },
      },
    ],
  };
}

function* contractChecks({ sections, totals, contractTotal, contractFollows }: StatementCheckInput): Generator<Check> {
  const { servicesFees = {} } = sections;
  const { complete } = totals;
  if (complete === 0 && contractTotal === null) return;
  if (complete === contractTotal) return;
  const reason = servicesFees.contract_difference_reason;
  const isExplained = contractTotal !== null && typeof reason === 'string' && reason.trim() !== '';
  const title =
    contractTotal === null
      ? 'The case has no contract total yet.'
      : `${formatMoney(Math.abs(complete - contractTotal))} ${complete > contractTotal ? 'above' : 'below'} the contract total of ${formatMoney(contractTotal)}.`;
  const contract = { section: 'financial', values: { contract_total: toDecimal(Math.max(0, complete)) } } as const;
  yield {
    id: 'contract-differs',
    tone: contractFollows || isExplained ? 'info' : 'stop',
    title,
    detail: contractFollows
      ? `Finalizing sets it to ${formatMoney(Math.max(0, complete))}.`
      : isExplained
        ? reason.trim()
        : 'The contract total must match the Statement, or the Statement must explain the difference.',
    fixes: [
      { label: `Set contract to ${formatMoney(Math.max(0, complete))}`, set: contract },
      ...(contractTotal === null || contractFollows
        ? []
        : [{ label: 'Explain', go: { section: 'servicesFees', field: 'contract_difference_reason' } } as const]),
    ],
  };
}
