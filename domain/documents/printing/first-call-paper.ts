import { firstCallSections } from '#domain/first-calls/first-call.sections.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { answerSections } from './answers.ts';
import { type HomeOnPaper, letterheadOf } from './letterhead.ts';
import { nonBlankValues, type Paper, paperFileName } from './paper.ts';

/** A first-call sheet, as far as it is printed. */
export interface FirstCallOnPaper {
  readonly case_number: string | null;
  readonly updated_at: string;
  readonly form: Values;
  readonly next_of_kins: readonly { readonly values: Values }[];
}

/** The deceased's name on a sheet. */
export const nameOnSheet = ({ form }: Pick<FirstCallOnPaper, 'form'>): string =>
  fullName(
    ...['deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix'].map((part) =>
      asString(form[part]),
    ),
  );

/** The sheet of a first call, for the crew and for the file: every answer, and no Social Security number. */
export const firstCallPaper = (sheet: FirstCallOnPaper, home: HomeOnPaper): Paper => {
  const values = { ...sheet.form, next_of_kins: sheet.next_of_kins.map((nextOfKin) => nextOfKin.values) };
  const name = nameOnSheet(sheet);
  return {
    title: ['First call', name].filter(Boolean).join(': '),
    letterhead: letterheadOf(home),
    asOf: sheet.updated_at,
    footer: `${home.name} · First call${name && ` · ${name}`} · Confidential`,
    parts: [
      ...(sheet.case_number
        ? [{ kind: 'facts' as const, facts: nonBlankValues([{ label: 'Case number', value: sheet.case_number }]) }]
        : []),
      ...firstCallSections.flatMap(({ title, fields }) => {
        const answers = answerSections(fields, values);
        // A list alone under its heading needs no second one of the same words.
        const kept = answers.filter((part) => !(part.kind === 'subheading' && part.text === title));
        return kept.length ? [{ kind: 'heading' as const, text: title }, ...kept] : [];
      }),
      { kind: 'signature', label: 'Released by, date and time' },
      { kind: 'signature', label: 'Received by, date and time' },
    ],
  };
};

export const firstCallPaperFileName = (sheet: FirstCallOnPaper): string =>
  paperFileName('first_call', sheet.case_number ?? nameOnSheet(sheet));
