import { type Difference, sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { FieldErrors, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';
import type { CaseContext } from './case-conditions.ts';
import { caseRules, type SectionValues, sectionIds } from './case-validation.ts';
import type { CasePatch } from './case-wire.schema.ts';
import { fromFlatCase } from './flat-case.ts';
import { fillSpouseFromContact, nextOfKins, withPrimaryContact } from './primary-contact.ts';
import { patchSection, type SectionChange } from './section-patch.ts';
import { type CaseSectionId, fieldsOfSection, flatNames } from './sections/case-sections.ts';
import { nextOfKinFields } from './sections/informant-and-family.ts';
import { isSectionId } from './sections/section-definitions.ts';

/** A draft that older programs stored in the family's notes: JSON between two markers (D2 §3 and §4). */
const embedded = /\[DRAFT_DATA\]([\s\S]*?)(?:\[\/?DRAFT_DATA\]|$)/g;

interface SplitNotes {
  readonly notes: string;
  /** The values of the drafts under either name of a field; undefined without a readable draft. */
  readonly data: Values | undefined;
  /** Unreadable text between the markers, without digits that may be a Social Security number. */
  readonly unread: string;
}

/** A marker that is never closed hides the rest of the note: too much is safer than too little. */
function splitDraftData(text: string): SplitNotes {
  let data: Values | undefined;
  const unread: string[] = [];
  const notes = text.replace(embedded, (_, content: string) => {
    const values = objectIn(content);
    if (values) data = { ...data, ...values };
    else if (content.trim()) unread.push(redactSsn(content.trim()));
    return '';
  });
  return { notes: data || notes !== text ? notes.trim() : text, data, unread: unread.join('\n') };
}

/** Returns the sections with drafts moved from the notes into empty fields, except SSNs, which a write seals. */
export function sectionsWithoutEmbeddedDraft(sections: SectionValues): SectionValues {
  const draft = embeddedDraft(sections);
  if (!draft) return sections;
  const read: Record<string, Values> = { ...sections };
  for (const [id, values] of Object.entries(draft)) {
    if (!isSectionId(id)) continue;
    const shownFields = fieldsOfSection(id).filter(
      ({ secured, readOnly, name }) => !secured && !readOnly && name in values,
    );
    read[id] = { ...sections[id], ...Object.fromEntries(shownFields.map(({ name }) => [name, values[name]])) };
  }
  return read;
}

/** Returns what the next write must move out of the notes, by section; undefined when there is nothing. */
function embeddedDraft(sections: SectionValues): Record<string, Values> | undefined {
  const text = sections.notes?.family_notes;
  if (typeof text !== 'string' || !text.includes('[DRAFT_DATA]')) return undefined;
  const { notes, data = {}, unread } = splitDraftData(text);
  const { family_notes: _itself, ...fields } = data;
  const moved: Record<string, Values> = {};
  for (const [id, values] of Object.entries(fromFlatCase(fields)))
    moved[id] = Object.fromEntries(Object.entries(values).filter(([name]) => isEmpty(sections, id, name)));
  const internal = [sections.notes?.director_notes, unread && `Draft that could not be read:\n${unread}`];
  return {
    ...moved,
    notes: {
      ...moved.notes,
      family_notes: notes,
      ...(unread ? { director_notes: internal.filter(Boolean).join('\n') } : {}),
    },
  };
}

function isEmpty(sections: SectionValues, id: string, name: string): boolean {
  const value = isSectionId(id) ? sections[id]?.[name] : undefined;
  return value === undefined || value === null || value === '';
}

function objectIn(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}

export type CaseInput = Pick<CasePatch, 'sections'> & Values;

/** The result of a patch. Nothing of it may be stored when it has errors. */
export interface CaseChange {
  readonly sections: ReadonlyMap<CaseSectionId, SectionChange>;
  /** The changed fields by section, with or without errors. */
  readonly touched: ReadonlyMap<CaseSectionId, readonly string[]>;
  /** Errors by the flat name that was sent, or by `section.name` for a field without one. */
  readonly errors: FieldErrors;
  /** The second names of fields that were sent under that name only. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Indexes in `next_of_kins` of entries to be created as customers. */
  readonly newCustomers: readonly number[];
}

type Patches = Partial<Record<CaseSectionId, Values>>;

/** Validates and normalizes a patch against the whole case (`knownSections`), with all that follows from it. */
export function computeCaseChange(storedSections: SectionValues, input: CaseInput, context: CaseContext): CaseChange {
  const sentSections = withCustomersOfKin(withoutEmbedded(storedSections, sentBySection(storedSections, input)));
  const patches = withSpouse(storedSections, withInformant(storedSections, sentSections));
  const merged: SectionValues = Object.fromEntries(
    sectionIds.map((id) => [
      id,
      patches[id]
        ? { ...storedSections[id], ...patchSection(id, storedSections, patches[id], context).values }
        : storedSections[id],
    ]),
  );
  const sections = new Map<CaseSectionId, SectionChange>();
  const touched = new Map<CaseSectionId, string[]>();
  const errors: FieldErrors = {};
  for (const id of sectionIds) {
    const patch = patches[id];
    if (!patch) continue;
    const change = patchSection(id, { ...merged, [id]: storedSections[id] }, patch, context);
    for (const [name, messages] of Object.entries(change.errors))
      if (!isRepeated(name, sentSections.informant, patches.informant)) errors[nameIn(id, name)] = messages;
    if (change.changes.length) sections.set(id, change);
    const fields = [...change.changes.map(({ field }) => field), ...Object.keys(change.errors)];
    if (fields.length) touched.set(id, fields);
  }
  const nextOfKinList = nextOfKins(sections.get('informant')?.values);
  const newCustomers = nextOfKinList.flatMap((nextOfKin, at) =>
    nextOfKin.isCreatingNew === true && isBlank(nextOfKin.existingCustomerId) ? [at] : [],
  );
  for (const at of newCustomers) Object.assign(errors, newCustomerErrors(nextOfKinList[at] ?? {}, at, context));
  const aliases = secondNames(input);
  const namedErrors = Object.entries(errors).map(([name, messages]) => [aliases.get(name) ?? name, messages] as const);
  return { sections, touched, errors: Object.fromEntries(namedErrors), aliases, newCustomers };
}

/** Returns the changes of a section under the names that the audit log stores. */
export function auditedChanges(id: CaseSectionId, { changes }: Pick<SectionChange, 'changes'>): Difference[] {
  // A draft embedded in a note may hold an SSN.
  const withoutDraftData = (value: unknown) => (typeof value === 'string' ? splitDraftData(value).notes : value);
  return changes.map(({ field, from, to }) => ({
    field: `${id}.${field}`,
    from: withoutDraftData(from),
    to: withoutDraftData(to),
  }));
}

/** Returns the values of the informant's section in a patch, under whichever names they were sent. */
export function sentInformant(stored: Values, input: CaseInput): Values {
  return sentBySection({ informant: stored }, input).informant ?? {};
}

/** A value sent in its section wins over a flat value, unless it only repeats the stored value. */
function sentBySection(storedSections: SectionValues, { sections = {}, ...flat }: CaseInput): Patches {
  const patches: Patches = fromFlatCase(flat, storedSections);
  for (const id of sectionIds) {
    const values = sections[id]?.values as Values | undefined;
    if (!values) continue;
    const ownValues = Object.fromEntries(
      fieldsOfSection(id).flatMap((field) => {
        const name = values[field.name] === undefined && field.alsoNamed ? field.alsoNamed : field.name;
        const value = values[name];
        const repeats = field.name in (patches[id] ?? {}) && sameValue(field, value, storedSections[id]?.[field.name]);
        return value === undefined || repeats ? [] : [[field.name, value]];
      }),
    );
    patches[id] = { ...patches[id], ...ownValues };
  }
  return patches;
}

/** Moves the customer of each next of kin to the first of its two names, by which an informant is found. */
function withCustomersOfKin(patches: Patches): Patches {
  const { next_of_kins: nextOfKinList } = patches.informant ?? {};
  if (!Array.isArray(nextOfKinList)) return patches;
  const renamed = nextOfKinList.map((nextOfKin: unknown) => {
    if (nextOfKin === null || typeof nextOfKin !== 'object') return nextOfKin;
    const { converted_to_customer: customer, ...rest } = nextOfKin as Values;
    return customer === undefined || !isBlank(rest.existingCustomerId)
      ? nextOfKin
      : { ...rest, existingCustomerId: customer };
  });
  return { ...patches, informant: { ...patches.informant, next_of_kins: renamed } };
}

function withoutEmbedded(storedSections: SectionValues, patches: Patches): Patches {
  const notes = patches.notes?.family_notes;
  const splitInput = typeof notes === 'string' ? splitDraftData(notes) : undefined;
  const moved: Patches = { ...embeddedDraft(storedSections) };
  const apart =
    splitInput?.data || splitInput?.unread
      ? embeddedDraft({ ...storedSections, notes: { ...storedSections.notes, family_notes: notes } })
      : undefined;
  const cleaned = splitInput ? { ...patches, notes: { ...patches.notes, family_notes: splitInput.notes } } : patches;
  return [moved, { ...apart } as Patches, cleaned].reduce(merge);
}

function merge(below: Patches, above: Patches): Patches {
  const ids = sectionIds.filter((id) => below[id] || above[id]);
  return Object.fromEntries(ids.map((id) => [id, { ...below[id], ...above[id] }]));
}

function withInformant(storedSections: SectionValues, patches: Patches): Patches {
  if (!patches.informant) return patches;
  return { ...patches, informant: withPrimaryContact(storedSections.informant, patches.informant) };
}

/** Returns whether a contact's field only repeats the next of kin, where it is validated. */
function isRepeated(name: string, sentValues: Values = {}, patch: Values = {}): boolean {
  return name.startsWith('customer_') && patch[name] !== sentValues[name];
}

function withSpouse(storedSections: SectionValues, patches: Patches): Patches {
  if (!patches.informant) return patches;
  const around: SectionValues = {
    ...storedSections,
    ...merge(storedSections as Patches, patches),
    informant: storedSections.informant,
  };
  return merge(fillSpouseFromContact(around, patches.informant), patches);
}

/** Save Customer requires a complete person, even in a draft (D2 §5). */
function newCustomerErrors(nextOfKin: Values, at: number, context: CaseContext): FieldErrors {
  const rules = { ...caseRules, crossFieldErrors: undefined };
  const errors = validateFields(rules, nextOfKinFields, nextOfKin, context);
  return Object.fromEntries(Object.entries(errors).map(([name, messages]) => [`next_of_kins.${at}.${name}`, messages]));
}

function secondNames({ sections = {}, ...flat }: CaseInput): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, { section, field }] of flatNames) {
    if (name === field.name) continue;
    const values = sections[section]?.values as Values | undefined;
    const isSent = (name: string): boolean => flat[name] !== undefined || values?.[name] !== undefined;
    if (isSent(name) && !isSent(field.name)) names.set(field.name, name);
  }
  return names;
}

function nameIn(id: CaseSectionId, name: string): string {
  const [field = ''] = name.split('.');
  return flatNames.get(field)?.section === id ? name : `${id}.${name}`;
}
