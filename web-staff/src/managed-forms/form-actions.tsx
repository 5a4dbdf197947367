import { type ManagedForm, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { formPath } from './form-text.tsx';
import { type FormAction, useFormAction } from './mutations.ts';

export type OpenDialog = FormAction | undefined;

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
