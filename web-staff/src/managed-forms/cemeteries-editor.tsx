import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { maxCemeteries } from '#domain/managed-forms/managed-form.schema.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { type CemeteryRow, type DraftErrors, emptyCemetery } from './form-draft.ts';
import classes from './forms.module.css';

interface CemeteriesEditorProps {
  /** Null for the standard list. */
  rows: readonly CemeteryRow[] | null;
  faults: DraftErrors;
  /** The form has its own words in Spanish as well. */
  inSpanish: boolean;
  /** Where the home is, and most of its cemeteries are. */
  state: string;
  onChange: (rows: readonly CemeteryRow[] | null) => void;
}

const columns = [
  { name: 'name', label: 'Name', max: 100 },
  { name: 'cost', label: 'About, in dollars', max: 16 },
  { name: 'street', label: 'Street', max: 100 },
  { name: 'city', label: 'City', max: 100 },
  { name: 'zip', label: 'ZIP', max: 10 },
  { name: 'note', label: 'Note beside the cost', max: 60 },
] as const;
const spanishColumns = [...columns, { name: 'note_spanish', label: 'Note in Spanish', max: 60 }] as const;

/** The cemeteries that families choose from, in place of the standard list; undecided and Other always stand beside them. */
export const CemeteriesEditor = ({ rows, faults, inSpanish, state, onChange }: CemeteriesEditorProps) => {
  const write = (key: string, change: Partial<CemeteryRow>) =>
    onChange(rows?.map((row) => (row.key === key ? { ...row, ...change } : row)) ?? null);
  return (
    <>
      <Switch
        label="List our own cemeteries"
        description="“Not decided, or no burial” and “Other” are always offered besides."
        checked={rows !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? [emptyCemetery(state)] : null)}
      />
      {faults.cemeteries && <p className={classes.fault}>{faults.cemeteries}</p>}
      <ol className={classes.rows}>
        {(rows ?? []).map((row, at) => (
          <li key={row.key} className={classes.row}>
            <div className={classes.grid}>
              {(inSpanish ? spanishColumns : columns).map(({ name, label, max }) => (
                <TextInput
                  key={name}
                  label={label}
                  aria-label={`${label} of cemetery ${at + 1}`}
                  maxLength={max}
                  inputMode={name === 'cost' ? 'decimal' : undefined}
                  value={row[name]}
                  error={faults[`cemeteries.${at}.${name}`]}
                  onChange={({ currentTarget: { value } }) => write(row.key, { [name]: value })}
                />
              ))}
              <NativeSelect
                label="State"
                aria-label={`State of cemetery ${at + 1}`}
                data={[...jurisdictionOptions]}
                value={row.state}
                onChange={({ currentTarget: { value } }) => write(row.key, { state: value })}
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={`Remove cemetery ${at + 1}`}
              onClick={() => onChange((rows ?? []).filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {rows && rows.length < maxCemeteries && (
        <Button variant="default" onClick={() => onChange([...rows, emptyCemetery(state)])}>
          Add a cemetery
        </Button>
      )}
    </>
  );
};
