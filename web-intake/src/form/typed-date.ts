/** A day as it is typed: digits alone, any of the three still empty. */
export interface TypedDate {
  month: string;
  day: string;
  year: string;
}

/** What is kept for a typed day: '' for nothing, YYYY-MM-DD when it is whole, else its parts as far as they are. */
export const fromTypedDate = ({ month, day, year }: TypedDate): string => {
  if (!month && !day && !year) return '';
  const whole = month && day && year.length === 4;
  return whole ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`;
};

/** The typed day of a kept value. */
export const toTypedDate = (value: string): TypedDate => {
  const [year = '', month = '', day = ''] = value.split('-');
  return { month, day, year };
};
