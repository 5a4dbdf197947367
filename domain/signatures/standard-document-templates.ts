import * as z from 'zod';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { authorizationRuleOf, generalAuthorization, statements } from '#domain/gates/authorization-rules.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { leavesAshes, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import type { ServiceType } from '#domain/shared/reference-data/service-types.ts';
import { stateName } from '#domain/shared/values/us-state.ts';
import { type PersonOfCase, peopleOfCase } from './people-of-case.ts';
import type { FieldMapping } from './roles-and-fields.ts';

export const templateTypes = [
  'cremation_authorization',
  'embalming_authorization',
  'statement',
  'identification',
  'release_of_remains',
  'disclosure',
  'other',
] as const;
export const TemplateType = z.enum(templateTypes, 'Choose a type from the list');
export type TemplateType = z.output<typeof TemplateType>;

export const templateTypeLabels: Record<TemplateType, string> = {
  cremation_authorization: 'Cremation authorization',
  embalming_authorization: 'Embalming authorization',
  statement: 'Statement of goods and services',
  identification: 'Identification of the deceased',
  release_of_remains: 'Release of remains',
  disclosure: 'Disclosure or consent',
  other: 'Other',
};

/** Returns the type of a template that was created at DocuSeal, by its name. */
export const typeOfName = (name: string): TemplateType => {
  const words = name.toLowerCase();
  if (/cremat/.test(words) && /authori|consent|order/.test(words)) return 'cremation_authorization';
  if (/embalm/.test(words)) return 'embalming_authorization';
  if (/statement|goods and services/.test(words)) return 'statement';
  if (/identif/.test(words)) return 'identification';
  if (/release/.test(words)) return 'release_of_remains';
  if (/disclos|consent|pacemaker/.test(words)) return 'disclosure';
  return 'other';
};

/** Document types that do not fit a kind of service, such as a cremation authorization for a burial. */
const unfit: Partial<Record<TemplateType, readonly ServiceType[]>> = {
  cremation_authorization: ['graveside', 'direct_burial'],
  embalming_authorization: ['direct_burial', 'direct_cremation'],
};

/** Returns whether a document suits the service of a case, given as flat values; an undecided service suits all. */
export const fitsService = (type: TemplateType, values: Values): boolean => {
  if (type !== 'cremation_authorization') return !unfit[type]?.includes(values.service_type as ServiceType);
  const method = methodOf(values);
  return method ? leavesAshes(method) : !caseConditions.isBurial(values);
};

interface DefaultTemplate {
  template_type: TemplateType;
  is_active: boolean;
  in_default_set: boolean;
  docuseal_id: number | null;
  missing_since: string | null;
  roles: readonly { part: string; signs: boolean }[];
}

/** Returns the templates of the default set that fit this service and can be sent. */
export const defaultSetFor = <T extends DefaultTemplate>(templates: readonly T[], serviceType: unknown): T[] =>
  templates.filter(
    ({ template_type, is_active, in_default_set, docuseal_id, missing_since }) =>
      is_active &&
      in_default_set &&
      docuseal_id !== null &&
      missing_since === null &&
      !unfit[template_type]?.includes(serviceType as ServiceType),
  );

/** Returns the informant and co-signers; the sender chooses who signs for the home. */
export const signersOfDefaultSet = (
  templates: readonly Pick<DefaultTemplate, 'roles'>[],
  ...[sections, customers]: [Parameters<typeof peopleOfCase>[0], Parameters<typeof peopleOfCase>[1]]
): PersonOfCase[] => {
  const family = peopleOfCase(sections, customers, undefined);
  const places = templates.map(({ roles }) => roles.filter(({ part, signs }) => signs && part === 'co_signer').length);
  const coSigners = family.filter(({ part }) => part === 'co_signer').slice(0, Math.max(0, ...places));
  return [...family.filter(({ part }) => part === 'authorizing_agent'), ...coSigners];
};

/** In the order in which a case needs them. */
export const standardDocumentKinds = [
  'cremation_authorization',
  'embalming_authorization',
  'statement',
  'identification',
  'release_of_remains',
] as const satisfies readonly TemplateType[];
export const StandardDocumentKind = z.enum(standardDocumentKinds, 'Choose a standard document');
export type StandardDocumentKind = z.output<typeof StandardDocumentKind>;

/** Returns the standard documents that an account has no template for. */
export const missingStandardDocuments = (
  templates: readonly { template_type: TemplateType }[],
): StandardDocumentKind[] =>
  standardDocumentKinds.filter((kind) => templates.every(({ template_type }) => template_type !== kind));

const family = 'Authorizing Agent';
const house = 'Funeral Director';

/** A line of a form with its field; a checkbox comes before its text. */
export interface StandardDocumentLine {
  label: string;
  field: { name: string; type: 'text' | 'date' | 'checkbox' | 'signature'; role: string; required: boolean };
  /** '' if the signer fills it in, undefined if no source of a case fits. */
  source?: string;
}

/** A standard document: title, declarations, and lines to fill in and sign. */
export interface StandardDocumentForm {
  name: string;
  description: string;
  paragraphs: readonly string[];
  lines: readonly StandardDocumentLine[];
}

const caseLine = (label: string, name: string, source: string): StandardDocumentLine => ({
  label,
  source,
  field: { name, type: 'text', role: family, required: false },
});
const signerLine = (label: string, name: string): StandardDocumentLine => caseLine(label, name, '');
const checkboxLine = (label: string, name: string): StandardDocumentLine => ({
  label,
  field: { name, type: 'checkbox', role: family, required: true },
});
const signatureLines = (label: string, name: string, day: string, role: string): StandardDocumentLine[] => [
  { label, field: { name, type: 'signature', role, required: true } },
  { label: 'Date', field: { name: day, type: 'date', role, required: true }, source: '' },
];

const deceased = [
  caseLine('Name of deceased', 'Decedent Name', 'case.deceased_name'),
  caseLine('Date of death', 'Date of Death', 'deceased.date_of_death'),
  caseLine('Case number', 'Case Number', 'case.number'),
];
const born = caseLine('Date of birth', 'Date of Birth', 'deceased.date_of_birth');
const home = caseLine('Funeral home', 'Funeral Home', 'home.name');
const agent = [
  caseLine('Your name', 'Agent Name', 'signer.name'),
  caseLine('Your relationship to the deceased', 'Relationship', 'signer.relationship'),
  caseLine('Your phone', 'Agent Phone', 'signer.phone'),
];
const signatures = [
  ...signatureLines("Authorizing agent's signature", 'Signature', 'Signature Date', family),
  ...signatureLines("Funeral director's signature", 'Director Signature', 'Director Date', house),
];

const description = 'Have this wording checked for your state before you use it.';

/** Field names must map to the same sources when a template is read again (roles-and-fields.ts). */
const standardDocumentForms: Record<StandardDocumentKind, StandardDocumentForm> = {
  cremation_authorization: {
    name: 'Cremation Authorization',
    description,
    paragraphs: generalAuthorization.statements.map((one) => statements[one]),
    lines: [
      ...deceased,
      born,
      home,
      caseLine('Method of disposition', 'Method of Disposition', 'case.method'),
      caseLine('Crematory', 'Crematory', 'medical.crematory_name'),
      ...agent,
      checkboxLine('I have told the funeral home about every pacemaker and other implant I know of.', 'Implants named'),
      checkboxLine(
        'The remains have been identified, or I waive the right to be present for identification.',
        'Identified',
      ),
      signerLine('Personal effects to return', 'Personal Effects'),
      signerLine('Disposition of cremated remains', 'Cremated Remains'),
      ...signatures,
    ],
  },
  embalming_authorization: {
    name: 'Embalming Authorization',
    description,
    paragraphs: [
      'I have the legal right to make decisions about the care of the person named below. I authorize the funeral home to embalm, dress and prepare the remains.',
      'I have been told that embalming is not required by law in most cases, and that I may choose an arrangement that does not require it, such as direct cremation or immediate burial.',
    ],
    lines: [...deceased, home, ...agent, signerLine('Preparation instructions', 'Instructions'), ...signatures],
  },
  statement: {
    name: 'Statement of Goods and Services: Agreement',
    description,
    paragraphs: [
      'I have received and read the Statement of Funeral Goods and Services identified below. I selected the goods and services listed and agree to the total.',
    ],
    lines: [
      ...deceased,
      caseLine('Statement number', 'Statement Number', 'statement.number'),
      caseLine('Version', 'Statement Version', 'statement.version'),
      caseLine('Total', 'Statement Total', 'statement.total'),
      home,
      ...agent,
      ...signatures,
    ],
  },
  identification: {
    name: 'Identification of the Deceased',
    description,
    paragraphs: ['I have viewed the person named below, or a photograph, and confirm their identity.'],
    lines: [
      ...deceased,
      born,
      caseLine('Place of death', 'Place of Death', 'deceased.location_of_death'),
      signerLine('Place and method of identification', 'Identified At'),
      ...agent,
      ...signatures,
    ],
  },
  release_of_remains: {
    name: 'Release of Remains',
    description,
    paragraphs: [
      'I have the legal right to control the remains of the person named below. I authorize the facility holding the remains to release them, with any personal belongings, to the funeral home named below.',
    ],
    lines: [
      ...deceased,
      caseLine('Held at', 'Held At', 'deceased.current_body_location'),
      home,
      caseLine('Funeral home phone', 'Funeral Home Phone', 'home.phone'),
      ...agent,
      ...signatures,
    ],
  },
};

/**
 * Returns a standard document for homes in a state: its authorization for cremation is put together from the state's
 * rule, or says that the state has none.
 */
export const standardDocumentForm = (kind: StandardDocumentKind, state: string): StandardDocumentForm => {
  const form = standardDocumentForms[kind];
  if (kind !== 'cremation_authorization') return form;
  const { rule, state: known } = authorizationRuleOf(state);
  const of = stateName(state);
  return {
    ...form,
    name: known ? `${form.name} (${of})` : form.name,
    description: known
      ? `By ${rule.source.text}. ${description}`
      : `${of ? `No rule of ${of} is known here: this` : 'This'} is a general list. ${description}`,
    paragraphs: rule.statements.map((one) => statements[one]),
  };
};

/** Returns the sources of a standard document's fields. */
export const mappingOf = ({ lines }: StandardDocumentForm): FieldMapping =>
  Object.fromEntries(lines.flatMap(({ field, source }) => (source === undefined ? [] : [[field.name, source]])));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** In pixels on a page that is 816 wide. */
const sizes = { text: [380, 22], date: [160, 22], checkbox: [18, 18], signature: [260, 56] } as const;

const tagOf = ({ name, type, role, required }: StandardDocumentLine['field']): string => {
  const [width, height] = sizes[type];
  const style = `width: ${width}px; height: ${height}px; display: inline-block`;
  return `<${type}-field name="${escaped(name)}" role="${escaped(role)}" required="${required}" style="${style}"></${type}-field>`;
};

const lineOf = ({ label, field }: StandardDocumentLine): string =>
  field.type === 'checkbox' ? `<p>${tagOf(field)} ${escaped(label)}</p>` : `<p>${escaped(label)}: ${tagOf(field)}</p>`;

/** Returns the external id under which the organization's template is found again at DocuSeal. */
export const standardDocumentExternalId = (organizationId: string, kind: StandardDocumentKind, state = ''): string =>
  [`stillwater:${organizationId}:${kind}`, kind === 'cremation_authorization' && authorizationRuleOf(state).state]
    .filter(Boolean)
    .join(':');

/** Returns the request that creates the template at DocuSeal: HTML with tags for fields (partners' fact sheet §3). */
export const standardDocumentRequest = (organizationId: string, kind: StandardDocumentKind, state = '') => {
  const { name, paragraphs, lines } = standardDocumentForm(kind, state);
  const body = [...paragraphs.map((text) => `<p>${escaped(text)}</p>`), ...lines.map(lineOf)].join('\n');
  return {
    name,
    size: 'Letter',
    external_id: standardDocumentExternalId(organizationId, kind, state),
    html: `<h1>${escaped(name)}</h1>\n${body}`,
  };
};
