import { Button, TextInput } from '@mantine/core';
import { IconListDetails, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString, stringAt } from '#domain/shared/values/as-string.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { afterPointerUp } from '../../ui/fields/use-values-form.ts';
import { IconButton } from '../../ui/gated-button.tsx';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import classes from './fees.module.css';
import { AmountInput, LineDetails } from './line-details.tsx';

const labelOfField = (name: string): string => findCaseField(`servicesFees.${name}`)?.label ?? name;
const hasDetails = (entry: Values): boolean =>
  ['description', 'includes', 'payee', 'taxable', 'merchandise_amount'].some((name) => stringAt(entry, name) !== '') ||
  ['quantity', 'percent'].some((name) => Boolean(entry[name])) ||
  entry.is_estimate === true ||
  entry.is_marked_up === true;

interface DetailsToggleProps {
  label: string;
  open: boolean;
  onToggle: () => void;
}

const DetailsToggle = ({ label, open, onToggle }: DetailsToggleProps) => (
  <IconButton
    icon={IconListDetails}
    label={`${label} details`}
    title="Details"
    aria-expanded={open}
    onClick={onToggle}
  />
);

const RowText = ({ form, name, inRow = false }: { form: AnyRecordForm; name: string; inRow?: boolean }) => (
  <Controller
    control={form.methods.control}
    name={name}
    render={({ field, fieldState: { error } }) => (
      <TextInput
        ref={field.ref}
        data-figure={inRow || undefined}
        data-field={name}
        aria-label={labelOfField(name)}
        placeholder={inRow ? 'Copies' : labelOfField(name)}
        autoComplete="off"
        inputMode={inRow ? 'numeric' : 'text'}
        maxLength={inRow ? 4 : 200}
        value={asString(field.value)}
        error={error?.message}
        onBlur={() => afterPointerUp(field.onBlur)}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
    )}
  />
);

const placeFields: Readonly<Record<string, string>> = {
  forwarding_remains_fee: 'forwarding_remains_to',
  receiving_remains_fee: 'receiving_remains_from',
};

interface FeeRowProps {
  form: AnyRecordForm;
  name: string;
  isAdvance: boolean;
  detail: Values;
  onDetail: (change: Values) => void;
}

export const FeeRow = ({ form, name, isAdvance, detail, onDetail }: FeeRowProps) => {
  const isBundle = documentedFees.special.some((fee) => fee === name);
  const [open, setOpen] = useState(() => hasDetails(detail) || (isBundle && Boolean(form.methods.getValues(name))));
  const label = labelOfField(name);
  const isCounted = name === 'death_certificate_fee_each';
  const destination = placeFields[name];
  return (
    <Controller
      control={form.methods.control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <li className={classes.row} data-plain={isCounted ? undefined : true}>
          <span>{label}</span>
          {isCounted && <RowText form={form} name="death_certificate_copies" inRow />}
          <AmountInput
            label={label}
            name={name}
            inputRef={field.ref}
            value={asString(field.value)}
            error={error?.message}
            onBlur={() => afterPointerUp(field.onBlur)}
            onChange={field.onChange}
          />
          <DetailsToggle label={label} open={open} onToggle={() => setOpen(!open)} />
          {error?.message && (
            <span role="alert" className={classes.error}>
              {error.message}
            </span>
          )}
          {destination && (
            <div className={classes.details}>
              <div data-wide>
                <RowText form={form} name={destination} />
              </div>
            </div>
          )}
          {open && (
            <LineDetails
              {...{ label, isAdvance, isBundle }}
              entry={detail}
              amount={asString(field.value)}
              onCount={
                isCounted
                  ? undefined
                  : (quantity, amount) => {
                      field.onChange(amount);
                      onDetail({ quantity: quantity > 1 ? quantity : '' });
                    }
              }
              onChange={onDetail}
            />
          )}
        </li>
      )}
    />
  );
};

interface OwnRowProps {
  entry: Values;
  isAdvance: boolean;
  noun: string;
  errors: Readonly<Record<string, string>>;
  computed: string | undefined;
  onChange: (change: Values) => void;
  onRemove: () => void;
}

export const OwnRow = ({ entry, isAdvance, noun, errors, computed, onChange, onRemove }: OwnRowProps) => {
  const isBundle = entry.kind === 'package';
  const [open, setOpen] = useState(() => hasDetails(entry) || isBundle);
  const name = stringAt(entry, 'name');
  const label = name || noun;
  return (
    <li className={classes.row} data-plain data-line={stringAt(entry, 'id')}>
      <TextInput
        data-name
        aria-label={`${noun} name`}
        placeholder={`${noun} name`}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <AmountInput
        label={`${label} amount`}
        name={`amount.${stringAt(entry, 'id')}`}
        value={computed ?? stringAt(entry, 'amount')}
        readOnly={computed !== undefined}
        error={errors.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <DetailsToggle label={label} open={open} onToggle={() => setOpen(!open)} />
      {Object.values(errors).map((message) => (
        <span key={message} role="alert" className={classes.error}>
          {message}
        </span>
      ))}
      {open && (
        <>
          <LineDetails
            {...{ label, entry, isAdvance, isBundle, onChange }}
            amount={stringAt(entry, 'amount')}
            onCount={
              entry.kind === 'discount'
                ? undefined
                : (quantity, amount) => onChange({ quantity: quantity > 1 ? quantity : '', amount })
            }
          />
          <div className={classes.details}>
            <Button
              variant="subtle"
              color="red"
              data-wide
              justify="flex-start"
              leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
              aria-label={`Remove this line: ${label}`}
              onClick={onRemove}
            >
              Remove this line
            </Button>
          </div>
        </>
      )}
    </li>
  );
};
