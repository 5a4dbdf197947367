import { TextInput } from '@mantine/core';
import { useLocalEcho } from '../local-echo.ts';

interface DayInputProps {
  label: string;
  /** As YYYY-MM-DD; '' for none. */
  value: string;
  onChange: (day: string) => void;
}

/** A day to filter by. While a year is typed the browser tells of days in the year 2: nothing is filtered by these. */
export const DayInput = ({ label, value, onChange }: DayInputProps) => {
  const [shown, show] = useLocalEcho(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={shown}
      max="9999-12-31"
      onChange={({ currentTarget: { value: day } }) => {
        show(day);
        if (day === '' || day >= '1850') onChange(day);
      }}
    />
  );
};
