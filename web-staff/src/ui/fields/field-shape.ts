import type { ReactNode, RefCallback } from 'react';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';

/** What a control needs to know of a field, whatever form it belongs to. */
export type FieldShape = Pick<
  FormField,
  'name' | 'label' | 'options' | 'help' | 'maxLength' | 'inputmode' | 'rows' | 'daytime'
> & {
  kind: string;
  /** What is offered while a line is typed; anything else may be typed. */
  suggestions?: readonly string[];
};

export interface FieldInputProps {
  field: FieldShape;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  /** Today, for dates that cannot lie ahead. */
  latest?: string;
  inputRef?: RefCallback<HTMLElement>;
}

/** A value as a list of choices holds it. */
export const chosenOf = (value: FieldValue): string[] => (Array.isArray(value) ? [...value] : []);
