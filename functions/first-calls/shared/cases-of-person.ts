import type { CaseRow } from '#domain/cases/case.schema.ts';
import { searchTokens } from '#domain/values/fold.ts';
import type { Cases } from '#functions/records/cases.ts';
import { textIn } from '#functions/records/first-call-record.ts';

/** So many cases of one name are looked at, and so many are shown. */
const looked = 100;
const shown = 5;

/**
 * The cases that seem to be of the same person: first and last name are the same, and of the dates of birth and death
 * one agrees where both are known. A name alone is enough where no date can be compared.
 */
export const casesOfPerson = async (
  cases: Pick<Cases, 'list'>,
  form: Readonly<Record<string, unknown>>,
): Promise<CaseRow[]> => {
  const name = searchTokens(textIn(form, 'deceased_first_name'), textIn(form, 'deceased_last_name'));
  const wholeName = textIn(form, 'deceased_first_name') !== '' && textIn(form, 'deceased_last_name') !== '';
  if (!wholeName || !name.some((word) => word.length >= 2)) return [];
  const { rows } = await cases.list({ search: name.join(' '), page: 1, pageSize: looked });
  const compared = (row: CaseRow) =>
    (['date_of_birth', 'date_of_death'] as const).flatMap((date) => {
      const ours = textIn(form, date);
      return ours && row[date] ? [ours === row[date]] : [];
    });
  return rows
    .filter((row) => {
      const words = new Set(searchTokens(row.deceased_full_name));
      const dates = compared(row);
      return name.every((word) => words.has(word)) && (dates.length === 0 || dates.includes(true));
    })
    .slice(0, shown);
};
