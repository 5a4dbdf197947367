import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import {
  type Check,
  type StatementCheckInput,
  type SuggestedFix,
  taxWords,
} from '#domain/statements/checked-statement.ts';
import classes from './fees.module.css';

interface TotalsPanelProps {
  checked: StatementCheckInput;
  checks: readonly Check[];
  passed: readonly string[];
  paid: Cents;
  onFix?: ((fix: SuggestedFix) => void) | undefined;
  /** The next version, if the newest Statement is as it was finalized. */
  settledNext?: number | undefined;
  totalsRef?: Ref<HTMLDListElement>;
  children?: ReactNode;
}

/** Finalizing accepted the warnings, so that only a different tax is still said. */
const afterFinalizing = (checks: readonly Check[], next: number): Check[] =>
  checks.flatMap((check) => {
    if (check.id !== 'tax-differs') return check.tone === 'stop' ? [check] : [];
    const detail = `${check.detail} To change it, edit the tax and finalize version ${next}.`;
    return [{ ...check, tone: 'info' as const, detail, fixes: [] }];
  });

export const TotalsPanel = ({ checked, paid, onFix, settledNext, totalsRef, children, ...given }: TotalsPanelProps) => {
  const isOpen = settledNext === undefined;
  const checks = isOpen ? given.checks : afterFinalizing(given.checks, settledNext);
  const passed = isOpen ? given.passed : [];
  const { totals, sheet, tax } = checked;
  const { parts } = totals;
  return (
    <section className={classes.panel} aria-label="Totals and checks" tabIndex={-1} data-totals>
      <h3>Totals</h3>
      <dl ref={totalsRef} className={classes.totals}>
        <dt>A Services</dt>
        <dd>{formatMoney(parts.services)}</dd>
        <dt>B Merchandise</dt>
        <dd>{formatMoney(parts.merchandise)}</dd>
        <dt>C Special charges</dt>
        <dd>{formatMoney(parts.special)}</dd>
        {sheet.lines.adjustments.length > 0 && (
          <>
            <dt>Packages less discounts</dt>
            <dd>{formatMoney(parts.adjustments)}</dd>
          </>
        )}
        {parts.burial > 0 && sheet.burialHandling === 'billed' && (
          <>
            <dt>Burial fees</dt>
            <dd>{formatMoney(parts.burial)}</dd>
          </>
        )}
        <div data-rule />
        <dt>Funeral home charges</dt>
        <dd>
          <strong>{formatMoney(totals.homeCharges)}</strong>
        </dd>
        <dt>
          Sales tax {tax && tax.total === totals.tax && <span className={classes.detail}>{taxWords(tax.shares)}</span>}
        </dt>
        <dd>{formatMoney(totals.tax)}</dd>
        <dt>D Cash advances</dt>
        <dd>{formatMoney(parts.advances)}</dd>
        <div data-rule />
        <dt data-big>Complete total</dt>
        <dd data-big>{formatMoney(totals.complete)}</dd>
        <dt>Paid to date</dt>
        <dd>{formatMoney(paid)}</dd>
        <dt>
          <strong>Balance</strong>
        </dt>
        <dd>
          <strong>{formatMoney(totals.complete - paid)}</strong>
        </dd>
      </dl>
      <p className={classes.detail}>{burialText(checked)}</p>
      {checks.length + passed.length > 0 && (
        <h3>{checks.some(({ tone }) => tone === 'stop') ? 'To fix before finalizing' : 'Checks'}</h3>
      )}
      <ul className={classes.checks}>
        {checks.map((check) => (
          <CheckItem
            key={check.id}
            check={check}
            onFix={onFix}
            isBegun={totals.complete > 0}
            isFolded={checks.length > readAtOnce && check.tone !== 'stop'}
          />
        ))}
        {passed.map((text) => (
          <li key={text} className={classes.passed}>
            <IconCheck size={16} stroke={1.8} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
};

const burialText = ({ sheet, totals }: StatementCheckInput): string => {
  const sum = totals.parts.burial;
  if (sum === 0) return 'No burial fees recorded.';
  if (sheet.burialHandling === 'billed') return `Burial fees of ${formatMoney(sum)} are included in this Statement.`;
  if (sheet.burialHandling === 'cemetery')
    return `Burial fees of ${formatMoney(sum)} are paid directly to the cemetery and are not included.`;
  return `Burial fees of ${formatMoney(sum)} are not included yet.`;
};

/** Of more checks, those that block nothing are folded. */
const readAtOnce = 4;
const words = { stop: 'To fix', warn: 'To check', info: 'For your information' } as const;

interface CheckItemProps {
  check: Check;
  onFix: TotalsPanelProps['onFix'];
  /** True once something is charged; before that, blocking checks are only next steps. */
  isBegun: boolean;
  isFolded: boolean;
}

const CheckItem = ({ check, onFix, isBegun, isFolded }: CheckItemProps) => {
  const isNext = check.tone === 'stop' && !isBegun;
  const title = (
    <strong>
      {isNext ? 'To do' : words[check.tone]}: {check.title}
    </strong>
  );
  const body = (
    <>
      <p>
        {check.law && `${check.law}: `}
        {check.detail}
      </p>
      {onFix && check.fixes.length > 0 && (
        <div className={classes.tools}>
          {check.fixes.map((fix) => (
            <Button key={JSON.stringify(fix)} variant="default" onClick={() => onFix(fix)}>
              {fix.label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
  return (
    <li className={classes.check} data-tone={isNext ? 'info' : check.tone}>
      {isFolded ? (
        <details>
          <summary>{title}</summary>
          {body}
        </details>
      ) : (
        <>
          {title}
          {body}
        </>
      )}
    </li>
  );
};
