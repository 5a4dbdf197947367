import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormSettings, ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import { useApi } from '../api/api-context.ts';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import classes from './forms.module.css';
import { managedFormVersionQuery } from './queries.ts';
import { SettingsText } from './settings-text.tsx';

interface FormVersionsProps {
  form: ManagedForm;
  /** Puts a version's settings into the draft; absent where nothing can be changed. */
  onTakeOver?: (settings: FormSettings) => void;
}

/** What was published when and by whom; each to be looked at, and to be taken up again. */
export const FormVersions = ({ form, onTakeOver }: FormVersionsProps) => {
  const [shown, setShown] = useState<number>();
  if (form.versions.length === 0) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>Versions</h3>
      <ul className={classes.list}>
        {form.versions.toReversed().map(({ number, published_at, published_by_name }) => (
          <li key={number}>
            <Button
              variant="subtle"
              aria-expanded={shown === number}
              onClick={() => setShown(shown === number ? undefined : number)}
            >
              Version {number}
            </Button>
            <span className={classes.quiet}>
              {exactTime(published_at)}
              {published_by_name && ` by ${published_by_name}`}
            </span>
            {shown === number && <OneVersion form={form} number={number} onTakeOver={onTakeOver} />}
          </li>
        ))}
      </ul>
    </section>
  );
};

interface OneVersionProps {
  form: ManagedForm;
  number: number;
  onTakeOver: FormVersionsProps['onTakeOver'];
}

const OneVersion = ({ form: { id, kind }, number, onTakeOver }: OneVersionProps) => {
  const query = useQuery(managedFormVersionQuery(useApi(), id, number));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={3} height={32} />;
  const { settings } = query.data;
  return (
    <div className={classes.version}>
      <SettingsText kind={kind} settings={settings} />
      {onTakeOver && (
        <Button variant="default" onClick={() => onTakeOver(settings)}>
          Take version {number} into the draft
        </Button>
      )}
    </div>
  );
};
