import { Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { paymentFields as domainFields, type PaymentContext, paymentRules } from '#domain/payments/payment.fields.ts';
import { isRequired, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { RadioControl } from '../../ui/fields/choice-controls.tsx';
import { FieldCells } from '../../ui/fields/field-cells.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import type { FieldInputProps } from '../../ui/fields/field-shape.ts';
import type { ValuesForm } from '../../ui/fields/use-values-form.ts';
import { useOtherMethods } from './use-other-methods.ts';

const isMethod = ({ name }: { name: string }): boolean => name === 'payment_method';

/** Method first, since it decides what else is asked; then the money, and from whom and for what it came. */
export const paymentFormFields = [
  ...domainFields.filter(isMethod),
  ...domainFields.filter((field) => !isMethod(field)),
];

/** The fields that a payment with these values has, and those of them that must be filled. */
export const askedOf = (values: Values, context: PaymentContext) => {
  const asked = paymentFormFields.filter((field) => isShown(paymentRules, field, values, context));
  return {
    shown: asked.map(({ name }) => name),
    required: asked.filter((field) => isRequired(paymentRules, field, values, context)).map(({ name }) => name),
  };
};

/** Hidden while it is typed, with a way to look at it (D3 §2). */
export const CheckNumberInput = ({ field, value, onChange, onBlur, error, required, inputRef }: FieldInputProps) => {
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
      value={asString(value)}
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
  form: ValuesForm;
  context: PaymentContext;
  /** The masked number of the check that is stored; a blank one stands for it. */
  storedCheck?: string;
  /** Why the amount cannot be changed; undefined where it can. */
  fixedAmount?: string | undefined;
}

/** The fields of a payment as its method asks for them. */
export const PaymentGrid = ({ form, context, storedCheck, fixedAmount }: PaymentGridProps) => {
  const suggestions = useOtherMethods(form.values.payment_method === 'other');
  const asked = askedOf(form.values, context);
  const [shown, required] = [new Set<string>(asked.shown), new Set<string>(asked.required)];
  const help = storedCheck ? `Leave blank to keep ${storedCheck}.` : undefined;
  const draw = (props: FieldInputProps) => {
    if (props.field.name === 'check_number')
      return <CheckNumberInput {...props} field={help ? { ...props.field, help } : props.field} />;
    if (props.field.name === 'amount' && fixedAmount)
      return (
        <TextInput
          readOnly
          variant="filled"
          label={props.field.label}
          description={fixedAmount}
          value={asString(props.value)}
        />
      );
    if (props.field.name === 'other_method_description')
      return <FieldInput {...props} field={{ ...props.field, suggestions }} />;
    if (props.field.name !== 'payment_method') return <FieldInput {...props} />;
    return (
      <RadioControl
        {...props}
        onChange={(method) => {
          // Another method asks for nothing that was entered for the former (D3 §4).
          form.clear('check_number');
          form.clear('other_method_description');
          props.onChange(method);
        }}
      />
    );
  };
  return (
    <FieldCells fields={paymentFormFields.filter(({ name }) => shown.has(name))}>
      {(field) => draw({ ...form.bind(field), required: required.has(field.name) })}
    </FieldCells>
  );
};
