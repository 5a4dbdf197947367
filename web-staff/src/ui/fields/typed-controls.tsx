import { localDay } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { readDate, spokenDate, typedDate } from './typed-date.ts';
import { TypedInput } from './typed-input.tsx';
import classes from './typed-inputs.module.css';

interface Control {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

const here = () => localDay(new Date());

/** A day, typed: '11/20', 'yesterday'. It says back which day was understood. */
export const DateInput = (props: Control) => (
  <TypedInput
    {...props}
    description={spokenDate(props.value) || props.description || 'MM/DD/YYYY'}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    placeholder="MM/DD/YYYY"
    autoComplete="off"
    maxLength={20}
    read={(typed) => readDate(typed, here())}
    write={typedDate}
  />
);

/** An amount as it is kept, '1234.50'; undefined for what is none. */
export const readMoney = (typed: string): string | undefined => {
  const cents = parseMoney(typed);
  return cents === null ? undefined : toDecimal(cents);
};
/** An amount as people write it, '1,234.50'. */
export const writeMoney = (value: string): string => {
  const cents = parseMoney(value);
  return cents === null ? value : formatMoney(cents).replace('$', '');
};

/** Of what is typed or pasted for an amount: digits, a decimal point, and the commas between thousands (D3 §5). */
export const cleanMoney = (typed: string): string => typed.replace(/[^\d.,]/g, '');

/** An amount without its commas, for one that they keep from being read: '16,00.5' (D3 §5). */
export const withoutCommas = (typed: string): string => typed.replaceAll(',', '');

/** An amount in dollars, also pasted as '1,234.5'; kept as '1234.50'. */
export const MoneyInput = (props: Control) => (
  <TypedInput
    {...props}
    className={classes.figures}
    leftSection="$"
    inputMode="decimal"
    autoComplete="off"
    maxLength={20}
    read={readMoney}
    write={writeMoney}
    clean={cleanMoney}
    mend={withoutCommas}
  />
);
