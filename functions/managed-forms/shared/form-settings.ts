import { randomInt } from 'node:crypto';
import type { FormKind } from '#domain/managed-forms/form-kinds.ts';
import { optionalParts } from '#domain/managed-forms/form-options.ts';
import { formBeginnings } from '#domain/managed-forms/form-presets.ts';
import type { SentFormSettings } from '#domain/managed-forms/managed-form.schema.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import type { StoredSettings } from '#functions/managed-forms/repository.ts';

/** What a new form of a kind begins with: of a report of a death, as every home has it. */
export const firstSettings = (kind: FormKind): StoredSettings => {
  const { title, questions, spanish } = formBeginnings[kind];
  return {
    ...standard,
    title,
    questions: questions.map((one) => ({
      ...one,
      options: [...one.options],
      spanish: { ...one.spanish, options: [...one.spanish.options] },
    })),
    spanish: spanish === null ? null : { title: spanish, condolence_message: '', notice: '' },
  };
};

const standard: Omit<StoredSettings, 'title'> = {
  condolence_message: null,
  notice: null,
  emergency_phone: null,
  show_logo: true,
  color: null,
  switched_off: [],
  cemeteries: null,
  certificate_copies: null,
  questions: [],
  spanish: null,
};

const letters = '23456789bcdfghjkmnpqrtvwxz';
const newId = (kind: 'q' | 'c'): string =>
  `${kind}_${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

/** What is listed keeps its id where the draft has it already: an answer given before still finds its question. */
const withIds = <T extends { id?: string | null | undefined }>(
  kind: 'q' | 'c',
  sent: readonly T[],
  before: readonly { id: string }[],
): (T & { id: string })[] => {
  const free = new Set(before.map(({ id }) => id));
  return sent.map((one) => ({ ...one, id: one.id && free.delete(one.id) ? one.id : newId(kind) }));
};

const cemeteriesOf = (sent: NonNullable<SentFormSettings['cemeteries']>, before: StoredSettings) =>
  withIds('c', sent, before.cemeteries ?? []).map(({ id, cost, ...said }) => ({
    ...said,
    id,
    cost_cents: cost === undefined || cost === null ? null : parseMoney(cost),
  }));

/** A text that goes back to what the home says when it is cleared; what was not sent stays. */
const cleared = (sent: string | null | undefined, before: string | null): string | null =>
  sent === undefined ? before : sent || null;

/** The settings after a change. */
export const settingsAfter = (before: StoredSettings, sent: SentFormSettings): StoredSettings => ({
  title: sent.title ?? before.title,
  condolence_message: cleared(sent.condolence_message, before.condolence_message),
  notice: cleared(sent.notice, before.notice),
  emergency_phone: cleared(sent.emergency_phone, before.emergency_phone),
  show_logo: sent.show_logo ?? before.show_logo,
  color: cleared(sent.color, before.color),
  switched_off: sent.switched_off
    ? optionalParts.filter((part) => sent.switched_off?.includes(part))
    : before.switched_off,
  cemeteries:
    sent.cemeteries === undefined ? before.cemeteries : sent.cemeteries && cemeteriesOf(sent.cemeteries, before),
  certificate_copies: sent.certificate_copies === undefined ? before.certificate_copies : sent.certificate_copies,
  questions: sent.questions
    ? withIds('q', sent.questions, before.questions).map((question) => ({
        ...question,
        options: question.kind === 'choice' ? question.options : [],
        spanish: question.spanish
          ? { ...question.spanish, options: question.kind === 'choice' ? question.spanish.options : [] }
          : null,
      }))
    : before.questions,
  spanish: sent.spanish === undefined ? before.spanish : sent.spanish,
});
