import { ageOn, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { t } from '../language.ts';
import { type FormSnapshot, useFormSnapshot } from './form-store.ts';

const ageText = ({ report, about }: FormSnapshot): string => {
  const { date_of_birth: birth, date_of_death: death } = report;
  if (!isCalendarDate(birth) || !isCalendarDate(death) || death < birth || about === 'baby') return '';
  const years = ageOn(birth, death);
  if (years === 0) return t('Age: under one year');
  return years === 1 ? t('Age: 1 year') : t('Age: {0} years', years);
};

/** The age that the two dates give, so that a mistyped year is noticed. */
export function AgeNote() {
  const text = useFormSnapshot(ageText);
  return (
    <p className="age-note" role="status">
      {text}
    </p>
  );
}
