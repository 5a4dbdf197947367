import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { Values } from '#domain/forms/rules.ts';
import { textIn } from '#domain/values/text-of.ts';
import classes from './fees.module.css';

interface LineDetailsProps {
  /** What the line is called, for who does not see it. */
  label: string;
  entry: Values;
  isAdvance: boolean;
  /** Whether it charges for several things at once. */
  isBundle: boolean;
  onChange: (change: Values) => void;
}

/** What is said of a line besides its amount: which model exactly; of a cash advance to whom it goes, and whether it is an estimate. */
export const LineDetails = ({ label, entry, isAdvance, isBundle, onChange }: LineDetailsProps) => {
  const text = (name: string, title: string) => (
    <TextInput
      label={title}
      aria-label={`${title} of ${label}`}
      autoComplete="off"
      maxLength={200}
      value={textIn(entry, name)}
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
      {isAdvance && text('payee', 'Paid to')}
      <div data-wide={isAdvance ? undefined : true}>{text('description', 'Description')}</div>
      {(isBundle || entry.includes !== undefined) && (
        <div data-wide>
          <Textarea
            autosize
            label="Includes"
            aria-label={`Includes of ${label}`}
            maxLength={500}
            value={textIn(entry, 'includes')}
            onChange={({ currentTarget: { value } }) => onChange({ includes: value.replace(/\s*\n/g, ' ') })}
          />
        </div>
      )}
      {isAdvance && box('is_estimate', 'This is an estimate')}
      {isAdvance && box('is_marked_up', 'We charge for obtaining it, or keep a commission or discount')}
    </div>
  );
};
