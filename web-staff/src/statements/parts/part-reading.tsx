import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import type { FeeLine, StatementPart } from '#domain/statements/fee-sheet.ts';
import { detailsOf } from '#domain/statements/included-fees.ts';
import { Chip } from '../../ui/chip.tsx';
import { besideLines, partFields } from './fee-entries.ts';
import classes from './fees.module.css';

interface PartReadingProps {
  part: Exclude<StatementPart, 'burial'>;
  lines: readonly FeeLine[];
  /** What the section holds. */
  values: Values;
  total: Cents;
  /** Goes to a line to change it; undefined where nobody may. */
  onPick?: ((key: string) => void) | undefined;
}

/** What a part of the Statement charges; the fees without an amount are named beneath. */
export const PartReading = ({ part, lines, values, total, onPick }: PartReadingProps) => {
  const beside = besideLines(part, values, lines);
  const unused = partFields[part].fees.filter(
    (name) => lines.every(({ key }) => key !== name) && beside.every((one) => one.name !== name),
  );
  return (
    <>
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line.key} className={classes.line}>
              {onPick ? (
                // For the mouse: the keyboard has the one way in that the lines share.
                <button type="button" className={classes.pick} tabIndex={-1} onClick={() => onPick(line.key)}>
                  <LineName line={line} part={part} />
                </button>
              ) : (
                <span>
                  <LineName line={line} part={part} />
                </span>
              )}
              <span className={classes.amount}>{formatMoney(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {beside.map(({ name, text }) => (
        <p key={name} className={classes.said}>
          {findCaseField(`servicesFees.${name}`)?.label}: {text}
        </p>
      ))}
      {unused.length > 0 && (
        <p className={classes.said}>
          Not used: {unused.map((name) => findCaseField(`servicesFees.${name}`)?.label).join(', ')}
        </p>
      )}
      <PartSum part={part} total={total} />
    </>
  );
};

export const PartSum = ({ part, total }: { part: StatementPart; total: Cents }) => (
  <div className={classes.sum}>
    <span>{sumLabels[part]}</span>
    <span className={classes.amount}>{formatMoney(total)}</span>
  </div>
);

const sumLabels: Record<StatementPart, string> = {
  services: 'Total A',
  merchandise: 'Total B',
  special: 'Total C',
  adjustments: 'Packages less discounts',
  burial: 'Burial fees total',
  advances: 'Total D',
};

const LineName = ({ line, part }: { line: FeeLine; part: StatementPart }) => (
  <>
    {line.label || 'A line without a name'} {line.isEstimate && <Chip>estimate</Chip>}{' '}
    {line.isMarkedUp && <Chip tone="info">charged for obtaining</Chip>}{' '}
    {line.amount >= 0 && line.taxable && <Chip>{line.taxable === 'yes' ? 'taxable' : 'not taxable'}</Chip>}
    <span className={`${classes.said} ${classes.under}`}>{detailsOf(line, part).join(' · ')}</span>
  </>
);
