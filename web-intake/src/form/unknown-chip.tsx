import { Check } from '../icons.tsx';
import { t } from '../language.ts';
import { type FormFieldData, fieldNotKnown } from './field-data.ts';
import { fieldId } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';

/** "I don't know": locks the field, counts as an answer, and is taken back as easily. */
export function UnknownChip({ field, label }: { field: FormFieldData; label: string }) {
  const store = useFormStore();
  const pressed = useFormSnapshot((snapshot) => fieldNotKnown(field, snapshot));
  return (
    <button
      type="button"
      className="chip"
      id={`${fieldId(field.name)}-unknown`}
      aria-pressed={pressed}
      onClick={() => store.sayUnknown(field.name, !pressed)}
    >
      {pressed && <Check />}
      {t(chipWords(field))}
      <span className="hidden-text">: {label}</span>
    </button>
  );
}

const chipWords = ({ name }: FormFieldData): string =>
  name === 'deceased_first_name' ? 'No name was given' : 'I don’t know';
