import { DateField } from '../fields/date-field.tsx';
import { useLocalEcho } from '../local-echo.ts';

interface DayInputProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

/** While a year is typed, browsers report dates in the year 2, which are ignored. */
export const DayInput = ({ label, value, onChange }: DayInputProps) => {
  const [shown, show] = useLocalEcho(value);
  return (
    <DateField
      label={label}
      value={shown}
      max="9999-12-31"
      onDay={(day) => {
        show(day);
        if (day === '' || day >= '1850') onChange(day);
      }}
    />
  );
};
