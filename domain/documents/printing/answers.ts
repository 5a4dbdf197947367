import { duplicatesAddressParts } from '#domain/cases/combined-address.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { type FormField, isBlank, labelOf } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';
import { type LabeledValue, nonBlankValues, type PaperPart } from './paper.ts';

/** What a paper leaves out of a form: what is never shown in clear, and ids that say nothing to a reader. */
const isPrinted = ({ isId, secured, kind }: FormField): boolean =>
  !isId && secured !== true && kind !== 'reference' && kind !== 'ssn';

/** What somebody wrote into a note may hold a number that belongs elsewhere. */
const inClear = ({ kind }: FormField, value: string): string => (kind === 'textarea' ? redactSsn(value) : value);

const factsOf = (fields: readonly FormField[], values: Values): LabeledValue[] =>
  nonBlankValues(
    fields.map((field) => ({
      label: labelOf(field, values),
      value: isBlank(values[field.name]) ? '' : inClear(field, displayValue(field, values[field.name])),
    })),
  );

const entriesOf = (field: FormField, values: Values): PaperPart[] => {
  const entries = values[field.name];
  if (!field.entry || !Array.isArray(entries)) return [];
  const { entry } = field;
  return entries.flatMap((one: Values, at): PaperPart[] => {
    const facts = factsOf(entry.filter(isPrinted), one);
    if (facts.length === 0) return [];
    return [
      { kind: 'subheading', text: entries.length > 1 ? `${field.label} ${at + 1}` : field.label },
      { kind: 'facts', facts },
    ];
  });
};

/**
 * The answers of a form in its order, each under its label, groups under their headings, every entry of a list by itself.
 * What is blank or secured is left out.
 */
export const answerSections = (fields: readonly FormField[], values: Values): PaperPart[] => {
  const parts: PaperPart[] = [];
  let plain: FormField[] = [];
  const close = (): void => {
    const facts = factsOf(plain, values);
    const [first] = plain;
    if (facts.length && first?.group) parts.push({ kind: 'subheading', text: first.group });
    if (facts.length) parts.push({ kind: 'facts', facts });
    plain = [];
  };
  for (const field of fields.filter((one) => isPrinted(one) && !duplicatesAddressParts(one, fields, values))) {
    if (field.kind === 'entries') {
      close();
      parts.push(...entriesOf(field, values));
      continue;
    }
    if (plain[0] && plain[0].group !== field.group) close();
    plain.push(field);
  }
  close();
  return parts;
};
