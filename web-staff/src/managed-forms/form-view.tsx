import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { draftOf } from './form-draft.ts';
import { FormHead } from './form-head.tsx';
import { FormPreview } from './form-preview.tsx';
import { FormVersions } from './form-versions.tsx';
import classes from './forms.module.css';
import { NewFormDialog } from './new-form-dialog.tsx';
import { managedFormsQuery } from './queries.ts';
import { SettingsText } from './settings-text.tsx';

interface FormViewProps {
  home: FuneralHome;
  form: ManagedForm;
  edits: boolean;
}

/** A form to read: archived, or of a home that somebody else runs. */
export const FormView = ({ home, form, edits }: FormViewProps) => {
  const [copying, setCopying] = useState(false);
  const forms = useQuery(managedFormsQuery(useApi(), home.id)).data?.results ?? [form];
  return (
    <>
      <FormHead home={home} form={form}>
        {edits && (
          <Button variant="default" onClick={() => setCopying(true)}>
            Copy into a new form
          </Button>
        )}
      </FormHead>
      <div className={classes.columns}>
        <div>
          <SettingsText kind={form.kind} settings={form.settings} />
          <FormVersions form={form} />
        </div>
        <FormPreview home={home} kind={form.kind} draft={draftOf(form)} />
      </div>
      {copying && <NewFormDialog home={home} forms={forms} from={form.id} onClose={() => setCopying(false)} />}
    </>
  );
};
