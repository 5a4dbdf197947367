import {
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  Switch,
  Textarea,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import type { FormKind, InquiryKind } from '#domain/managed-forms/form-kinds.ts';
import { optionalParts } from '#domain/managed-forms/form-options.ts';
import { maxCopies } from '#domain/managed-forms/form-questions.ts';
import { maxCemeteries, whyUnreadable } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { IconButton } from '../ui/gated-button.tsx';
import {
  type CemeteryRow,
  type DraftErrors,
  emptyCemetery,
  type FormDraft,
  noSpanish,
  type SpanishTexts,
} from './form-draft.ts';
import { partLabels } from './form-versions.tsx';
import classes from './forms.module.css';
import { QuestionsEditor } from './questions-editor.tsx';

const swatches = [
  { color: '#2f4a4d', name: 'Pine' },
  { color: '#23415e', name: 'Navy' },
  { color: '#4a2f4d', name: 'Plum' },
  { color: '#5b2433', name: 'Wine' },
  { color: '#2f4d36', name: 'Forest' },
  { color: '#4d3b2f', name: 'Walnut' },
  { color: '#2b2b2b', name: 'Charcoal' },
] as const;
const standard = swatches[0].color;

interface FormColorProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** No overlay, so that the preview stays visible. */
const FormColor = ({ value, error, onChange }: FormColorProps) => {
  const color = value.trim().toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(color);
  return (
    <div className={classes.color}>
      <TextInput
        label="Color"
        description="Used for buttons, links and the header. Leave blank for the default."
        placeholder={standard}
        value={value}
        error={(isColor ? whyUnreadable(color) : undefined) ?? error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <fieldset className={classes.swatches}>
        <VisuallyHidden component="legend">Suggested colors</VisuallyHidden>
        {swatches.map((one) => (
          <button
            key={one.color}
            type="button"
            aria-label={one.name}
            title={one.name}
            aria-pressed={one.color === color}
            className={classes.swatch}
            style={{ background: one.color }}
            onClick={() => onChange(one.color)}
          >
            {one.color === color && <IconCheck size={20} aria-hidden />}
          </button>
        ))}
        <label className={classes.other}>
          <input
            type="color"
            className={classes.picker}
            value={isColor ? color : standard}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          Another color
        </label>
      </fieldset>
    </div>
  );
};

interface CemeteriesEditorProps {
  /** Null for the standard list. */
  rows: readonly CemeteryRow[] | null;
  errors: DraftErrors;
  inSpanish: boolean;
  /** The home's state, where most of its cemeteries are. */
  state: string;
  onChange: (rows: readonly CemeteryRow[] | null) => void;
}

const columns = [
  { name: 'name', label: 'Name', max: 100 },
  { name: 'cost', label: 'Approximate cost ($)', max: 16 },
  { name: 'street', label: 'Street', max: 100 },
  { name: 'city', label: 'City', max: 100 },
  { name: 'zip', label: 'ZIP', max: 10 },
  { name: 'note', label: 'Cost note', max: 60 },
] as const;
const spanishColumns = [...columns, { name: 'note_spanish', label: 'Note in Spanish', max: 60 }] as const;

/** The choices undecided and Other are always offered too. */
export const CemeteriesEditor = ({ rows, errors, inSpanish, state, onChange }: CemeteriesEditorProps) => {
  const write = (key: string, change: Partial<CemeteryRow>) =>
    onChange(rows?.map((row) => (row.key === key ? { ...row, ...change } : row)) ?? null);
  return (
    <>
      <Switch
        label="List our own cemeteries"
        description="“Not decided, or no burial” and “Other” are always included."
        checked={rows !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? [emptyCemetery(state)] : null)}
      />
      {errors.cemeteries && <p className={classes.error}>{errors.cemeteries}</p>}
      <ol className={classes.rows}>
        {(rows ?? []).map((row, at) => (
          <li key={row.key} className={classes.row}>
            <div className={classes.grid}>
              {(inSpanish ? spanishColumns : columns).map(({ name, label, max }) => (
                <TextInput
                  key={name}
                  label={label}
                  aria-label={`${label} of cemetery ${at + 1}`}
                  maxLength={max}
                  inputMode={name === 'cost' ? 'decimal' : undefined}
                  value={row[name]}
                  error={errors[`cemeteries.${at}.${name}`]}
                  onChange={({ currentTarget: { value } }) => write(row.key, { [name]: value })}
                />
              ))}
              <NativeSelect
                label="State"
                aria-label={`State of cemetery ${at + 1}`}
                data={[...jurisdictionOptions]}
                value={row.state}
                onChange={({ currentTarget: { value } }) => write(row.key, { state: value })}
              />
            </div>
            <IconButton
              icon={IconTrash}
              color="gray"
              label={`Remove cemetery ${at + 1}`}
              onClick={() => onChange((rows ?? []).filter(({ key }) => key !== row.key))}
            />
          </li>
        ))}
      </ol>
      {rows && rows.length < maxCemeteries && (
        <Button variant="default" onClick={() => onChange([...rows, emptyCemetery(state)])}>
          Add a cemetery
        </Button>
      )}
    </>
  );
};

interface FormFieldsProps {
  kind: FormKind;
  draft: FormDraft;
  errors: DraftErrors;
  /** A published address never changes. */
  isFixed: boolean;
  home: Pick<FuneralHome, 'slug' | 'state'>;
  onChange: (change: Partial<FormDraft>) => void;
}

export const FormFields = ({ kind, draft, errors, isFixed, home, onChange }: FormFieldsProps) => {
  const { spanish } = draft;
  // A person who plans ahead is not bereaved.
  const firstWordsLabel = kind === 'pre_need' ? 'Opening message' : 'Condolence message';
  const text = (name: 'name' | 'slug' | 'title' | 'emergency_phone') => ({
    value: draft[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => onChange({ [name]: value }),
  });
  const words = (name: 'condolence_message' | 'notice') => ({
    value: draft[name],
    error: errors[name],
    autosize: true,
    minRows: 2,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLTextAreaElement }) => onChange({ [name]: value }),
  });
  const inSpanish = (texts: SpanishTexts, name: keyof SpanishTexts) => ({
    value: texts[name],
    error: errors[`spanish.${name}`],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange({ spanish: { ...texts, [name]: value } }),
  });
  return (
    <div className={classes.fields}>
      <section className={classes.group} aria-label="Name and address">
        <TextInput label="Name" description="Internal name. Families do not see it." maxLength={80} {...text('name')} />
        {draft.slug !== 'main' && (
          <TextInput
            label="Address"
            description={
              isFixed
                ? 'This address was published and cannot be changed; it may be printed.'
                : `Families find it at /${home.slug}/${draft.slug}`
            }
            disabled={isFixed}
            maxLength={40}
            {...text('slug')}
          />
        )}
      </section>
      <section className={classes.group}>
        <h3 className={classes.title}>Introduction</h3>
        <Switch
          label="Add Spanish translations"
          description="Shown to families using Spanish. Anything without a translation appears in English, except the condolence message."
          checked={spanish !== null}
          onChange={({ currentTarget: { checked } }) => onChange({ spanish: checked ? noSpanish : null })}
        />
        <TextInput label="Title" maxLength={80} {...text('title')} />
        {spanish && <TextInput label="Title in Spanish" lang="es" maxLength={80} {...inSpanish(spanish, 'title')} />}
        <Textarea
          label={firstWordsLabel}
          description={
            kind === 'pre_need'
              ? 'Leave blank for the default thank-you message.'
              : 'Leave blank to use the public page message.'
          }
          maxLength={500}
          {...words('condolence_message')}
        />
        {spanish && (
          <Textarea
            label={`${firstWordsLabel} in Spanish`}
            description="Leave blank for the default Spanish message."
            {...{ lang: 'es', maxLength: 500, autosize: true, minRows: 2 }}
            {...inSpanish(spanish, 'condolence_message')}
          />
        )}
        <Textarea label="Notice" description="A banner above the form." maxLength={300} {...words('notice')} />
        {spanish && (
          <Textarea
            label="Notice in Spanish"
            {...{ lang: 'es', maxLength: 300, autosize: true, minRows: 2 }}
            {...inSpanish(spanish, 'notice')}
          />
        )}
        <TextInput
          label="Emergency phone (24/7)"
          description="Leave blank to use the location’s."
          type="tel"
          {...text('emergency_phone')}
        />
        <Switch
          label="Show logo"
          checked={draft.show_logo}
          onChange={({ currentTarget: { checked } }) => onChange({ show_logo: checked })}
        />
        <FormColor value={draft.color} error={errors.color} onChange={(color) => onChange({ color })} />
      </section>
      {kind === 'at_need' ? (
        <ReportParts draft={draft} errors={errors} home={home} onChange={onChange} />
      ) : (
        <section className={classes.group}>
          <h3 className={classes.title}>Questions</h3>
          <p className={classes.quiet}>{alwaysAsked[kind]} You choose all other questions.</p>
        </section>
      )}
      <section className={classes.group}>
        <h3 className={classes.title}>Your own questions</h3>
        <QuestionsEditor
          rows={draft.questions}
          errors={errors}
          inSpanish={spanish !== null}
          onChange={(questions) => onChange({ questions })}
        />
      </section>
    </div>
  );
};

const alwaysAsked: Record<InquiryKind, string> = {
  pre_need: 'Name, email, phone, best time to call and message are always included.',
  obituary:
    'The sender’s name and contact information, the deceased’s name, and dates of birth and death are always included.',
};

const ReportParts = ({ draft, errors, home, onChange }: Omit<FormFieldsProps, 'kind' | 'isFixed'>) => {
  const { spanish } = draft;
  return (
    <>
      <section className={classes.group}>
        <h3 className={classes.title}>Questions</h3>
        <p className={classes.quiet}>
          Questions required for the death certificate are always included. You can leave out:
        </p>
        {optionalParts.map((part) => (
          <Checkbox
            key={part}
            label={partLabels[part].label}
            description={partLabels[part].silent}
            checked={!draft.switched_off.includes(part)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                switched_off: checked
                  ? draft.switched_off.filter((one) => one !== part)
                  : [...draft.switched_off, part],
              })
            }
          />
        ))}
        <Switch
          label="Ask how many certified copies the family wants"
          checked={draft.copies !== null}
          onChange={({ currentTarget: { checked } }) => onChange({ copies: checked ? '' : null })}
        />
        {draft.copies !== null && (
          <NumberInput
            label="Typical number"
            description="Shown to families as guidance. Leave blank to hide."
            min={0}
            max={maxCopies}
            allowDecimal={false}
            value={draft.copies}
            error={errors.certificate_copies}
            onChange={(value) => onChange({ copies: String(value) })}
          />
        )}
      </section>
      {!draft.switched_off.includes('cemetery') && (
        <section className={classes.group}>
          <h3 className={classes.title}>Cemeteries</h3>
          <CemeteriesEditor
            state={home.state || 'FL'}
            rows={draft.cemeteries}
            errors={errors}
            inSpanish={spanish !== null}
            onChange={(cemeteries) => onChange({ cemeteries })}
          />
        </section>
      )}
    </>
  );
};
