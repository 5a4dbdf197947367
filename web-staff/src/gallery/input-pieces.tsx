import { type ComponentType, useState } from 'react';
import { readTime } from '#domain/shared/values/clock-time.ts';
import { TimeInput } from '../ui/fields/time-input.tsx';
import { DateInput, MoneyInput } from '../ui/fields/typed-controls.tsx';
import { type FoundPeople, PersonPicker } from '../ui/person-picker.tsx';
import type { GalleryItem } from './piece.ts';

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

const people = [
  { id: '1', name: 'Karin Elise Lindqvist', details: '(904) 555-0142 · St. Augustine, FL' },
  { id: '2', name: 'Karin Lindqvist-Moore', details: 'karin.moore@example.com' },
];

const Picker = ({ start, found }: { start: string; found: Partial<FoundPeople> }) => {
  const [text, setText] = useState(start);
  const all: FoundPeople = { idle: false, searching: false, people: [], more: false, ...found };
  return (
    <div style={{ minHeight: '13rem' }}>
      <PersonPicker
        label="Next of kin"
        kind="customer"
        text={text}
        onText={setText}
        found={all}
        onPick={() => {}}
        defaultOpen
      />
    </div>
  );
};

const TimeWithoutHalf = () => {
  const [time, setTime] = useState(readTime('2:00') ?? '');
  return <TimeInput label="Service time" value={time} onChange={setTime} daytime />;
};

/** What is typed into. */
export const inputPieces: readonly GalleryItem[] = [
  {
    name: 'Date',
    states: states(DateInput, 'Date of death', '2026-11-20', '2/30', 'Date of death is not a valid date'),
  },
  { name: 'Time', states: states(TimeInput, 'Time of death', '04:35', 'soon', 'Please enter a valid time') },
  { name: 'Time without AM or PM', states: { asking: <TimeWithoutHalf /> } },
  {
    name: 'Person picker',
    states: {
      empty: <Picker start="" found={{ idle: true }} />,
      searching: <Picker start="kar" found={{ searching: true }} />,
      found: <Picker start="kari" found={{ people, more: true }} />,
      nobody: <Picker start="karinq" found={{}} />,
    },
  },
  { name: 'Money', states: states(MoneyInput, 'Amount', '1250.00', 'a lot', 'Please enter an amount') },
];
