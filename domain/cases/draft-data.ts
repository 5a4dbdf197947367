import type { Values } from '#domain/shared/forms/rules.ts';
import { redactSsn } from '#domain/shared/values/ssn-in-text.ts';
import type { SectionValues } from './case-rules.ts';
import { fromFlatCase } from './flat-case.ts';
import { fieldsOfSection } from './sections/case-sections.ts';
import { isSectionId } from './sections/section-definitions.ts';

/** A draft that older programs hid in a note which families see: JSON between two markers (D2 §3 and §4). */
const embedded = /\[DRAFT_DATA\]([\s\S]*?)(?:\[\/?DRAFT_DATA\]|$)/g;

/** A note without the drafts embedded in it. */
export interface SplitNotes {
  /** What families may see. */
  readonly notes: string;
  /** The values of the drafts, by the names of the form or the server; undefined where there is no readable one. */
  readonly data: Values | undefined;
  /** What stood between markers and is no JSON object, without digits that may be a Social Security number. */
  readonly unread: string;
}

/** Takes embedded drafts out of a note. A marker that is never closed counts to the end: rather too much than too little. */
export function splitDraftData(text: string): SplitNotes {
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

/**
 * The sections of a case as they are read: drafts embedded in the family's notes stand in the fields that they are for,
 * where those are still empty, and never in the notes. Numbers that may only be kept sealed are left for the next
 * writing, which moves them (`embeddedDraft`).
 */
export function sectionsWithoutEmbeddedDraft(sections: SectionValues): SectionValues {
  const draft = embeddedDraft(sections);
  if (!draft) return sections;
  const read: Record<string, Values> = { ...sections };
  for (const [id, values] of Object.entries(draft)) {
    if (!isSectionId(id)) continue;
    const shown = fieldsOfSection(id).filter(({ secured, readOnly, name }) => !secured && !readOnly && name in values);
    read[id] = { ...sections[id], ...Object.fromEntries(shown.map(({ name }) => [name, values[name]])) };
  }
  return read;
}

/** What the next writing of the case has to move out of its notes, by section; undefined where nothing is embedded. */
export function embeddedDraft(sections: SectionValues): Record<string, Values> | undefined {
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
