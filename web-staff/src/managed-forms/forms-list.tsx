import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formKindLabels } from '#domain/managed-forms/form-kinds.ts';
import type { ManagedFormRow } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { FormChip, formLink, formPath, versionText } from './form-text.tsx';
import classes from './forms.module.css';
import { NewFormDialog } from './new-form-dialog.tsx';

interface FormsListProps {
  home: FuneralHome;
  edits: boolean;
  forms: readonly ManagedFormRow[];
}

/** The forms of a home, open ones and drafts first. */
export const FormsList = ({ home, edits, forms }: FormsListProps) => {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className={classes.head}>
        <p className={classes.lead}>
          Every home has a public form. Here you make it your own, or make further ones: for a hospice or a church, for
          people who plan ahead, for the details of an obituary.
        </p>
        {edits && <Button onClick={() => setAdding(true)}>New form</Button>}
      </div>
      {forms.length === 0 ? (
        <p className={classes.quiet}>No form of your own yet. Families get the standard form at /{home.slug}.</p>
      ) : (
        <ul className={classes.list}>
          {forms.map((form) => (
            <li key={form.id}>
              <Anchor component={Link} to={formLink(form.id)} className={classes.name}>
                {form.name}
              </Anchor>
              <FormChip status={form.status} />
              {form.kind !== 'at_need' && <span className={classes.quiet}>{formKindLabels[form.kind]}</span>}
              <span className={classes.quiet}>/{formPath(home.slug, form.slug)}</span>
              <span className={classes.quiet}>{versionText(form)}</span>
            </li>
          ))}
        </ul>
      )}
      {adding && <NewFormDialog home={home} forms={forms} onClose={() => setAdding(false)} />}
    </>
  );
};
