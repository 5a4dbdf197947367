import { Checkbox, Group, Radio } from '@mantine/core';
import { asString } from '#domain/shared/values/as-string.ts';
import classes from './field-input.module.css';
import { chosenOf, type FieldInputProps } from './use-values-form.ts';

const choiceProps = ({ field, onBlur, error }: FieldInputProps) => ({
  label: field.label,
  description: field.help,
  error,
  onBlur,
  'data-field': field.name,
});

export const CheckboxControl = (props: FieldInputProps) => (
  <Checkbox
    {...choiceProps(props)}
    ref={props.inputRef}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
    mt="xs"
  />
);

export const RadioControl = (props: FieldInputProps) => (
  <Radio.Group
    {...choiceProps(props)}
    withAsterisk={props.required}
    value={asString(props.value)}
    onChange={props.onChange}
  >
    <Group gap="md" mt={4}>
      {props.field.options?.map(({ value, label }, index) => (
        <Radio key={value} ref={index === 0 ? props.inputRef : undefined} value={value} label={label} />
      ))}
    </Group>
  </Radio.Group>
);

export const ChoicesControl = (props: FieldInputProps) => (
  <Checkbox.Group
    {...choiceProps(props)}
    withAsterisk={props.required}
    value={chosenOf(props.value)}
    onChange={props.onChange}
  >
    <div className={classes.choices}>
      {props.field.options?.map(({ value, label }, index) => (
        <Checkbox key={value} ref={index === 0 ? props.inputRef : undefined} value={value} label={label} />
      ))}
    </div>
  </Checkbox.Group>
);

const notAsked = { value: '', label: 'Not answered' };

/** An unanswered question has its own option, so that an answer can be withdrawn. */
export const YesNoControl = (props: FieldInputProps) => (
  <RadioControl {...props} field={{ ...props.field, options: [...(props.field.options ?? []), notAsked] }} />
);
