import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { FuneralHomeChange } from '#domain/organizations/funeral-home.schema.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { useStateOptions } from '../../reference-data/parts/state-options.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { DrawField, FormValues } from '../../ui/fields/field-control.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { useRecordForm } from '../../ui/record-form/use-record-form.tsx';
import classes from '../parts/home-form.module.css';
import { homeControls } from './home-controls.tsx';
import { describeLogo, homeBody, homeValues, requiredHomeFields } from './home-fields.ts';
import { useUpdateHome } from './mutations.ts';

interface HomeFormProps {
  home: FuneralHome;
  fields: readonly FormField[];
  submitLabel?: string;
  /** Whether it can be submitted as it stands, to say that everything is right. */
  submitsUnchanged?: boolean;
  /** Buttons in front of the submit button. */
  aside?: ReactNode;
  /** Controls of its own for some fields. */
  special?: Readonly<Record<string, DrawField>>;
  /** Beside the fields: what they make of the page, for one. */
  beside?: (control: Control<FormValues>) => ReactNode;
  /** Called once the home is as the form shows it. */
  onSaved?: (home: FuneralHome) => void;
}

/** Some fields of a home. Only what was changed is sent; what somebody else changed meanwhile is shown to choose from. */
export const HomeForm = (props: HomeFormProps) => {
  const { home, fields, submitLabel = 'Save Changes', submitsUnchanged = false, aside, beside, onSaved } = props;
  const update = useUpdateHome(home.id);
  const form = useRecordForm<FuneralHome>({
    fields,
    record: home,
    recordSchema: FuneralHome,
    versionOf: ({ version }) => version,
    valuesOf: (from) => homeValues(fields, from),
    rules: () => FuneralHomeChange,
    save: ({ changed, values, version }) => update.mutateAsync({ ...homeBody(changed, values), version }),
    onSaved: (fresh, saved) => {
      if (saved) toastSuccess('Funeral home saved');
      onSaved?.(fresh);
    },
    describe: describeLogo,
  });
  const { control } = form.methods;
  const territories = useWatch({ control, name: 'include_territories' }) ?? home.include_territories;
  const states = useStateOptions(territories === true);

  const grid = (
    <FieldGrid
      control={control}
      fields={fields.map((field) => (field.kind === 'state' ? { ...field, options: states } : field))}
      required={requiredHomeFields}
      special={{ ...homeControls, ...props.special }}
    />
  );
  return (
    <form noValidate onSubmit={form.submit}>
      {beside ? (
        <div className={classes.columns}>
          {grid}
          {beside(control)}
        </div>
      ) : (
        grid
      )}
      <div className={classes.foot} data-dirty={form.dirty}>
        {aside}
        {form.dirty && !submitsUnchanged && (
          <Button variant="default" onClick={form.discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" disabled={!form.dirty && !submitsUnchanged} loading={form.saving}>
          {submitLabel}
        </Button>
      </div>
      {form.dialogs}
    </form>
  );
};
