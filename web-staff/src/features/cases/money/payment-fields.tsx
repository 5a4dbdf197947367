import { Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, type Resolver, type UseFormSetValue, useWatch } from 'react-hook-form';
import { isRequired, isShown } from '#domain/forms/rules.ts';
import { paymentFields as domainFields, type PaymentContext, paymentRules } from '#domain/payments/payment.fields.ts';
import { paymentFaults } from '#domain/payments/payment.rules.ts';
import { RadioControl } from '../../../ui/fields/choice-controls.tsx';
import { type DrawField, FieldGrid, type FormValues } from '../../../ui/fields/field-control.tsx';
import { textOf } from '../../../ui/fields/field-shape.ts';

/** Method first, since it decides what else is asked; then the money, and from whom and for what it came. */
const order = [
  'payment_method',
  'amount',
  'payment_date',
  'check_number',
  'other_method_description',
  'received_from',
  'payment_for',
  'notes',
] as const;
export const paymentFormFields = order.flatMap((name) => domainFields.filter((field) => field.name === name));

/** The fields that a payment with these values has, and those of them that must be filled. */
export const askedOf = (values: FormValues, context: PaymentContext) => {
  const asked = paymentFormFields.filter((field) => isShown(paymentRules, field, values, context));
  return {
    shown: asked.map(({ name }) => name),
    required: asked.filter((field) => isRequired(paymentRules, field, values, context)).map(({ name }) => name),
  };
};

/** Judges a payment by the rules of the domain. */
export const paymentResolver =
  (context: PaymentContext): Resolver<FormValues> =>
  (values) => {
    const errors = Object.entries(paymentFaults(values, context)).map(([name, [message]]) => [
      name,
      { type: 'rule', message },
    ]);
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  };

const drawMethod: DrawField = (props) => <RadioControl {...props} />;

/** Hidden while it is typed, with a way to look at it (D3 §2). */
const CheckNumber = ({ field, value, onChange, onBlur, error, required, inputRef }: Parameters<DrawField>[0]) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextInput
      ref={inputRef}
      label={field.label}
      description={field.help}
      data-field={field.name}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      maxLength={field.maxLength}
      withAsterisk={required ?? false}
      aria-required={required}
      value={textOf(value)}
      error={error}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <Button
          variant="subtle"
          px={8}
          aria-label={shown ? 'Hide check number' : 'Show check number'}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
        </Button>
      }
    />
  );
};

interface PaymentGridProps {
  control: Control<FormValues>;
  setValue: UseFormSetValue<FormValues>;
  context: PaymentContext;
  /** The masked number of the check that is stored; a blank one stands for it. */
  storedCheck?: string;
}

/** The fields of a payment as its method asks for them. */
export const PaymentGrid = ({ control, setValue, context, storedCheck }: PaymentGridProps) => {
  const { shown, required } = useWatch({ control, compute: (values: FormValues) => askedOf(values, context) });
  const help = storedCheck ? `${storedCheck} stays unless you type another one.` : undefined;
  return (
    <FieldGrid
      control={control}
      fields={paymentFormFields.filter(({ name }) => shown.includes(name))}
      required={new Set(required)}
      special={{
        check_number: (props) => <CheckNumber {...props} field={help ? { ...props.field, help } : props.field} />,
        payment_method: (drawn) =>
          drawMethod({
            ...drawn,
            onChange: (method) => {
              // Another method asks for nothing that was entered for the former (D3 §4).
              setValue('check_number', '');
              setValue('other_method_description', '');
              drawn.onChange(method);
            },
          }),
      }}
    />
  );
};
