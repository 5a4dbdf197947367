import { caseSources, type FactsOfCase, type FactsOfSigner, isCaseSource, sourceValue } from './case-sources.ts';
import type { DocuSealTemplate } from './docuseal-state.ts';
import { partOfRole, type SignerPart } from './envelope.ts';

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
  /** What a choice can be; a template that was read before this was kept has none. */
  options: string[];
}

/** Name of a field → source of its value; '' where somebody decided that the signer fills it in. */
export type FieldMapping = Record<string, string>;

const fillable = new Set(['text', 'number', 'date', 'cells', 'phone', 'select', 'radio']);
/** Whether a case can fill the field: what people sign, tick and attach is theirs. */
export const isFillable = ({ type, name }: Pick<TemplateField, 'type' | 'name'>): boolean =>
  fillable.has(type) && name !== '';

/** A name in one spelling: "Decedent's Telephone #" and "Deceased Phone No." are the same words. */
const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .replace(/#/g, ' no ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bthe\b/g, ' ')
    .replace(/\bdecedents?\b|\bdeceaseds\b/g, 'deceased')
    .replace(/\bnumber\b/g, 'no')
    .replace(/\b(tele)?phone( no)?\b/g, 'phone')
    .replace(/\be ?mail( address)?\b/g, 'email')
    .replace(/\s+/g, ' ')
    .trim();

/** "thing", "owner thing" and "thing of owner", and nothing more: a longer name means another person or thing. */
const owned = (owner: string, thing: string): RegExp =>
  new RegExp(`^(?:${owner}) ${thing}$|^${thing} (?:of )?(?:${owner})$`);
const own = (owner: string, thing: string): RegExp => new RegExp(`^${thing}$|${owned(owner, thing).source}`);
const theHome = 'funeral home|funeral establishment';
const theAgent = 'authorizing agent|agent|signer|purchaser|your';
const aName = '(?:(?:full|legal|print|printed) )*name';

/** What fields of funeral authorizations are usually called, the whole name in {@link words}. */
const usual: readonly [pattern: RegExp, source: string][] = [
  [/^deceased$/, 'case.deceased_name'],
  [owned('deceased', aName), 'case.deceased_name'],
  [/^(funeral home )?case( no)?$/, 'case.number'],
  [own('deceased', '(?:date of death|death date)'), 'deceased.date_of_death'],
  [own('deceased', 'time of death'), 'deceased.time_of_death'],
  [own('deceased', '(?:date of birth|birth date|birthdate|dob)'), 'deceased.date_of_birth'],
  [own('deceased', '(?:sex|gender)'), 'deceased.gender'],
  [own('deceased', '(?:place|location) of death'), 'deceased.location_of_death'],
  [owned('deceased', '(?:(?:home|last|usual) )*(?:address|residence)'), 'case.residence'],
  [new RegExp(`^(?:${theHome})$`), 'home.name'],
  [owned(theHome, 'name'), 'home.name'],
  [owned(theHome, 'phone'), 'home.phone'],
  [owned(theHome, 'address'), 'home.address'],
  [owned(theHome, 'licen[cs]e(?: no)?'), 'home.license_number'],
  [own(theAgent, 'relationship(?: to deceased)?'), 'signer.relationship'],
  [own(theAgent, aName), 'signer.name'],
  [own(theAgent, 'phone'), 'signer.phone'],
  [own(theAgent, 'email'), 'signer.email'],
  [/^informant$/, 'case.informant_name'],
  [owned('informant', aName), 'case.informant_name'],
  [owned('informant', 'phone'), 'case.informant_phone'],
  [owned('informant', 'email'), 'informant.customer_email'],
  [owned('informant', 'address'), 'informant.informant_address'],
  [owned('informant', 'relationship(?: to deceased)?'), 'informant.informant_relationship'],
  [owned('statement', 'no'), 'statement.number'],
  [owned('statement', 'version'), 'statement.version'],
  [/^((statement|complete|grand) )?total$|^total of statement$/, 'statement.total'],
  [/^crematory$|^place of cremation$/, 'medical.crematory_name'],
  [owned('crematory', 'name'), 'medical.crematory_name'],
  [/^today( date)?$|^date of (request|authorization)$/, 'case.today'],
];

/** Labels of the case form that mean the deceased wherever they stand; one that several fields share means none of them. */
const aboutDeceased = /^(deceased|demographics|medical|deathCertificate|family)\./;
const anybodys = new Set([
  'suffix',
  'location',
  'contact person',
  'special instructions',
  'origin',
  'physician address',
]);
const labels = Map.groupBy(caseSources, ({ label }) => words(label));
const byLabel = (name: string): string | undefined => {
  const [only, ...others] = labels.get(name) ?? [];
  return only && others.length === 0 && aboutDeceased.test(only.id) && !anybodys.has(name) ? only.id : undefined;
};

/** The day beside a signature: DocuSeal fills it in when the person signs. */
const dayOfSigning =
  /^date$|^date (signed|of signing|of signature)$|^(signature|signing|signed|director|agent|witness) date$/;

/**
 * Where a field most likely comes from, by its whole name; '' from who signs, undefined where nobody can tell. An agent's
 * data is no guess for a field that the home or a witness fills in.
 */
export const suggestSource = (field: Pick<TemplateField, 'name' | 'type'> & { role?: string }): string | undefined => {
  if (!isFillable(field)) return undefined;
  if (isCaseSource(field.name)) return field.name;
  const name = words(field.name);
  if (field.type === 'date' && dayOfSigning.test(name)) return '';
  if (/agent|purchaser/.test(name) && ['funeral_director', 'witness'].includes(partOfRole(field.role ?? '', 0)))
    return undefined;
  return usual.find(([pattern]) => pattern.test(name))?.[1] ?? byLabel(name);
};

/** A mapping without fields that are gone. */
export const mappingFor = (mapping: FieldMapping, fields: readonly Pick<TemplateField, 'name'>[]): FieldMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([name]) => fields.some((field) => field.name === name)));

/** A mapping with guesses for undecided fields: a person confirms them before anything goes out. */
export const withSuggestedSources = (mapping: FieldMapping, fields: readonly TemplateField[]): FieldMapping => ({
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const source = suggestSource(field);
      return source === undefined ? [] : [[field.name, source]];
    }),
  ),
  ...mappingFor(mapping, fields),
});

/** Fields that a case could fill and for which nobody has decided. */
export const unmappedOf = (fields: readonly TemplateField[], mapping: FieldMapping): string[] => [
  ...new Set(fields.filter((field) => isFillable(field) && mapping[field.name] === undefined).map(({ name }) => name)),
];

/** What will stand in a field when the papers go out. */
export interface ResolvedField extends TemplateField {
  source: string;
  value: string;
  /** It has a source, and nothing of the case stands in it. */
  is_missing: boolean;
  /** The case says it, but the field cannot hold that. */
  is_misfit: boolean;
}

/** The fields of a template with what a case says in each; `signers` by role, where it is known who signs. */
export const filledFields = (
  { fields, mapping }: { fields: readonly TemplateField[]; mapping: FieldMapping },
  facts: FactsOfCase,
  signers: ReadonlyMap<string, FactsOfSigner>,
): ResolvedField[] =>
  fields.map((field) => {
    const source = isFillable(field) ? (mapping[field.name] ?? '') : '';
    const said = (as: Parameters<typeof sourceValue>[3]): string =>
      source ? sourceValue(source, facts, signers.get(field.role), as) : '';
    const value = said(field);
    const is_missing = source !== '' && value === '';
    return { ...field, source, value, is_missing, is_misfit: is_missing && said({ type: 'text' }) !== '' };
  });

/** What only shows something, and is filled in by nobody. */
const shown = new Set(['heading', 'strikethrough']);

export interface TemplateRole {
  name: string;
  uuid: string;
  part: SignerPart;
  signs: boolean;
}

/**
 * Roles and fields of a template as DocuSeal has them. A role that owns no field only gets a copy (partners' fact sheet
 * §4). What somebody has said that a role signs as stays. Pages are stored from 0 there, and read from 1.
 */
export const rolesAndFields = (
  template: DocuSealTemplate,
  before: readonly TemplateRole[] = [],
): { roles: TemplateRole[]; fields: TemplateField[] } => {
  const names = new Map(template.submitters.map(({ uuid, name }) => [uuid, name]));
  const documents = new Map(template.schema.map(({ attachment_uuid, name }) => [attachment_uuid, name]));
  const fields = template.fields
    .filter(({ type }) => !shown.has(type))
    .map(
      ({ uuid, submitter_uuid, name, type, required, options, areas: [area] }): TemplateField => ({
        ...{ uuid, name, type, options, required: required ?? false, role: names.get(submitter_uuid) ?? '' },
        page: area?.page === null || area?.page === undefined ? null : area.page + 1,
        document: documents.get(area?.attachment_uuid ?? '') ?? '',
      }),
    );
  const roles = template.submitters.map(({ name, uuid }, at): TemplateRole => {
    const known = before.find((one) => one.name === name);
    const signs = fields.some(({ role }) => role === name);
    return { name, uuid, part: known?.part ?? partOfRole(name, at), signs };
  });
  return { roles, fields };
};
