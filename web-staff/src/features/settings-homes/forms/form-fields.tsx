import { Checkbox, ColorInput, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { whyUnreadable } from '#domain/managed-forms/form-colors.ts';
import { mostCopies } from '#domain/managed-forms/form-questions.ts';
import { optionalParts } from '#domain/managed-forms/form-shape.ts';
import { CemeteriesEditor } from './cemeteries-editor.tsx';
import type { DraftFaults, FormDraft } from './form-draft.ts';
import { partLabels } from './form-text.tsx';
import classes from './forms.module.css';
import { QuestionsEditor } from './questions-editor.tsx';

interface FormFieldsProps {
  draft: FormDraft;
  faults: DraftFaults;
  /** The address was published and stays. */
  isFixed: boolean;
  homeSlug: string;
  onChange: (change: Partial<FormDraft>) => void;
}

/** Colors that can be read, to begin with. */
const swatches = ['#2f4a4d', '#23415e', '#4a2f4d', '#5b2433', '#2f4d36', '#4d3b2f', '#2b2b2b'];

/** Everything that a home settles about a form. */
export const FormFields = ({ draft, faults, isFixed, homeSlug, onChange }: FormFieldsProps) => {
  const color = draft.color.trim().toLowerCase();
  const unreadable = /^#[0-9a-f]{6}$/.test(color) ? whyUnreadable(color) : undefined;
  const text = (name: 'name' | 'slug' | 'title' | 'emergency_phone') => ({
    value: draft[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => onChange({ [name]: value }),
  });
  const words = (name: 'condolence_message' | 'notice') => ({
    value: draft[name],
    error: faults[name],
    autosize: true,
    minRows: 2,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLTextAreaElement }) => onChange({ [name]: value }),
  });
  return (
    <div className={classes.fields}>
      <section className={classes.group} aria-label="Name and address">
        <TextInput label="Name" description="For your team: families do not see it." maxLength={80} {...text('name')} />
        {draft.slug !== 'main' && (
          <TextInput
            label="Address"
            description={
              isFixed
                ? 'It was published and stays as it is: it may stand on paper.'
                : `Families find it at /${homeSlug}/${draft.slug}`
            }
            disabled={isFixed}
            maxLength={40}
            {...text('slug')}
          />
        )}
      </section>
      <section className={classes.group}>
        <h3 className={classes.title}>What families see first</h3>
        <TextInput label="Title" maxLength={80} {...text('title')} />
        <Textarea
          label="Condolence message"
          description="Empty: what the home says on its public page."
          maxLength={500}
          {...words('condolence_message')}
        />
        <Textarea label="Notice" description="A banner above the form." maxLength={300} {...words('notice')} />
        <TextInput
          label="Emergency phone, day and night"
          description="Empty: the home’s own."
          type="tel"
          {...text('emergency_phone')}
        />
        <Switch
          label="Show the home’s logo"
          checked={draft.show_logo}
          onChange={({ currentTarget: { checked } }) => onChange({ show_logo: checked })}
        />
        <ColorInput
          label="Color"
          description="Of buttons, links and the head. Empty: the standard one."
          placeholder="#2f4a4d"
          swatches={swatches}
          swatchesPerRow={7}
          withEyeDropper={false}
          value={draft.color}
          error={unreadable ?? faults.color}
          onChange={(value) => onChange({ color: value })}
        />
      </section>
      <section className={classes.group}>
        <h3 className={classes.title}>What is asked</h3>
        <p className={classes.quiet}>
          What the law needs for the certificate is always asked. These parts may be left out:
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
          label="Ask how many certified copies of the certificate are wanted"
          checked={draft.copies !== null}
          onChange={({ currentTarget: { checked } }) => onChange({ copies: checked ? '' : null })}
        />
        {draft.copies !== null && (
          <NumberInput
            label="Usual number"
            description="Said to families as a help; empty says nothing."
            min={0}
            max={mostCopies}
            allowDecimal={false}
            value={draft.copies}
            error={faults.certificate_copies}
            onChange={(value) => onChange({ copies: String(value) })}
          />
        )}
      </section>
      {!draft.switched_off.includes('cemetery') && (
        <section className={classes.group}>
          <h3 className={classes.title}>Cemeteries</h3>
          <CemeteriesEditor
            rows={draft.cemeteries}
            faults={faults}
            onChange={(cemeteries) => onChange({ cemeteries })}
          />
        </section>
      )}
      <section className={classes.group}>
        <h3 className={classes.title}>Your own questions</h3>
        <QuestionsEditor rows={draft.questions} faults={faults} onChange={(questions) => onChange({ questions })} />
      </section>
    </div>
  );
};
