import { Button, Switch } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { firstWords, intakeSubject, sectionTitle } from '#domain/intake/intake-wording.ts';
import type { FormKind } from '#domain/managed-forms/form-kinds.ts';
import { leftOut } from '#domain/managed-forms/form-options.ts';
import { questionFields } from '#domain/managed-forms/form-questions.ts';
import { type ManagedForm, mainForm, whyUnreadable } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import formClasses from '../organizations/parts/home-form.module.css';
import { PublicPreview } from '../organizations/parts/public-preview.tsx';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { errorsByField } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastError, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { FieldInput } from '../ui/fields/field-input.tsx';
import { useEditBase } from '../ui/record-form/record-form.ts';
import { useUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import {
  askedQuestions,
  bodyOf,
  type CemeteryRow,
  type DraftErrors,
  draftAfterSave,
  draftOf,
  draftSettings,
  errorsIn,
  type FormDraft,
} from './form-draft.ts';
import { FormFields } from './form-fields.tsx';
import { FormHead, FormVersions, formPath } from './form-versions.tsx';
import classes from './forms.module.css';
import { type FormAction, useFormAction, useUpdateManagedForm } from './queries.ts';

const hex = /^#[0-9a-f]{6}$/;

export const FormPreview = ({ home, kind, draft }: { home: FuneralHome; kind: FormKind; draft: FormDraft }) => {
  const [inSpanish, setInSpanish] = useState(false);
  const spanish = inSpanish ? draft.spanish : null;
  const color = draft.color.trim().toLowerCase();
  const worn = hex.test(color) && !whyUnreadable(color) ? color : undefined;
  const left = leftOut({ kind, switched_off: draft.switched_off, cemeteries: null }, {});
  const sections = intakeSections.filter(({ fields }) => fields.some(({ name }) => !left.has(name)));
  const copies = draft.copies === null ? null : Number(draft.copies || 0);
  const questions = questionFields(
    { questions: askedQuestions(draft), certificate_copies: copies },
    spanish ? 'es' : 'en',
  );
  const titles = sections.map((section) => sectionTitle(section, intakeSubject({}, '', kind)));
  if (questions.length) titles.splice(-1, 0, 'A few questions of ours');
  return (
    <div className={classes.preview}>
      {draft.spanish && (
        <Switch
          label="Preview in Spanish"
          checked={inSpanish}
          onChange={({ currentTarget: { checked } }) => setInSpanish(checked)}
        />
      )}
      <PublicPreview
        name={home.name}
        phone={home.phone}
        logo_url={draft.show_logo ? home.logo_url : null}
        emergency_phone={draft.emergency_phone.trim() || home.emergency_phone}
        condolence_message={
          spanish
            ? spanish.condolence_message.trim() || firstWords[kind]
            : draft.condolence_message.trim() ||
              (kind === 'pre_need' ? firstWords.pre_need : (home.condolence_message ?? firstWords[kind]))
        }
        title={spanish?.title.trim() || draft.title.trim() || undefined}
        notice={spanish?.notice.trim() || draft.notice.trim() || undefined}
        color={worn}
      >
        {spanish ? (
          <p>Standard text is already translated. Add translations for your own text here.</p>
        ) : (
          <ol className={classes.sections}>
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
        )}
        {draft.cemeteries && !left.has('cemetery_choice') && (
          <PreviewCemeteries rows={draft.cemeteries} inSpanish={spanish !== null} />
        )}
        {questions.length > 0 && (
          <div className={classes.asked} inert>
            {questions.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value=""
                required={field.requiredIf === true}
                onChange={() => undefined}
              />
            ))}
          </div>
        )}
      </PublicPreview>
    </div>
  );
};

const PreviewCemeteries = ({ rows, inSpanish }: { rows: readonly CemeteryRow[]; inSpanish: boolean }) => (
  <ul className={classes.costs}>
    {rows
      .filter(({ name }) => name.trim())
      .map(({ key, name, city, cost, note, note_spanish }) => {
        const cents = parseMoney(cost);
        const shownNote = (inSpanish && note_spanish.trim()) || note.trim();
        const about = inSpanish ? 'unos' : 'about';
        return (
          <li key={key}>
            <span>
              {name} <small>{city}</small>
            </span>
            <span>{shownNote || (cents !== null && `${about} ${formatMoney(cents).replace('.00', '')}`)}</span>
          </li>
        );
      })}
  </ul>
);

interface FormActionButtonProps {
  home: FuneralHome;
  form: ManagedForm;
  action: FormAction;
  variant?: string;
  color?: string;
  reason?: string | undefined;
}

const words: Record<FormAction, { label: string; title: string; confirm: string; done: string }> = {
  publish: { label: 'Publish…', title: 'Publish the form', confirm: 'Publish', done: 'Form published' },
  unpublish: { label: 'Unpublish', title: 'Unpublish the form', confirm: 'Unpublish', done: 'Form unpublished' },
  archive: { label: 'Archive', title: 'Archive the form', confirm: 'Archive', done: 'Form archived' },
};

const consequences = (home: FuneralHome, form: ManagedForm): Record<FormAction, string> => {
  const address = `/${formPath(home.slug, form.slug)}`;
  const next = form.versions.length + 1;
  return {
    publish: `Families get version ${next} at ${address} from now on.${next > 1 ? ' Anyone who has already opened an older version will submit that version.' : ''}`,
    unpublish: `${address} ${form.slug === mainForm ? 'has the standard form again' : 'says that the form is closed and links to your main form'}. Anyone filling it out can still send it.`,
    archive:
      'The form will be closed and archived. Existing submissions keep their answers. You can copy it into a new form.',
  };
};

export const FormActionButton = ({ home, form, action, ...button }: FormActionButtonProps) => {
  const doing = useFormAction(form.id);
  const { label, title, confirm, done } = words[action];
  const run = () => doing.mutateAsync({ action, version: form.version }).then(() => toastSuccess(done));
  const text = consequences(home, form)[action];
  return (
    <ConfirmButton {...button} ask={{ title, confirmLabel: confirm, danger: action === 'archive', action: run, text }}>
      {label}
    </ConfirmButton>
  );
};

export const FormEditor = ({ home, form }: { home: FuneralHome; form: ManagedForm }) => {
  const [draft, setDraft] = useState(() => draftOf(form));
  const [errors, setErrors] = useState<DraftErrors>({});
  /** The server rejects a save over this version. */
  const [refusedOn, setRefusedOn] = useState<number>();
  const updating = useUpdateManagedForm(form.id);
  const isFixed = form.versions.length > 0;
  const editedOf = (one: ManagedForm) => bodyOf(draftOf(one), isFixed);
  const { base, goOnFrom } = useEditBase(form, editedOf);
  const body = bodyOf(draft, isFixed);
  const isDirty = JSON.stringify(body) !== JSON.stringify(editedOf(base));
  const { dialog: leaving } = useUnsavedChanges(isDirty);
  const startFrom = (fresh: ManagedForm) => {
    goOnFrom(fresh);
    setDraft(draftOf(fresh));
  };
  const follow = useEffectEvent((fresh: ManagedForm) => {
    if (fresh.version > base.version && !isDirty && !updating.isPending) startFrom(fresh);
  });
  // An untouched draft shows another user's save.
  useEffect(() => follow(form), [form]);
  const change = (changed: Partial<FormDraft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    const left = errorsIn(bodyOf({ ...draft, ...changed }, isFixed));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([at]) => at in left || !((at.split('.')[0] ?? '') in changed))),
    );
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = errorsIn(body);
    setErrors(found);
    if (Object.keys(found).length) return toastError('Please fix the marked fields.');
    try {
      const saved = await updating.mutateAsync({ ...body, version: base.version });
      goOnFrom(saved);
      // Text that was typed during the save stays.
      setDraft((now) => draftAfterSave(now, draft, saved));
      toastSuccess('Form saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusedOn(base.version);
      if (error instanceof ApiError) {
        const messages = Object.entries(errorsByField(error));
        setErrors(Object.fromEntries(messages.map(([at, [first]]) => [at.replace(/^settings\./, ''), first ?? ''])));
      }
      toastFailure(error);
    }
  };
  const nothingNew = form.status === 'published' && !form.has_changes;
  const blocked = isDirty ? 'Save the form first.' : nothingNew ? 'This version is already published.' : undefined;
  return (
    <>
      <form noValidate onSubmit={save} aria-label={`Form ${form.name}`}>
        <FormHead home={home} form={form}>
          {form.status === 'published' && <FormActionButton {...{ home, form }} action="unpublish" />}
          <FormActionButton {...{ home, form }} action="archive" variant="subtle" color="red" />
          <FormActionButton {...{ home, form }} action="publish" variant="filled" reason={blocked} />
        </FormHead>
        {refusedOn === base.version && (
          <Notice tone="problem" title="Someone else changed this form.">
            Your changes are still here but cannot be saved. Reload the page to see the latest version.
          </Notice>
        )}
        <div className={classes.columns}>
          <div>
            <FormFields kind={form.kind} {...{ draft, errors, isFixed }} home={home} onChange={change} />
            <FormVersions form={form} onTakeOver={(settings) => change(draftSettings(settings))} />
          </div>
          <FormPreview home={home} kind={form.kind} draft={draft} />
        </div>
        <div className={formClasses.foot} data-dirty={isDirty}>
          {isDirty && (
            <Button variant="default" onClick={() => startFrom(form)}>
              Discard changes
            </Button>
          )}
          <Button type="submit" disabled={!isDirty} loading={updating.isPending}>
            Save form
          </Button>
        </div>
      </form>
      {leaving}
    </>
  );
};
