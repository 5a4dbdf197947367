import type { OptionalPart, OwnCemetery } from '#domain/managed-forms/form-options.ts';
import type { FormQuestion, QuestionKind } from '#domain/managed-forms/form-questions.ts';
import {
  type FormSettings,
  type ManagedForm,
  ManagedFormPatch,
  type SentCemetery,
  type SentQuestion,
} from '#domain/managed-forms/managed-form.schema.ts';
import type { ManagedFormBody } from './queries.ts';

export const questionKindOptions: readonly { value: QuestionKind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'choice', label: 'Choice' },
  { value: 'yes_no', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
];

export const hasChoices = (kind: QuestionKind): boolean => kind === 'choice';

/** '' shows the English text. */
export type SpanishTexts = Record<'title' | 'condolence_message' | 'notice', string>;

export interface QuestionRow {
  key: string;
  id: string | null;
  kind: QuestionKind;
  label: string;
  help: string;
  required: boolean;
  choices: string;
  spanish: Record<'label' | 'help' | 'choices', string>;
}
export type CemeteryRow = Record<
  'name' | 'cost' | 'street' | 'city' | 'state' | 'zip' | 'note' | 'note_spanish',
  string
> & {
  key: string;
  id: string | null;
};

/** A form in the editor: texts as typed, '' for the home's own. */
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
  /** Null if the form does not ask. */
  copies: string | null;
  questions: readonly QuestionRow[];
  spanish: SpanishTexts | null;
}

let rows = 0;
const newKey = (): string => `new-${++rows}`;
export const noSpanish: SpanishTexts = { title: '', condolence_message: '', notice: '' };
export const emptyQuestion = (): QuestionRow => ({
  key: newKey(),
  id: null,
  kind: 'text',
  label: '',
  help: '',
  required: false,
  choices: '',
  spanish: { label: '', help: '', choices: '' },
});
export const emptyCemetery = (state: string): CemeteryRow => ({
  key: newKey(),
  id: null,
  name: '',
  cost: '',
  street: '',
  city: '',
  state,
  zip: '',
  note: '',
  note_spanish: '',
});

const questionRow = ({ id, kind, label, help, required, options, spanish }: FormQuestion): QuestionRow => ({
  key: id,
  id,
  kind,
  label,
  help,
  required,
  choices: options.join('\n'),
  spanish: {
    label: spanish?.label ?? '',
    help: spanish?.help ?? '',
    // An untranslated choice keeps its line.
    choices: spanish?.options.join('\n') ?? '',
  },
});
const cemeteryRow = (one: OwnCemetery): CemeteryRow => ({ ...one, key: one.id, cost: one.cost ?? '' });

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
  spanish: settings.spanish,
});

export const draftOf = ({ name, slug, settings }: ManagedForm): FormDraft => ({
  name,
  slug,
  ...draftSettings(settings),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Rows in the order in which they were sent; a new row gets its stored id. */
const rowsAfterSave = <Row extends Pick<QuestionRow, 'key' | 'id'>>(
  now: readonly Row[],
  sent: readonly Row[],
  saved: readonly Row[],
): Row[] =>
  now.map((row) => {
    const at = sent.findIndex(({ key }) => key === row.key);
    const stored = saved[at];
    if (!stored) return row;
    return isSame(row, sent[at]) ? { ...stored, key: row.key } : { ...row, id: stored.id };
  });

/** The draft after a save: the response, with text that was typed since it was sent. */
export const draftAfterSave = (now: FormDraft, sent: FormDraft, form: ManagedForm): FormDraft => {
  const saved = draftOf(form);
  const typed: Partial<FormDraft> = Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !isSame(value, sent[name as keyof FormDraft])),
  );
  return {
    ...saved,
    ...typed,
    cemeteries: now.cemeteries && rowsAfterSave(now.cemeteries, sent.cemeteries ?? [], saved.cemeteries ?? []),
    questions: rowsAfterSave(now.questions, sent.questions, saved.questions),
  };
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** By position of the English choices; an empty line stays English. */
const spanishOf = ({ label, help, choices }: QuestionRow['spanish'], kind: QuestionKind) => ({
  label,
  help,
  options: hasChoices(kind) && choices.trim() ? choices.trimEnd().split('\n') : [],
});

const sentQuestion = (row: QuestionRow, inSpanish: boolean): SentQuestion => ({
  ...(row.id ? { id: row.id } : {}),
  kind: row.kind,
  label: row.label,
  help: row.help,
  required: row.required,
  options: hasChoices(row.kind) ? linesOf(row.choices) : [],
  spanish: inSpanish ? spanishOf(row.spanish, row.kind) : null,
});
const sentCemetery = ({ key: _key, id, cost, ...one }: CemeteryRow): SentCemetery => ({
  ...(id ? { id } : {}),
  ...one,
  cost: cost.trim() || null,
});

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
    questions: draft.questions.map((row) => sentQuestion(row, draft.spanish !== null)),
    spanish: draft.spanish,
  },
});

/** By path: "title", "questions.2.label". */
export type DraftErrors = Readonly<Record<string, string>>;

/** An error of a choice is shown at its question. */
const errorPlace = (path: readonly PropertyKey[]): string => path.slice(0, path[2] === 'spanish' ? 4 : 3).join('.');

export const errorsIn = (body: ManagedFormBody): DraftErrors => {
  const errors: Record<string, string> = {};
  for (const { path, message } of ManagedFormPatch.safeParse(body).error?.issues ?? []) {
    errors[errorPlace(path[0] === 'settings' ? path.slice(1) : path)] ??= message;
  }
  return errors;
};

export const askedQuestions = (draft: FormDraft): FormQuestion[] =>
  draft.questions
    .filter(({ label }) => label.trim() !== '')
    .map(({ key, kind, label, help, required, choices, spanish }) => ({
      id: key,
      kind,
      label,
      help,
      required,
      options: linesOf(choices),
      spanish: spanishOf(spanish, kind),
    }));
