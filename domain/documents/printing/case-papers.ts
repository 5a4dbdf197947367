import { sectionsWithoutEmbeddedDraft } from '#domain/cases/case-change.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { type CaseCore, type StoredSections, sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { firstCallSections } from '#domain/first-calls/first-call.sections.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { countries, splitAddress } from '#domain/shared/reference-data/countries-and-states.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { exactName, isSameName } from '#domain/shared/values/same-name.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import { answerSections, nonBlankValues, type Paper, type PaperPart, paperFileName } from './paper.ts';

export interface HomeOnPaper {
  readonly name: string;
  readonly phone: string | null;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  readonly license_number: string;
  readonly time_zone: string;
}

/** Returns the lines of a letterhead: the home's name, address, phone and license. */
export const letterheadOf = (home: HomeOnPaper): string[] => {
  const place = [home.city, [home.state, home.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [
    home.name,
    [home.address, place].filter(Boolean).join(', '),
    [home.phone && formatPhone(home.phone), home.license_number && `License ${home.license_number}`]
      .filter(Boolean)
      .join(' · '),
  ].filter((line) => line !== '');
};

const permitParts = (permits: readonly Values[]): PaperPart[] =>
  permits.flatMap((permit): PaperPart[] => {
    const { permit_name: name, ...rest } = permit;
    return [{ kind: 'subheading', text: String(name) }, ...answerSections(permitFields, rest)];
  });

/** Returns a printed case: all answers by section and its permits, without the Social Security number. */
export const casePaper = (
  core: CaseCore,
  stored: StoredSections,
  home: HomeOnPaper,
  permits: readonly Values[] = [],
): Paper => {
  const values = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues(core, stored));
  const name = deceasedName(values.deceased);
  return {
    title: name || `Case ${core.case_number}`,
    letterhead: letterheadOf(home),
    asOf: core.updated_at,
    footer: `${home.name} · Case ${core.case_number} · Confidential`,
    parts: [
      {
        kind: 'facts',
        facts: nonBlankValues([
          { label: 'Case number', value: core.case_number },
          { label: 'Status', value: capitalize(core.status) },
          { label: 'Location', value: home.name },
        ]),
      },
      ...caseSections.flatMap(({ id, title, fields }) => {
        const answers = id === 'compliance' ? permitParts(permits) : answerSections(fields, values[id] ?? {});
        return answers.length ? [{ kind: 'heading' as const, text: title }, ...answers] : [];
      }),
    ],
  };
};

export const casePaperFileName = (caseNumber: string): string => paperFileName('case', caseNumber);

interface FirstCallOnPaper {
  readonly case_number: string | null;
  readonly updated_at: string;
  readonly form: Values;
  readonly next_of_kins: readonly { readonly values: Values }[];
}

const nameOnSheet = ({ form }: Pick<FirstCallOnPaper, 'form'>): string =>
  fullName(
    ...['deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix'].map((part) =>
      asString(form[part]),
    ),
  );

/** Returns the printed sheet of a first call: all answers, without the Social Security number. */
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
        // A single list under its heading needs no second heading of the same words.
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

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The post office asks for the country in capitals on the last line. */
const abroad = (country: string): string => {
  if (country === '' || country === 'USA') return '';
  return (countries.find(({ code3 }) => code3 === country)?.name ?? country).toUpperCase();
};

interface Address {
  readonly street: string;
  readonly unit: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/** Returns name, street, place and, abroad, the country; empty if a letter would not arrive. */
const labelOf = (name: string, { street, unit, city, state, zip, country }: Address): string[] | undefined => {
  if (!name || !street || !city) return undefined;
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, [street, unit].filter(Boolean).join(' '), place, abroad(country)].filter(Boolean);
};

const kinLabel = (nextOfKin: Values): string[] | undefined =>
  labelOf(fullName(text(nextOfKin, 'first_name'), text(nextOfKin, 'middle_name'), text(nextOfKin, 'last_name')), {
    street: text(nextOfKin, 'address_street'),
    unit: text(nextOfKin, 'address_apt'),
    city: text(nextOfKin, 'city'),
    state: text(nextOfKin, 'state'),
    zip: text(nextOfKin, 'zip_code'),
    country: text(nextOfKin, 'address_country'),
  });

const informantLabel = (informant: Values): string[] | undefined => {
  const parts = splitAddress(text(informant, 'informant_address'));
  return parts && labelOf(text(informant, 'informant_name'), { unit: '', ...parts });
};

/** Returns the addresses for thank-you letters: the informant and each next of kin with an address, each once. */
export const labelsOf = (stored: StoredSections): string[][] => {
  const informant = stored.informant?.values ?? {};
  const nextOfKin = Array.isArray(informant.next_of_kins) ? (informant.next_of_kins as Values[]) : [];
  const all = [informantLabel(informant), ...nextOfKin.map(kinLabel)].filter((label) => label !== undefined);
  const isSame = ([name = '', street = '']: string[], [other = '', otherStreet = '']: string[]): boolean =>
    isSameName(name, other) && exactName([street]) === exactName([otherStreet]);
  return all.filter((label, at) => !all.slice(at + 1).some((later) => isSame(label, later)));
};

/** Returns a sheet of labels for the thank-you letters of a case. */
export const labelsPaper = (core: CaseCore, stored: StoredSections, home: HomeOnPaper): Paper => {
  const labels = labelsOf(stored);
  const name = deceasedName(stored.deceased?.values);
  return {
    title: ['Envelope labels', name || core.case_number].join(': '),
    letterhead: [home.name],
    asOf: core.updated_at,
    footer: `${home.name} · Case ${core.case_number}`,
    parts: labels.length ? [{ kind: 'labels', labels }] : [{ kind: 'text', text: 'No family address on file.' }],
  };
};

export const labelsFileName = (caseNumber: string): string => paperFileName('labels', caseNumber);
