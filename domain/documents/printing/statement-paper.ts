import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { taxLine } from '#domain/statements/checked-statement.ts';
import type { StatementPart } from '#domain/statements/fee-sheet.ts';
import { detailsOf } from '#domain/statements/included-fees.ts';
import { signsAs } from '#domain/statements/signed-acceptance.ts';
import type { StatementContent, StatementLine, StatementSignature } from '#domain/statements/statement.schema.ts';
import { type LabeledValue, nonBlankValues, type Paper, type PaperPart, paperFileName } from './paper.ts';

export interface StatementOnPaper {
  readonly statement_number: string;
  readonly version: number;
  readonly content: StatementContent;
  readonly digest: string;
  readonly finalized_at: string;
  readonly finalized_by_name: string | null;
  readonly superseded: boolean;
  readonly acceptance?:
    | {
        readonly accepted_by: string;
        readonly signed_by: string;
        readonly signature_date: string;
        readonly co_signer_1: string;
        readonly co_signer_2: string;
        readonly given_on: string;
        readonly recorded_at: string;
        readonly signatures?: readonly StatementSignature[] | undefined;
      }
    | undefined;
  /** It will be signed electronically on a page behind it, so it has no lines to sign on. */
  readonly for_signing?: true;
}

export interface PriceListOfStatement {
  readonly caption: string;
  readonly effective_from: string | null;
}

/** Several states require this caption; the federal rule does not. */
const title = 'Statement of Funeral Goods and Services Selected';
const money = (amount: string): string => formatMoney(parseMoney(amount) ?? 0);
const text = (value: string, strong = false): PaperPart => ({
  kind: 'text',
  text: value,
  ...(strong ? { strong } : {}),
});

const headFacts = ({ content, finalized_by_name, statement_number, version }: StatementOnPaper): LabeledValue[] => {
  const { deceased, purchaser, director } = content;
  const arranged = director?.name || finalized_by_name || '';
  return nonBlankValues([
    { label: 'Statement', value: `${statement_number}, version ${version}` },
    { label: 'Date', value: formatDate(content.date_of_statement) },
    { label: 'Deceased', value: deceased.name },
    { label: 'Date of death', value: deceased.date_of_death && formatDate(deceased.date_of_death) },
    { label: 'Case number', value: content.case_number },
    { label: 'Purchaser', value: purchaser.name },
    { label: 'Purchaser’s address', value: purchaser.address },
    {
      // A person without a license may not be called a funeral director.
      label: director && !director.license_number ? 'Prepared by' : 'Funeral director',
      value: [arranged, director?.license_number && `License ${director.license_number}`].filter(Boolean).join(', '),
    },
  ]);
};

const disclosure = (content: StatementContent, id: StatementContent['disclosures'][number]['id']): PaperPart[] => {
  const found = content.disclosures.find((disclosure) => disclosure.id === id);
  return found ? [text(found.text), ...(found.answer ? [text(found.answer, true)] : [])] : [];
};

const wordsOf = (line: StatementLine, part: StatementPart): string => {
  const details = detailsOf(line, part).join('. ');
  return [`${line.label}${line.is_estimate ? ' (estimate)' : ''}`, details].filter(Boolean).join('\n');
};

const amountColumns = (of: string) =>
  [
    { label: of, width: 0.76 },
    { label: 'Amount', width: 0.24, align: 'right' },
  ] as const;

const partOf = (
  content: StatementContent,
  { part, title: heading, lines, total }: StatementContent['parts'][number],
): PaperPart[] => [
  { kind: 'heading', text: heading },
  ...(part === 'advances' ? disclosure(content, 'cash-advances') : []),
  {
    kind: 'table',
    columns: amountColumns('Item'),
    rows: lines.map((line) => [wordsOf(line, part), money(line.amount)]),
    sums: [[`${heading} total`, money(total)]],
  },
];

const contractSentence = ({ total, difference, reason }: StatementContent['contract']): string => {
  const cents = parseMoney(difference) ?? 0;
  return `Contract total ${money(total)}, ${formatMoney(Math.abs(cents))} ${cents > 0 ? 'less' : 'more'}: ${reason}`;
};

const totalsOf = ({ totals, parts, contract, burial_fees }: StatementContent): PaperPart[] => {
  const own = parts.filter(({ part }) => part !== 'advances');
  return [
    { kind: 'heading', text: 'Totals' },
    {
      kind: 'table',
      columns: amountColumns('Summary'),
      rows: [
        ...own.map(({ title: heading, total }) => [heading, money(total)]),
        ['Funeral home charges', money(totals.home_charges)],
        [taxLine(totals), money(totals.sales_tax)],
        ['Cash advances', money(totals.cash_advances)],
      ],
      sums: [
        ['Complete total', money(totals.complete_total)],
        ['Paid to date', money(totals.paid_to_date)],
        ['Balance', money(totals.balance)],
      ],
    },
    ...(burial_fees.note ? [text(burial_fees.note)] : []),
    ...(contract.reason ? [text(contractSentence(contract))] : []),
  ];
};

/** Returns a line for each co-signer who has not signed what the purchaser accepted. */
const openLines = (
  { content: { co_signers = [] } }: StatementOnPaper,
  { co_signer_1, co_signer_2, signatures = [] }: NonNullable<StatementOnPaper['acceptance']>,
): PaperPart[] => {
  const signed = [co_signer_1, ...co_signer_2.split(', '), ...signatures.map(({ name }) => name)];
  return co_signers
    .filter((name) => !signed.includes(name))
    .map((name) => ({ kind: 'signature', label: `Co-signer${name && `, ${name}`}, and date` }));
};

const linesToSign = ({ content: { purchaser, co_signers = [''], home } }: StatementOnPaper): PaperPart[] =>
  [
    `Purchaser${purchaser.name && `, ${purchaser.name}`}`,
    ...co_signers.map((name) => `Co-signer${name && `, ${name}`}`),
    `For ${home.name}`,
  ].map((who) => ({ kind: 'signature', label: `${who}, and date` }));

const acceptanceOf = (statement: StatementOnPaper): PaperPart[] => {
  const { acceptance, for_signing } = statement;
  if (for_signing) return [{ kind: 'heading', text: 'Acceptance' }, text('Signed on the signature page at the end.')];
  return [
    { kind: 'heading', text: 'Acceptance' },
    ...(acceptance ? [{ kind: 'facts' as const, facts: acceptanceFacts(acceptance) }] : []),
    ...(acceptance?.signed_by ? openLines(statement, acceptance) : linesToSign(statement)),
    ...(acceptance?.given_on === '' ? [{ kind: 'signature' as const, label: 'Copy given to the family on' }] : []),
  ];
};

const acceptanceFacts = (acceptance: NonNullable<StatementOnPaper['acceptance']>): LabeledValue[] =>
  nonBlankValues([
    { label: 'Accepted by', value: acceptance.accepted_by },
    { label: 'Copy given on', value: formatDate(acceptance.given_on) },
    ...(acceptance.signatures?.map((signature) => ({
      label: signsAs(signature),
      value: `${signature.name}, signed electronically ${formatDate(signature.signed_on)}`,
    })) ?? [
      { label: 'Signed by', value: acceptance.signed_by },
      { label: 'Signature date', value: acceptance.signature_date && formatDate(acceptance.signature_date) },
      { label: 'Co-Signer 1', value: acceptance.co_signer_1 },
      { label: 'Co-Signer 2', value: acceptance.co_signer_2 },
    ]),
  ]);

/** Returns 'Prices effective Mar 1, 2026' for all price lists of the lines, each day once. */
const effectiveOf = (lists: readonly PriceListOfStatement[]): string => {
  const days = [...new Set(lists.flatMap(({ effective_from: day }) => (day ? [day] : [])))].toSorted();
  return days.length ? `prices effective ${days.map((day) => formatDate(day)).join(' and ')}` : '';
};

/**
 * Returns a finalized Statement according to the Funeral Rule (16 CFR 453.2(b)(5), 453.3(d)(2), 453.5(b),
 * 453.3(f)(2)): parties, all charges, the sentences word for word with their answers, the frozen totals, the terms and
 * the lines to sign on. It adds nothing up again.
 */
export const statementPaper = (statement: StatementOnPaper, lists: readonly PriceListOfStatement[] = []): Paper => {
  const { content, statement_number, version, digest, finalized_at, superseded, acceptance } = statement;
  const { home } = content;
  const { phone, license_number } = home;
  return {
    title,
    letterhead: [
      home.name,
      home.address,
      [phone, license_number && `License ${license_number}`].filter(Boolean).join(' · '),
    ].filter(Boolean),
    asOf: acceptance?.recorded_at ?? finalized_at,
    footer: [statement_number, `version ${version}`, effectiveOf(lists), digest.slice(0, 12)]
      .filter(Boolean)
      .join(' · '),
    parts: [
      ...(superseded ? [text('Superseded by a later version.', true)] : []),
      { kind: 'facts', facts: headFacts(statement) },
      ...disclosure(content, 'required-items'),
      ...content.parts.flatMap((part) => partOf(content, part)),
      { kind: 'heading', text: 'Embalming' },
      ...disclosure(content, 'embalming'),
      ...totalsOf(content),
      { kind: 'heading', text: 'Terms of payment' },
      text(content.terms.text),
      ...(content.additional_items ? [text(`Additional items ordered later: ${content.additional_items}`)] : []),
      ...acceptanceOf(statement),
    ],
  };
};

export const statementFileName = (number: string, version: number): string =>
  paperFileName('statement', number, `v${version}`);
