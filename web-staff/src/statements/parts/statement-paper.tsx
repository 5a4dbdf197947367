import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { taxLine } from '#domain/statements/checked-statement.ts';
import { detailsOf } from '#domain/statements/included-fees.ts';
import { signsAs } from '#domain/statements/signed-acceptance.ts';
import type { Statement, StatementContent, WholeStatement } from '#domain/statements/statement.schema.ts';
import { Chip } from '../../ui/chip.tsx';
import classes from './statement.module.css';

export const StatementPaper = ({ statement }: { statement: WholeStatement }) => {
  const { content } = statement;
  const { home, deceased, purchaser } = content;
  return (
    <div className={classes.paper}>
      <div>
        <h3>Statement of Funeral Goods and Services Selected</h3>
        <p className={classes.detail}>
          {statement.statement_number} · version {statement.version} · {formatDate(content.date_of_statement)}
        </p>
      </div>
      <p>
        <strong>{home.name}</strong>
        <br />
        {[home.address, home.phone, home.license_number && `License ${home.license_number}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p>
        For <strong>{deceased.name || 'Name not given'}</strong>
        {deceased.date_of_death && `, died ${formatDate(deceased.date_of_death)}`} · case {content.case_number}
        {purchaser.name && (
          <>
            <br />
            Arranged by {[purchaser.name, purchaser.address].filter(Boolean).join(', ')}
          </>
        )}
      </p>
      <Disclosure content={content} id="required-items" />
      {content.parts.map(({ part, title, lines, total }) => (
        <table key={part} className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th>
                <h3>{title}</h3>
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>
                  {line.label} {line.is_estimate && '(estimate)'}
                  <p className={classes.detail}>{detailsOf(line, part).join(' · ')}</p>
                </td>
                <td data-figure>{formatAmount(line.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th>Total</th>
              <td data-figure>{formatAmount(total)}</td>
            </tr>
          </tfoot>
        </table>
      ))}
      <Disclosure content={content} id="cash-advances" />
      <Disclosure content={content} id="embalming" />
      <Totals content={content} />
      {content.burial_fees.note && <p>{content.burial_fees.note}</p>}
      <div>
        <h3>Terms of payment</h3>
        <p>{content.terms.text}</p>
      </div>
      {content.additional_items && <p>Additional items ordered later: {content.additional_items}</p>}
      <Acceptance statement={statement} />
      <p className={classes.digest}>Content {statement.digest}</p>
    </div>
  );
};

const Disclosure = ({
  content,
  id,
}: {
  content: StatementContent;
  id: StatementContent['disclosures'][number]['id'];
}) => {
  const disclosure = content.disclosures.find((candidate) => candidate.id === id);
  if (!disclosure) return null;
  return (
    <div>
      <p>{disclosure.text}</p>
      {disclosure.answer && (
        <p>
          <strong>{disclosure.answer}</strong>
        </p>
      )}
    </div>
  );
};

const Totals = ({ content: { totals, contract } }: { content: StatementContent }) => {
  const rows: [string, string][] = [
    ['Funeral home charges', totals.home_charges],
    [taxLine(totals), totals.sales_tax],
    ['Cash advances', totals.cash_advances],
    ['Complete total', totals.complete_total],
    ['Paid to date', totals.paid_to_date],
    ['Balance', totals.balance],
  ];
  return (
    <table className={classes.table} aria-label="Statement totals">
      <tbody>
        {rows.map(([label, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-figure>
              {label === 'Complete total' ? <strong>{formatAmount(amount)}</strong> : formatAmount(amount)}
            </td>
          </tr>
        ))}
        {contract.reason && (
          <tr>
            <th scope="row">
              Contract total {formatAmount(contract.total)}
              <p className={classes.detail}>{contract.reason}</p>
            </th>
            <td data-figure>{formatAmount(contract.difference)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
};

/** Returns the signers with their dates; '' before the first signature. */
export const signersOf = (acceptance: NonNullable<Statement['acceptance']>): string => {
  const { signed_by, signature_date, co_signer_1, co_signer_2, signatures } = acceptance;
  const electronic = signatures
    ?.map((signature) => `${signsAs(signature)} ${signature.name}, ${formatDate(signature.signed_on)}`)
    .join('; ');
  if (electronic) return `Signed electronically: ${electronic}`;
  const signers = [signed_by, co_signer_1, co_signer_2].filter(Boolean).join(', ');
  return signed_by && `Signed by ${signers}${signature_date && `, ${formatDate(signature_date)}`}`;
};

const Acceptance = ({ statement: { acceptance } }: { statement: Pick<Statement, 'acceptance'> }) => {
  if (!acceptance) return null;
  const { accepted_by, given_on } = acceptance;
  return (
    <div>
      <h3>Acceptance</h3>
      <p>
        Accepted by {accepted_by}; copy {given_on ? `given on ${formatDate(given_on)}` : 'not recorded as given'}.{' '}
        {signersOf(acceptance)}
      </p>
    </div>
  );
};

const tones = { final: 'info', accepted: 'ok', superseded: 'neutral' } as const;
const words = { final: 'Final', accepted: 'Accepted', superseded: 'Superseded' } as const;
export const StatementStatusChip = ({ status }: Pick<Statement, 'status'>) => (
  <Chip tone={tones[status]}>{words[status]}</Chip>
);
