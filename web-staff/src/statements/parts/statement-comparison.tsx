import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import { compareStatements } from '#domain/statements/compare-statements.ts';
import type { WholeStatement } from '#domain/statements/statement.schema.ts';
import classes from './statement.module.css';
import { money } from './statement-paper.tsx';

/** A change of an amount, with its sign. */
const signed = (cents: Cents): string => (cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents));

/** What a version says differently from the one before, line by line. */
export const StatementComparison = ({ before, after }: { before: WholeStatement; after: WholeStatement }) => {
  const { lines, tax, complete, texts } = compareStatements(before.content, after.content);
  return (
    <div className={classes.paper}>
      <p className={classes.said}>
        {before.statement_number} and {after.statement_number}
        {after.reason && `: “${after.reason}”`}
      </p>
      <table className={classes.table} data-columns aria-label="What is different">
        <thead>
          <tr>
            <th>Line</th>
            <th data-figure>Version {before.version}</th>
            <th data-figure>Version {after.version}</th>
            <th data-figure>Change</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.title} ${line.label}`}>
              <td>
                {line.label}
                <p className={classes.said}>{line.title}</p>
              </td>
              <td data-figure>{line.before ? money(line.before.amount) : '—'}</td>
              <td data-figure>{line.after ? money(line.after.amount) : '—'}</td>
              <td data-figure>{line.change === 0 ? 'wording' : signed(line.change)}</td>
            </tr>
          ))}
          {tax !== 0 && (
            <tr>
              <td>Sales tax</td>
              <td data-figure>{money(before.content.totals.sales_tax)}</td>
              <td data-figure>{money(after.content.totals.sales_tax)}</td>
              <td data-figure>{signed(tax)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th>Complete total</th>
            <td data-figure>{money(before.complete_total)}</td>
            <td data-figure>{money(after.complete_total)}</td>
            <td data-figure>{signed(complete)}</td>
          </tr>
        </tfoot>
      </table>
      {texts.map((text) => (
        <div key={text.label}>
          <h3>{text.label}</h3>
          <p className={classes.said}>
            Version {before.version}: {text.before || 'nothing'}
          </p>
          <p>
            Version {after.version}: {text.after || 'nothing'}
          </p>
        </div>
      ))}
    </div>
  );
};
