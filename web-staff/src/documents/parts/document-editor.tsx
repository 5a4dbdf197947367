import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { descriptionLimit, nameLimit } from '#domain/documents/document.rules.ts';
import type { Document } from '#domain/documents/document.schema.ts';
import { type DocumentKind, documentKindLabels, documentKinds } from '#domain/documents/document-type.ts';
import { faultsByField } from '../../ui/feedback/field-errors.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useEditBase } from '../../ui/record-form/edit-base.ts';
import { useUpdateDocument } from '../mutations.ts';
import classes from './documents.module.css';

const editedOf = ({ file_name, kind, description }: Document) => [file_name, kind, description];

export const DocumentEditor = ({ document, onDone }: { document: Document; onDone: () => void }) => {
  const [name, setName] = useState(document.file_name);
  const [kind, setKind] = useState<DocumentKind>(document.kind);
  const [description, setDescription] = useState(document.description);
  const [error, setError] = useState<string>();
  const { base } = useEditBase(document, editedOf);
  const update = useUpdateDocument(document.case_id);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { file_name: name, kind, description, version: base.version };
    update.mutate(
      { id: document.id, body },
      {
        onSuccess: () => {
          toastSuccess('Document saved');
          onDone();
        },
        onError: (failure) => {
          const wrong = faultsByField(failure).file_name?.[0];
          setError(wrong);
          if (!wrong) toastFailure(failure);
        },
      },
    );
  };
  /** Escape closes only the editor, not the dialog around it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form className={classes.editor} aria-label={`Change ${document.file_name}`} onSubmit={save} onKeyDown={onKeyDown}>
      <TextInput
        label="File name"
        value={name}
        maxLength={nameLimit}
        error={error}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Kind"
        value={kind}
        data={documentKinds.map((value) => ({ value, label: documentKindLabels[value] }))}
        onChange={(event) => setKind(event.currentTarget.value as DocumentKind)}
      />
      <TextInput
        label="Description"
        value={description}
        maxLength={descriptionLimit}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={update.isPending} disabled={!name.trim()}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
