import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type FormKind, formKindLabels, formKinds } from '#domain/managed-forms/form-kinds.ts';
import { type ManagedForm, type ManagedFormRow, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { FieldInput, FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { draftOf } from '../form-draft.ts';
import { FormEditor, FormPreview } from '../form-editor.tsx';
import { FormChip, FormHead, FormVersions, formLink, formPath, SettingsText, versionText } from '../form-versions.tsx';
import classes from '../forms.module.css';
import { managedFormQuery, managedFormsQuery, useCreateManagedForm } from '../queries.ts';

interface NewFormDialogProps {
  home: FuneralHome;
  forms: readonly ManagedFormRow[];
  from?: string;
  onClose: () => void;
}

/** "Hospice partners" gives hospice-partners. */
const addressOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    // A long name may be cut between two words.
    .replace(/^-|-$/g, '');

const nameField: FieldShape = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  maxLength: 80,
  isFirst: true,
  help: 'Internal name. Families do not see it.',
};
const kindField = { name: 'kind', label: 'Form type', kind: 'chosen' } as const;
const addressField = { name: 'slug', label: 'Address', kind: 'text', maxLength: 40 } as const;

type NewForm = Readonly<Record<string, FieldValue>>;
const isMain = ({ isMain: wanted, kind }: NewForm): boolean => wanted === true && kind === 'at_need';
/** The address follows the name until it is typed. */
const slugOf = (values: NewForm): string =>
  isMain(values) ? mainForm : asString(values.slug) || addressOf(asString(values.name));

export const NewFormDialog = ({ home, forms, from = '', onClose }: NewFormDialogProps) => {
  const hasMain = forms.some(({ slug, status }) => slug === mainForm && status !== 'archived');
  const copied = forms.find(({ id }) => id === from);
  const creating = useCreateManagedForm();
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const { form, ...sent } = useSentForm({
    start: {
      name: '',
      slug: '',
      kind: copied?.kind ?? ('at_need' as FormKind),
      isMain: !hasMain && !from,
      copy_of: from,
    },
    send: (values) => {
      const { name, kind, copy_of } = values;
      const body = { funeral_home: home.id, name, slug: slugOf(values), kind, ...(copy_of ? { copy_of } : {}) };
      return creating.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    done: 'Form created',
    onDone: ({ id }) => {
      onClose();
      return navigate(formLink(id));
    },
  });
  const slug = slugOf(form.values);
  const isAtNeed = form.values.kind === 'at_need';
  const alike = forms.filter(({ kind }) => kind === form.values.kind);
  const kind = form.bind(kindField);
  const main = { name: 'isMain', label: `At the main address, /${home.slug}`, kind: 'checkbox' };
  const address = { ...addressField, help: `Families find it at /${home.slug}/${slug || '…'}` };
  const options = [
    { value: '', label: isAtNeed ? 'The standard form' : 'Standard questions' },
    ...alike.map(({ id, name: label }) => ({ value: id, label })),
  ];
  return (
    <FormDialog title="New form" submit="Create" {...sent} onClose={onClose}>
      <FormFields form={form} fields={[nameField]} />
      <NativeSelect
        label={kindField.label}
        data={formKinds.map((value) => ({ value, label: formKindLabels[value] }))}
        disabled={copied !== undefined}
        value={asString(kind.value)}
        onChange={({ currentTarget: { value } }) => {
          kind.onChange(value);
          form.set('copy_of', '');
        }}
      />
      {!hasMain && isAtNeed && <FormFields form={form} fields={[main]} />}
      {!isMain(form.values) && <FieldInput {...form.bind(address)} value={slug} />}
      {alike.length > 0 && (
        <FormFields form={form} fields={[{ name: 'copy_of', label: 'Start from', kind: 'chosen', options }]} />
      )}
    </FormDialog>
  );
};

interface FormsListProps {
  home: FuneralHome;
  edits: boolean;
  forms: readonly ManagedFormRow[];
}

const FormsList = ({ home, edits, forms }: FormsListProps) => {
  return (
    <>
      <div className={classes.head}>
        <p className={classes.lead}>
          Each location has a public form. Customize it, or create more forms, such as for a hospice, a church,
          pre-planning or obituary details.
        </p>
        {edits && (
          <DialogOpener
            variant="filled"
            dialog={(onClose) => <NewFormDialog home={home} forms={forms} onClose={onClose} />}
          >
            New form
          </DialogOpener>
        )}
      </div>
      {forms.length === 0 ? (
        <p className={classes.quiet}>No custom forms yet. Families see the standard form at /{home.slug}.</p>
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
    </>
  );
};

interface FormViewProps {
  home: FuneralHome;
  form: ManagedForm;
  edits: boolean;
}

/** Read-only: archived, or of a home that the user may not edit. */
const FormView = ({ home, form, edits }: FormViewProps) => {
  const forms = useQuery(managedFormsQuery(useApi(), home.id)).data?.results ?? [form];
  return (
    <>
      <FormHead home={home} form={form}>
        {edits && (
          <DialogOpener
            dialog={(onClose) => <NewFormDialog home={home} forms={forms} from={form.id} onClose={onClose} />}
          >
            Copy into a new form
          </DialogOpener>
        )}
      </FormHead>
      <div className={classes.columns}>
        <div>
          <SettingsText kind={form.kind} settings={form.settings} />
          <FormVersions form={form} />
        </div>
        <FormPreview home={home} kind={form.kind} draft={draftOf(form)} />
      </div>
    </>
  );
};

interface FormsPartProps {
  home: FuneralHome;
  edits: boolean;
}

export const FormsPart = ({ home, edits }: FormsPartProps) => {
  const [params] = useSearchParams();
  const shown = params.get('form');
  return shown ? <OneForm key={shown} id={shown} home={home} edits={edits} /> : <AllForms home={home} edits={edits} />;
};

const AllForms = ({ home, edits }: FormsPartProps) => {
  const query = useQuery(managedFormsQuery(useApi(), home.id));
  if (query.data) return <FormsList home={home} edits={edits} forms={query.data.results} />;
  return <QueryState query={query} rows={3} height={61} />;
};

const OneForm = ({ id, home, edits }: FormsPartProps & { id: string }) => {
  // Editing starts from the server's current state.
  const query = useQuery({ ...managedFormQuery(useApi(), id), refetchOnMount: 'always' });
  if (!query.data || !query.isFetchedAfterMount) return <QueryState query={query} rows={6} height={61} />;
  const form = query.data;
  if (edits && form.status !== 'archived') return <FormEditor home={home} form={form} />;
  return <FormView home={home} form={form} edits={edits} />;
};
