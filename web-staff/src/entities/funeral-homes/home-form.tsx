import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { FuneralHome, funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { FuneralHomeChange } from '#domain/funeral-homes/funeral-home.schema.ts';
import type { FormField } from '#domain/values/form-field.ts';
import { useApi } from '../../api/api-context.ts';
import { type DrawField, FieldGrid, type FormValues } from '../../ui/fields/field-control.tsx';
import { collisionsOf, merged, type Side } from '../../ui/record-form/collision.ts';
import { ConflictDialog } from '../../ui/record-form/conflict-dialog.tsx';
import { schemaResolver } from '../../ui/record-form/schema-resolver.ts';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { toastError, toastFailure, toastSuccess } from '../../ui/toasts.tsx';
import { profileKeys } from '../profile/keys.ts';
import { useStateOptions } from '../reference-data/state-options.ts';
import { homeControls } from './home-controls.tsx';
import { changedHomeFields, homeBody, homeValues, inWords, requiredHomeFields } from './home-fields.ts';
import classes from './home-form.module.css';
import { funeralHomeKeys } from './keys.ts';

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
  beside?: (values: FormValues) => ReactNode;
  /** Told once the home is as the form shows it. */
  onSaved?: (home: FuneralHome) => void;
}

interface Base {
  values: FormValues;
  version: number;
}

/** Some fields of a home. Only what was changed is sent; what somebody else changed meanwhile is shown to choose from. */
export const HomeForm = (props: HomeFormProps) => {
  const { home, fields, submitLabel = 'Save Changes', submitsUnchanged = false, aside, beside, onSaved } = props;
  const call = useApi();
  const client = useQueryClient();
  const baseOf = (from: FuneralHome): Base => ({ values: homeValues(fields, from), version: from.version });
  const [base, setBase] = useState(() => baseOf(home));
  const [conflict, setConflict] = useState<{ current: FuneralHome; mine: FormValues }>();
  const form = useForm<FormValues>({
    defaultValues: base.values,
    mode: 'onTouched',
    // What stays as it is stored is not judged anew.
    resolver: schemaResolver<FormValues>(FuneralHomeChange, (values) =>
      homeBody(changedHomeFields(fields, base.values, values), values),
    ),
  });
  const { isDirty } = form.formState;
  const values = form.watch();
  const territories = values.include_territories ?? home.include_territories;
  const states = useStateOptions(territories === true);
  const guard = useUnsavedChanges(isDirty);
  const update = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call(funeralHomeEndpoints.update, { params: { id: home.id }, body: body as FuneralHomeChange }),
  });

  const startFrom = (fresh: FuneralHome): Base => {
    const next = baseOf(fresh);
    setBase(next);
    form.reset(next.values);
    return next;
  };
  const follow = useEffectEvent((fresh: FuneralHome) => {
    if (fresh.version === base.version) return;
    const next = baseOf(fresh);
    if (!isDirty) startFrom(fresh);
    else if (changedHomeFields(fields, base.values, next.values).length === 0) setBase(next);
  });
  // Somebody else's change shows in a form that nobody has touched; one of other fields is nothing to argue about.
  useEffect(() => follow(home), [home]);

  const refused = (error: unknown, mine: FormValues) => {
    if (!(error instanceof ApiError)) return toastFailure(error);
    const current = error.status === 409 ? FuneralHome.safeParse(error.body.current).data : undefined;
    if (current) return setConflict({ current, mine });
    const known = Object.entries(fieldErrors(error.body)).flatMap(([path, [message]]) => {
      const field = fields.find(({ name }) => name === path.split('.')[0]);
      return field ? [{ name: field.name, message }] : [];
    });
    if (known.length === 0) return toastFailure(error);
    for (const { name, message } of known) form.setError(name, { type: 'server', message }, { shouldFocus: true });
    toastError('Please check the marked fields');
  };
  const save = async (values: FormValues, from: Base) => {
    const changed = changedHomeFields(fields, from.values, values);
    try {
      let fresh = home;
      if (changed.length > 0) {
        fresh = await update.mutateAsync({ ...homeBody(changed, values), version: from.version });
        startFrom(fresh);
        toastSuccess('Funeral home saved');
        await Promise.all([
          client.invalidateQueries({ queryKey: funeralHomeKeys.all }),
          client.invalidateQueries({ queryKey: profileKeys.currentUser }),
        ]);
      }
      guard.letGo();
      onSaved?.(fresh);
    } catch (error) {
      refused(error, values);
    }
  };

  const collisions = conflict
    ? collisionsOf(
        fields,
        { base: base.values, mine: conflict.mine, theirs: homeValues(fields, conflict.current) },
        new Set(changedHomeFields(fields, base.values, conflict.mine).map(({ name }) => name)),
      ).map(inWords)
    : [];
  const resolve = async (current: FuneralHome, mine: FormValues, choices: Record<string, Side>) => {
    const values = merged(mine, collisions, choices);
    setConflict(undefined);
    const theirs = startFrom(current);
    for (const { name } of changedHomeFields(fields, theirs.values, values))
      form.setValue(name, values[name] ?? '', { shouldDirty: true });
    await form.handleSubmit((checked) => save(checked, theirs))();
  };

  const grid = (
    <FieldGrid
      control={form.control}
      fields={fields.map((field) => (field.kind === 'state' ? { ...field, options: states } : field))}
      required={requiredHomeFields}
      special={{ ...homeControls, ...props.special }}
    />
  );
  return (
    <form noValidate onSubmit={form.handleSubmit((sent) => save(sent, base))}>
      {beside ? (
        <div className={classes.columns}>
          {grid}
          {beside(values)}
        </div>
      ) : (
        grid
      )}
      <div className={classes.foot} data-dirty={isDirty}>
        {aside}
        {isDirty && !submitsUnchanged && (
          <Button variant="default" onClick={() => startFrom(home)}>
            Discard changes
          </Button>
        )}
        <Button type="submit" disabled={!isDirty && !submitsUnchanged} loading={update.isPending}>
          {submitLabel}
        </Button>
      </div>
      {guard.dialog}
      {conflict && (
        <ConflictDialog
          collisions={collisions}
          busy={update.isPending}
          onResolve={(choices) => void resolve(conflict.current, conflict.mine, choices)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </form>
  );
};
