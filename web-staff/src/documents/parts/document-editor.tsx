import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { descriptionLimit, nameLimit } from '#domain/documents/document.rules.ts';
import type { Document } from '#domain/documents/document.schema.ts';
import { documentKindLabels, documentKinds } from '#domain/documents/document-type.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { useEditBase } from '../../ui/record-form/record-form.ts';
import { useUpdateDocument } from '../mutations.ts';
import classes from './documents.module.css';

const fields: readonly FieldShape[] = [
  { name: 'file_name', label: 'File name', kind: 'text', maxLength: nameLimit },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'chosen',
    // A photo that identifies someone is taken in Care, and is never another kind of document.
    options: documentKinds
      .filter((value) => value !== 'identification_photo')
      .map((value) => ({ value, label: documentKindLabels[value] })),
  },
  { name: 'description', label: 'Description', kind: 'text', maxLength: descriptionLimit },
];

/** A stable function, so that React calls it only when the form appears. */
const focusFirst = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus();

const editedOf = ({ file_name, kind, description }: Document) => [file_name, kind, description];

export const DocumentEditor = ({ document, onDone }: { document: Document; onDone: () => void }) => {
  const { id, file_name, kind, description } = document;
  const { base } = useEditBase(document, editedOf);
  const update = useUpdateDocument(document.case_id);
  const { form, busy, onSubmit } = useSentForm({
    start: { file_name, kind, description },
    send: (values) => update.mutateAsync({ id, body: { ...values, version: base.version } }),
    done: 'Document saved',
    onDone,
  });
  /** Escape closes only the editor, not the dialog around it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form
      ref={focusFirst}
      className={classes.editor}
      aria-label={`Change ${file_name}`}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <FormFields form={form} fields={fields} />
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={!asString(form.values.file_name).trim()}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
