import { type ComponentType, useState } from 'react';
import { DateInput, MoneyInput, TimeInput } from '../ui/fields/typed-controls.tsx';
import type { Piece } from './piece.ts';

interface Settings {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

const Try = ({
  of: Input,
  label,
  start,
  error,
}: {
  of: ComponentType<Settings>;
  label: string;
  start: string;
  error?: string;
}) => {
  const [value, setValue] = useState(start);
  return <Input label={label} value={value} onChange={setValue} {...(error ? { error } : {})} />;
};

const states = (of: ComponentType<Settings>, label: string, filled: string, wrong: string, error: string) => ({
  empty: <Try of={of} label={label} start="" />,
  filled: <Try of={of} label={label} start={filled} />,
  wrong: <Try of={of} label={label} start={wrong} error={error} />,
});

/** What is typed into. */
export const inputPieces: readonly Piece[] = [
  {
    name: 'Date',
    states: states(DateInput, 'Date of death', '2026-11-20', '2/30', 'Date of death is not a valid date'),
  },
  { name: 'Time', states: states(TimeInput, 'Time of death', '04:35', 'soon', 'Please enter a valid time') },
  { name: 'Money', states: states(MoneyInput, 'Amount', '1250.00', 'a lot', 'Please enter an amount') },
];
