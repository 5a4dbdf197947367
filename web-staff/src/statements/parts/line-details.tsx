import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { quantityIn } from '#domain/statements/fee-sheet.ts';
import { cleanMoney, readMoney, TypedInput, withoutCommas, writeMoney } from '../../ui/fields/typed-controls.tsx';
import classes from './fees.module.css';

interface AmountInputProps {
  label: string;
  /** Undefined if the line's name is next to it. */
  title?: string;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  readOnly?: boolean;
}

export const AmountInput = ({ label, title, name, inputRef, error, ...props }: AmountInputProps) => (
  <TypedInput
    {...props}
    ref={inputRef}
    data-figure
    data-field={name}
    label={title}
    aria-label={label}
    aria-invalid={error ? true : undefined}
    error={Boolean(error)}
    autoComplete="off"
    inputMode="decimal"
    maxLength={16}
    placeholder="0.00"
    read={readMoney}
    write={writeMoney}
    clean={cleanMoney}
    repair={withoutCommas}
  />
);

interface LineDetailsProps {
  label: string;
  entry: Values;
  isAdvance: boolean;
  /** True for a package or a charge of section C. */
  isBundle: boolean;
  amount: string;
  /** Undefined for a line without a quantity, such as a discount. */
  onCount?: ((quantity: number, amount: string) => void) | undefined;
  onChange: (change: Values) => void;
}

const Count = ({ label, entry, amount, onCount }: Omit<LineDetailsProps, 'isAdvance' | 'isBundle' | 'onChange'>) => {
  const quantity = quantityIn(entry);
  const cents = parseMoney(amount);
  const each = cents !== null && cents % quantity === 0 ? cents / quantity : null;
  return (
    <>
      <TypedInput
        label="Quantity"
        aria-label={`Quantity of ${label}`}
        autoComplete="off"
        inputMode="numeric"
        maxLength={3}
        value={String(quantity)}
        read={(typed) => typed}
        write={(value) => value}
        clean={(typed) => typed.replace(/\D/g, '')}
        onChange={(typed) => {
          const many = Number(typed);
          if (many > 0) onCount?.(many, each === null ? amount : toDecimal(each * many));
        }}
      />
      {quantity > 1 && (
        <AmountInput
          title="Price each"
          label={`Price each of ${label}`}
          name="price_each"
          value={each === null ? '' : toDecimal(each)}
          onChange={(value) => {
            const price = parseMoney(value);
            onCount?.(quantity, price === null ? '' : toDecimal(price * quantity));
          }}
        />
      )}
    </>
  );
};

const taxChoices = [
  { value: '', label: 'As the home has it' },
  { value: 'yes', label: 'Taxable' },
  { value: 'no', label: 'Not taxable' },
];
const taxChoicesOfDiscount = [
  { value: '', label: 'Leaves the taxed amount as it is' },
  { value: 'yes', label: 'Lowers the taxed amount' },
];

export const LineDetails = (props: LineDetailsProps) => {
  const { label, entry, isAdvance, isBundle, amount, onCount, onChange } = props;
  const text = (name: string, title: string) => (
    <TextInput
      label={title}
      aria-label={`${label}: ${title}`}
      autoComplete="off"
      maxLength={200}
      value={stringAt(entry, name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const box = (name: string, title: string) => (
    <Checkbox
      label={title}
      checked={entry[name] === true}
      styles={{ body: { alignItems: 'center', minHeight: '2.75rem' } }}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <div className={classes.details}>
      {onCount && <Count {...{ label, entry, amount, onCount }} />}
      {entry.kind === 'discount' && (
        <TextInput
          label="Percent of the charges"
          aria-label={`Percent of the charges of ${label}`}
          description="Of A, B, C and packages, in place of an amount"
          inputWrapperOrder={['label', 'input', 'description']}
          autoComplete="off"
          inputMode="decimal"
          maxLength={6}
          value={String(entry.percent ?? '')}
          onChange={(event) => onChange({ percent: event.currentTarget.value.replace(/[^\d.]/g, ''), amount: '' })}
        />
      )}
      {entry.kind === 'package' && (
        <AmountInput
          title="Merchandise in the package"
          label={`Merchandise in the package ${label}`}
          name="merchandise_amount"
          value={stringAt(entry, 'merchandise_amount')}
          onChange={(merchandise_amount) => onChange({ merchandise_amount })}
        />
      )}
      <NativeSelect
        label="Sales tax"
        aria-label={`Sales tax of ${label}`}
        data={entry.kind === 'discount' ? taxChoicesOfDiscount : taxChoices}
        value={stringAt(entry, 'taxable')}
        onChange={(event) => onChange({ taxable: event.currentTarget.value })}
      />
      {isAdvance && text('payee', 'Paid to')}
      <div data-wide={isAdvance ? undefined : true}>{text('description', 'Description')}</div>
      {(isBundle || entry.includes !== undefined) && (
        <div data-wide>
          <Textarea
            autosize
            label="Includes"
            aria-label={`Includes of ${label}`}
            maxLength={500}
            value={stringAt(entry, 'includes')}
            onChange={({ currentTarget: { value } }) => onChange({ includes: value.replace(/\s*\n/g, ' ') })}
          />
        </div>
      )}
      {isAdvance && box('is_estimate', 'This is an estimate')}
      {isAdvance && box('is_marked_up', 'We add a charge, or keep a commission or discount')}
    </div>
  );
};
