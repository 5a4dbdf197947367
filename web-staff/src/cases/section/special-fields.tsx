import type { CaseField } from '#domain/cases/sections/section-definitions.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { addMonths } from '#domain/shared/values/calendar-date.ts';
import { AssignedLocation } from '../../organizations/parts/location-select.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import type { DrawField } from '../../ui/fields/field-grid.tsx';
import { YesNoControl } from '../../ui/fields/field-input.tsx';

const drawYesNo: DrawField = (props) => <YesNoControl {...props} />;
const drawLocation: DrawField = (props) => <AssignedLocation {...props} />;

/** From the day of death to six months from today (D2 §5); the rules of the case allow more. */
const drawServiceDate =
  (today: string, died: string): DrawField =>
  ({ field, value, onChange, onBlur, error, required, inputRef }) => (
    <DateField
      ref={inputRef}
      label={field.label}
      name={field.name}
      data-field={field.name}
      withAsterisk={required ?? false}
      aria-required={required}
      autoComplete="off"
      min={died || undefined}
      max={addMonths(today, 6)}
      value={asString(value)}
      error={error}
      onBlur={onBlur}
      onDay={onChange}
    />
  );

/** Controls for fields that need their own, by name. */
export const specialFields = (
  fields: readonly CaseField[],
  { today, died }: { today: string; died: string },
): Record<string, DrawField> =>
  Object.fromEntries(
    fields.flatMap(({ name, yesNo }): [string, DrawField][] => {
      if (name === 'location') return [[name, drawLocation]];
      if (name === 'service_date') return [[name, drawServiceDate(today, died)]];
      return yesNo ? [[name, drawYesNo]] : [];
    }),
  );
