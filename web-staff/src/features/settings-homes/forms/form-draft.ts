import type { FormQuestion, QuestionKind } from '#domain/managed-forms/form-questions.ts';
import type { OptionalPart, OwnCemetery } from '#domain/managed-forms/form-shape.ts';
import {
  type FormSettings,
  type ManagedForm,
  ManagedFormPatch,
  type SentCemetery,
  type SentQuestion,
} from '#domain/managed-forms/managed-form.schema.ts';
import type { ManagedFormBody } from '../../../entities/managed-forms/mutations.ts';
import { hasChoices } from './question-kinds.ts';

/** A question as it is typed; its choices one a line. */
export interface QuestionRow {
  key: string;
  id: string | null;
  kind: QuestionKind;
  label: string;
  help: string;
  required: boolean;
  choices: string;
}
/** A cemetery as it is typed. */
export type CemeteryRow = Record<'name' | 'cost' | 'street' | 'city' | 'state' | 'zip' | 'note', string> & {
  key: string;
  id: string | null;
};

/** A form as the editor holds it: texts as typed, '' for what the home says itself. */
export interface FormDraft {
  name: string;
  slug: string;
  title: string;
  condolence_message: string;
  notice: string;
  emergency_phone: string;
  show_logo: boolean;
  color: string;
  switched_off: readonly OptionalPart[];
  /** Null for the standard list. */
  cemeteries: readonly CemeteryRow[] | null;
  /** Null where the form does not ask. */
  copies: string | null;
  questions: readonly QuestionRow[];
}

let rows = 0;
const newKey = (): string => `new-${++rows}`;
export const emptyQuestion = (): QuestionRow => ({
  ...{ key: newKey(), id: null, kind: 'text', label: '', help: '', required: false, choices: '' },
});
export const emptyCemetery = (): CemeteryRow => ({
  ...{ key: newKey(), id: null, name: '', cost: '', street: '', city: '', state: 'FL', zip: '', note: '' },
});

const questionRow = ({ id, kind, label, help, required, options }: FormQuestion): QuestionRow => ({
  ...{ key: id, id, kind, label, help, required, choices: options.join('\n') },
});
const cemeteryRow = (one: OwnCemetery): CemeteryRow => ({ ...one, key: one.id, cost: one.cost ?? '' });

/** The settings of a version or a draft, as the editor holds them. */
export const draftSettings = (settings: FormSettings): Omit<FormDraft, 'name' | 'slug'> => ({
  title: settings.title,
  condolence_message: settings.condolence_message ?? '',
  notice: settings.notice ?? '',
  emergency_phone: settings.emergency_phone ?? '',
  show_logo: settings.show_logo,
  color: settings.color ?? '',
  switched_off: settings.switched_off,
  cemeteries: settings.cemeteries?.map(cemeteryRow) ?? null,
  copies: settings.certificate_copies === null ? null : String(settings.certificate_copies),
  questions: settings.questions.map(questionRow),
});

export const draftOf = ({ name, slug, settings }: ManagedForm): FormDraft => ({
  name,
  slug,
  ...draftSettings(settings),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const sentQuestion = ({ id, kind, label, help, required, choices }: QuestionRow): SentQuestion => ({
  ...(id ? { id } : {}),
  ...{ kind, label, help, required, options: hasChoices(kind) ? linesOf(choices) : [] },
});
const sentCemetery = ({ key: _key, id, cost, ...one }: CemeteryRow): SentCemetery => ({
  ...(id ? { id } : {}),
  ...one,
  cost: cost.trim() || null,
});

/** What is sent to save the draft. An address that is fixed is not sent. */
export const bodyOf = (draft: FormDraft, isFixed: boolean): ManagedFormBody => ({
  name: draft.name,
  ...(isFixed ? {} : { slug: draft.slug }),
  settings: {
    title: draft.title,
    condolence_message: draft.condolence_message,
    notice: draft.notice,
    emergency_phone: draft.emergency_phone,
    show_logo: draft.show_logo,
    color: draft.color || null,
    switched_off: [...draft.switched_off],
    cemeteries: draft.cemeteries?.map(sentCemetery) ?? null,
    certificate_copies: draft.copies === null ? null : Number(draft.copies || 0),
    questions: draft.questions.map(sentQuestion),
  },
});

/** What is wrong with a draft, by where it stands: "title", "questions.2.label". */
export type DraftFaults = Readonly<Record<string, string>>;

export const faultsIn = (body: ManagedFormBody): DraftFaults => {
  const faults: Record<string, string> = {};
  for (const { path, message } of ManagedFormPatch.safeParse(body).error?.issues ?? []) {
    const at = (path[0] === 'settings' ? path.slice(1) : path).slice(0, 3).join('.');
    faults[at] ??= message;
  }
  return faults;
};

/** The questions of a draft as families would be asked, those that have words. */
export const askedQuestions = (draft: FormDraft): FormQuestion[] =>
  draft.questions
    .filter(({ label }) => label.trim() !== '')
    .map(({ key, kind, label, help, required, choices }) => ({
      ...{ id: key, kind, label, help, required, options: linesOf(choices) },
    }));
