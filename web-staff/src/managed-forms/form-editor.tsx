import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { type ManagedForm, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import formClasses from '../organizations/parts/home-form.module.css';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { faultsByField } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastError, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { useEditBase } from '../ui/record-form/edit-base.ts';
import { useUnsavedChanges } from '../ui/record-form/unsaved-changes.tsx';
import {
  bodyOf,
  type DraftErrors,
  draftAfterSave,
  draftOf,
  draftSettings,
  type FormDraft,
  faultsIn,
} from './form-draft.ts';
import { FormFields } from './form-fields.tsx';
import { FormHead } from './form-head.tsx';
import { FormPreview } from './form-preview.tsx';
import { formPath } from './form-text.tsx';
import { FormVersions } from './form-versions.tsx';
import classes from './forms.module.css';
import { type FormAction, useFormAction, useUpdateManagedForm } from './mutations.ts';

type OpenDialog = FormAction | undefined;

interface FormDeedsProps {
  home: FuneralHome;
  form: ManagedForm;
  dialog: OpenDialog;
  onClose: () => void;
}

const words: Record<FormAction, { title: string; confirm: string; done: string }> = {
  publish: { title: 'Publish the form', confirm: 'Publish', done: 'Form published' },
  unpublish: { title: 'Unpublish the form', confirm: 'Unpublish', done: 'Form unpublished' },
  archive: { title: 'Archive the form', confirm: 'Archive', done: 'Form archived' },
};

/** Asks before a form is opened, closed or put away, and says what families will see. */
export const FormActions = ({ home, form, dialog, onClose }: FormDeedsProps) => {
  const doing = useFormAction(form.id);
  const address = `/${formPath(home.slug, form.slug)}`;
  const run = async () => {
    if (!dialog) return;
    try {
      await doing.mutateAsync({ deed: dialog, version: form.version });
      toastSuccess(words[dialog].done);
    } catch (error) {
      toastFailure(error);
    }
    onClose();
  };
  const next = form.versions.length + 1;
  return (
    <ConfirmModal
      danger={dialog === 'archive'}
      opened={dialog !== undefined}
      title={words[dialog ?? 'publish'].title}
      confirmLabel={words[dialog ?? 'publish'].confirm}
      busy={doing.isPending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {dialog === 'publish' &&
        `Families get version ${next} at ${address} from now on.${next > 1 ? ' Whoever is filling an older version sends that one, with its questions.' : ''}`}
      {dialog === 'unpublish' &&
        `${address} ${form.slug === mainForm ? 'has the standard form again' : 'says that the form is not open, and leads to the home’s main form'}. Whoever is filling it can still send it.`}
      {dialog === 'archive' &&
        'The form is closed and put away for good. Reports that came by it keep their answers. You can copy it into a new form.'}
    </ConfirmModal>
  );
};

/** A draft to edit, with what families would see beside it; it is saved, and published when it is ready. */
export const FormEditor = ({ home, form }: { home: FuneralHome; form: ManagedForm }) => {
  const [draft, setDraft] = useState(() => draftOf(form));
  const [faults, setErrors] = useState<DraftErrors>({});
  const [dialog, setDialog] = useState<OpenDialog>();
  /** The version on top of which the server would not save. */
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
  // Somebody else's save shows in a draft that nobody has touched.
  useEffect(() => follow(form), [form]);
  const change = (changed: Partial<FormDraft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    // What was marked and is right by now is marked no longer.
    const left = faultsIn(bodyOf({ ...draft, ...changed }, isFixed));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([at]) => at in left || !((at.split('.')[0] ?? '') in changed))),
    );
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsIn(body);
    setErrors(found);
    if (Object.keys(found).length) return toastError('Please correct what is marked.');
    try {
      const saved = await updating.mutateAsync({ ...body, version: base.version });
      goOnFrom(saved);
      // What was typed while the save was on its way stays.
      setDraft((now) => draftAfterSave(now, draft, saved));
      toastSuccess('Form saved');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusedOn(base.version);
      if (error instanceof ApiError) {
        const messages = Object.entries(faultsByField(error));
        setErrors(Object.fromEntries(messages.map(([at, [first]]) => [at.replace(/^settings\./, ''), first ?? ''])));
      }
      toastFailure(error);
    }
  };
  const nothingNew = form.status === 'published' && !form.has_changes;
  const blocked = isDirty ? 'Save the form first.' : nothingNew ? 'Families have this version already.' : undefined;
  return (
    <>
      <form noValidate onSubmit={save} aria-label={`Form ${form.name}`}>
        <FormHead home={home} form={form}>
          {form.status === 'published' && (
            <Button variant="default" onClick={() => setDialog('unpublish')}>
              Unpublish
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => setDialog('archive')}>
            Archive
          </Button>
          <DisabledReasonButton reason={blocked} onClick={() => setDialog('publish')}>
            Publish…
          </DisabledReasonButton>
        </FormHead>
        {refusedOn === base.version && (
          <Notice tone="problem" title="This form was changed elsewhere.">
            What you typed is still here, but cannot be saved over it. Reload the page to see the form as it stands.
          </Notice>
        )}
        <div className={classes.columns}>
          <div>
            <FormFields kind={form.kind} {...{ draft, faults, isFixed }} home={home} onChange={change} />
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
      <FormActions home={home} form={form} dialog={dialog} onClose={() => setDialog(undefined)} />
      {leaving}
    </>
  );
};
