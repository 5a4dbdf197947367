import { cleanMoney, readMoney, withoutCommas, writeMoney } from '../../ui/fields/typed-controls.tsx';
import { TypedInput } from '../../ui/fields/typed-input.tsx';

interface AmountInputProps {
  label: string;
  /** What stands above it; nothing where the name of the line stands beside it. */
  title?: string;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  /** Set where the amount is computed. */
  readOnly?: boolean;
}

/** The amount of a line. */
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
    mend={withoutCommas}
  />
);
