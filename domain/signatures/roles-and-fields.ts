import { caseSources, type FactsOfCase, type FactsOfSigner, isCaseSource, sourceValue } from './case-sources.ts';
import type { DocuSealTemplate } from './docuseal-state.ts';
import { partOfRole, type SignerPart } from './signer-parts.ts';

export interface TemplateField {
  uuid: string;
  name: string;
  type: string;
  role: string;
  required: boolean;
  /** From 1; null if it is on no page yet. */
  page: number | null;
  document: string;
  /** Options of a choice; missing in templates that were read by earlier releases. */
  options: string[];
}

/** Name of a field → source of its value; '' if the signer fills it in. */
export type FieldMapping = Record<string, string>;

const fillable = new Set(['text', 'number', 'date', 'cells', 'phone', 'select', 'radio']);
/** Returns true if a case can fill the field; signatures, checkboxes and attachments are the signer's. */
export const isFillable = ({ type, name }: Pick<TemplateField, 'type' | 'name'>): boolean =>
  fillable.has(type) && name !== '';

/** Normalizes a name: "Decedent's Telephone #" and "Deceased Phone No." give the same words. */
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

/** Matches "thing", "owner thing" and "thing of owner" exactly: a longer name means another person or thing. */
const owned = (owner: string, thing: string): RegExp =>
  new RegExp(`^(?:${owner}) ${thing}$|^${thing} (?:of )?(?:${owner})$`);
const own = (owner: string, thing: string): RegExp => new RegExp(`^${thing}$|${owned(owner, thing).source}`);
const theHome = 'funeral home|funeral establishment';
const theAgent = 'authorizing agent|agent|signer|purchaser|your';
const aName = '(?:(?:full|legal|print|printed) )*name';

/** Usual names of fields in funeral authorizations, as complete {@link words}. */
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
  [/^method of disposition$/, 'case.method'],
  [/^crematory$|^place of cremation$/, 'medical.crematory_name'],
  [owned('crematory', 'name'), 'medical.crematory_name'],
  [/^today( date)?$|^date of (request|authorization)$/, 'case.today'],
];

/** Labels of the case form that always mean the deceased; a label that several fields share means none of them. */
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

/** DocuSeal fills in the date next to a signature when the person signs. */
const dayOfSigning =
  /^date$|^date (signed|of signing|of signature)$|^(signature|signing|signed|director|agent|witness) date$/;

/** Suggests the source of a field by its complete name; '' for the signer, undefined if unknown. */
export const suggestSource = (field: Pick<TemplateField, 'name' | 'type'> & { role?: string }): string | undefined => {
  if (!isFillable(field)) return undefined;
  if (isCaseSource(field.name)) return field.name;
  const name = words(field.name);
  if (field.type === 'date' && dayOfSigning.test(name)) return '';
  if (/agent|purchaser/.test(name) && ['funeral_director', 'witness'].includes(partOfRole(field.role ?? '', 0)))
    return undefined;
  return usual.find(([pattern]) => pattern.test(name))?.[1] ?? byLabel(name);
};

/** Returns a mapping without fields that the template no longer has. */
export const mappingFor = (mapping: FieldMapping, fields: readonly Pick<TemplateField, 'name'>[]): FieldMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([name]) => fields.some((field) => field.name === name)));

/** Returns a mapping with suggestions for undecided fields; staff confirm them before anything is sent. */
export const withSuggestedSources = (mapping: FieldMapping, fields: readonly TemplateField[]): FieldMapping => ({
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const source = suggestSource(field);
      return source === undefined ? [] : [[field.name, source]];
    }),
  ),
  ...mappingFor(mapping, fields),
});

/** Returns the names of fields that a case could fill and that have no decision. */
export const unmappedOf = (fields: readonly TemplateField[], mapping: FieldMapping): string[] => [
  ...new Set(fields.filter((field) => isFillable(field) && mapping[field.name] === undefined).map(({ name }) => name)),
];

export interface ResolvedField extends TemplateField {
  source: string;
  value: string;
  /** It has a source, but the case has no value. */
  is_missing: boolean;
  is_misfit: boolean;
}

/** Returns the fields of a template with their values; `signers` by role, where known. */
export const filledFields = (
  { fields, mapping }: { fields: readonly TemplateField[]; mapping: FieldMapping },
  facts: FactsOfCase,
  signers: ReadonlyMap<string, FactsOfSigner>,
): ResolvedField[] =>
  fields.map((field) => {
    const source = isFillable(field) ? (mapping[field.name] ?? '') : '';
    const valueAs = (as: Parameters<typeof sourceValue>[3]): string =>
      source ? sourceValue(source, facts, signers.get(field.role), as) : '';
    const value = valueAs(field);
    const is_missing = source !== '' && value === '';
    return { ...field, source, value, is_missing, is_misfit: is_missing && valueAs({ type: 'text' }) !== '' };
  });

/** Fields without input. */
const shown = new Set(['heading', 'strikethrough']);

export interface TemplateRole {
  name: string;
  uuid: string;
  part: SignerPart;
  signs: boolean;
}

/**
 * Returns a template's roles and fields. A role without fields only gets a copy (partners' fact sheet §4). Parts that
 * staff chose for a role stay. DocuSeal counts pages from 0, the product from 1.
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
        uuid,
        name,
        type,
        options,
        required: required ?? false,
        role: names.get(submitter_uuid) ?? '',
        page: area?.page === null || area?.page === undefined ? null : area.page + 1,
        document: documents.get(area?.attachment_uuid ?? '') ?? '',
      }),
    );
  const roles = template.submitters.map(({ name, uuid }, at): TemplateRole => {
    const storedRole = before.find((templateRole) => templateRole.name === name);
    const signs = fields.some(({ role }) => role === name);
    return { name, uuid, part: storedRole?.part ?? partOfRole(name, at), signs };
  });
  return { roles, fields };
};
