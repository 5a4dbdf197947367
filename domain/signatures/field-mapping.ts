import { caseSources, type FactsOfCase, type FactsOfSigner, isCaseSource, sourceValue } from './case-sources.ts';

/** A field of a template as DocuSeal last described it. */
export interface TemplateField {
  uuid: string;
  name: string;
  type: string;
  role: string;
  required: boolean;
  /** From 1; null where it stands on no page yet. */
  page: number | null;
  document: string;
}

/** Name of a field → source of its value; '' where somebody decided that the signer fills it in. */
export type FieldMapping = Record<string, string>;

const fillable = new Set(['text', 'number', 'date', 'cells', 'phone', 'select', 'radio']);
/** Whether a case can fill the field: what people sign, tick and attach is theirs. */
export const isFillable = ({ type, name }: Pick<TemplateField, 'type' | 'name'>): boolean =>
  fillable.has(type) && name !== '';

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/decedent'?s?|deceased'?s?/g, 'deceased')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** What fields of such papers are called, in words; the first that fits is it. */
const usual: readonly [pattern: RegExp, source: string][] = [
  [/^(full )?name( of)?( the)? deceased$|^deceased( full)?( name)?$|^deceased name/, 'case.deceased_name'],
  [/case (number|no)$|^case$/, 'case.number'],
  [/date of (the )?death|death date/, 'deceased.date_of_death'],
  [/time of (the )?death/, 'deceased.time_of_death'],
  [/date of birth|birth date|^dob$/, 'deceased.date_of_birth'],
  [/(place|location) of (the )?death/, 'deceased.location_of_death'],
  [/(address|residence).*deceased|deceased.*(address|residence)/, 'case.residence'],
  [/funeral home.*phone|phone.*funeral home/, 'home.phone'],
  [/funeral home.*address|address.*funeral home/, 'home.address'],
  [/funeral home.*licen[cs]e|licen[cs]e.*(funeral home|establishment)/, 'home.license_number'],
  [/funeral home( name)?$|^name of( the)? funeral home/, 'home.name'],
  [/relationship/, 'signer.relationship'],
  [/(authorizing agent|signer|agent|purchaser|next of kin|your|print(ed)?)( s)?( full)? name|^name$/, 'signer.name'],
  [/(authorizing agent|signer|agent|purchaser|next of kin|your).*phone|^phone( number)?$/, 'signer.phone'],
  [/(authorizing agent|signer|agent|purchaser|next of kin|your).*e ?mail|^e ?mail$/, 'signer.email'],
  [/informant.*phone/, 'case.informant_phone'],
  [/informant/, 'case.informant_name'],
  [/statement.*(number|no)$/, 'statement.number'],
  [/statement.*version/, 'statement.version'],
  [/(statement|complete|grand).*total|^total/, 'statement.total'],
  [/(crematory|cremation).*(name|place)|^crematory$/, 'medical.crematory_name'],
  [/today|date of (the )?(request|authorization)/, 'case.today'],
];
const byLabel = new Map(caseSources.map(({ id, label }) => [words(label), id]));

/** The day beside a signature: DocuSeal fills it in when the person signs. */
const dayOfSigning =
  /^date$|^date (signed|of signing|of signature)$|^(signature|signing|signed|director|agent|witness) date$/;

/** Where a field most likely comes from, by what it is called; '' from who signs, undefined where nobody can tell. */
export const guessSource = (field: Pick<TemplateField, 'name' | 'type'>): string | undefined => {
  if (!isFillable(field)) return undefined;
  if (isCaseSource(field.name)) return field.name;
  const name = words(field.name);
  if (field.type === 'date' && dayOfSigning.test(name)) return '';
  const found = usual.find(([pattern]) => pattern.test(name))?.[1] ?? byLabel.get(name);
  return found !== undefined && isCaseSource(found) ? found : undefined;
};

/** A mapping with guesses for what nobody decided, and without fields that are gone. */
export const withGuesses = (mapping: FieldMapping, fields: readonly TemplateField[]): FieldMapping =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const source = Object.hasOwn(mapping, field.name) ? mapping[field.name] : guessSource(field);
      return source === undefined ? [] : [[field.name, source]];
    }),
  );

/** Fields that a case could fill and for which nobody has decided. */
export const unmappedOf = (fields: readonly TemplateField[], mapping: FieldMapping): string[] => [
  ...new Set(fields.filter((field) => isFillable(field) && mapping[field.name] === undefined).map(({ name }) => name)),
];

/** What will stand in a field when the papers go out. */
export interface FilledField extends TemplateField {
  source: string;
  value: string;
  /** It has a source, and the case does not say it. */
  is_missing: boolean;
}

/** The fields of a template with what a case says in each; `signers` by role, where it is known who signs. */
export const filledFields = (
  { fields, mapping }: { fields: readonly TemplateField[]; mapping: FieldMapping },
  facts: FactsOfCase,
  signers: ReadonlyMap<string, FactsOfSigner>,
): FilledField[] =>
  fields.map((field) => {
    const source = isFillable(field) ? (mapping[field.name] ?? '') : '';
    const value = source ? sourceValue(source, facts, signers.get(field.role), field.type) : '';
    return { ...field, source, value, is_missing: source !== '' && value === '' };
  });
