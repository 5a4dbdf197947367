import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { FuneralHome, funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { FuneralHomeChange } from '#domain/organizations/funeral-home.schema.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { useChange } from '../../api/calls.ts';
import { useStateOptions } from '../../reference-data/parts/state-options.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { profileKeys } from '../../team/profile/keys.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { EmailListInput } from '../../ui/fields/email-list-input.tsx';
import { type DrawField, FieldGrid, type FormValues } from '../../ui/fields/field-grid.tsx';
import { CountedTextInput, SwitchInput, TimeZoneInput } from '../../ui/fields/switch-and-counted-inputs.tsx';
import type { FieldInputProps } from '../../ui/fields/use-values-form.ts';
import { useRecordForm } from '../../ui/record-form/use-record-form.tsx';
import classes from '../parts/home-form.module.css';
import {
  describeLogo,
  detailFields,
  homeBody,
  homeDetailFields,
  homeSettingFields,
  homeValues,
  requiredHomeFields,
} from './home-fields.ts';
import { funeralHomeKeys } from './keys.ts';

/** Warns while there is no recipient, before a family waits for an answer. */
export const NotificationInput = (props: FieldInputProps) => {
  const { email } = useCurrentUser();
  const { value, onChange } = props;
  const nobody = !Array.isArray(value) || value.length === 0;
  return (
    <div>
      <EmailListInput {...props} />
      {nobody && (
        <div className={classes.nobody}>
          <Notice tone="warning" title="No one is notified">
            No one gets an email when a family reports a death. Add an address that is checked day and night.
          </Notice>
          <Button variant="default" onClick={() => onChange([email])}>
            Add my address
          </Button>
        </div>
      )}
    </div>
  );
};

const useUpdateHome = (id: string) =>
  useChange(
    (call, body: FuneralHomeChange) => call(funeralHomeEndpoints.update, { params: { id }, body }),
    async (_, __, client) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: funeralHomeKeys.all }),
        // The current user's data contains details of their home.
        client.invalidateQueries({ queryKey: profileKeys.currentUser }),
      ]);
    },
  );

const homeControls: Readonly<Record<string, DrawField>> = {
  time_zone: (props) => <TimeZoneInput {...props} />,
  notification_emails: (props) => <NotificationInput {...props} />,
  condolence_message: (props) => <CountedTextInput {...props} />,
  include_territories: (props) => <SwitchInput {...props} />,
};

interface HomeFormProps {
  home: FuneralHome;
  fields: readonly FormField[];
  submitLabel?: string;
  /** Allows submitting without changes, to confirm the values. */
  submitsUnchanged?: boolean;
  aside?: ReactNode;
  special?: Readonly<Record<string, DrawField>>;
  beside?: (control: Control<FormValues>) => ReactNode;
  onSaved?: (home: FuneralHome) => void;
}

/** Sends only changed fields; fields changed by another user are shown as conflicts. */
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

type OwnFieldsProps = Omit<HomeFormProps, 'fields'>;
export const DetailsForm = (props: OwnFieldsProps) => <HomeForm {...props} fields={detailFields} />;
export const HomeDetailsForm = (props: OwnFieldsProps) => <HomeForm {...props} fields={homeDetailFields} />;
export const SettingsForm = (props: OwnFieldsProps) => <HomeForm {...props} fields={homeSettingFields} />;
