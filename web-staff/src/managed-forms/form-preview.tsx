import { Switch } from '@mantine/core';
import { useState } from 'react';
import { firstWords } from '#domain/intake/condolence.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { intakeSubject, sectionTitle } from '#domain/intake/intake-wording.ts';
import { whyUnreadable } from '#domain/managed-forms/form-colors.ts';
import type { FormKind } from '#domain/managed-forms/form-kinds.ts';
import { leftOut } from '#domain/managed-forms/form-options.ts';
import { questionFields } from '#domain/managed-forms/form-questions.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { PublicPreview } from '../organizations/parts/public-preview.tsx';
import { FieldInput } from '../ui/fields/field-input.tsx';
import { askedQuestions, type CemeteryRow, type FormDraft } from './form-draft.ts';
import classes from './forms.module.css';

const hex = /^#[0-9a-f]{6}$/;

/** What families would see of the draft: its head, its sections as they remain, and its own questions. */
export const FormPreview = ({ home, kind, draft }: { home: FuneralHome; kind: FormKind; draft: FormDraft }) => {
  const [inSpanish, setInSpanish] = useState(false);
  const spanish = inSpanish ? draft.spanish : null;
  const color = draft.color.trim().toLowerCase();
  const worn = hex.test(color) && !whyUnreadable(color) ? color : undefined;
  const left = leftOut({ kind, switched_off: draft.switched_off, cemeteries: null }, {});
  const sections = intakeSections.filter(({ fields }) => fields.some(({ name }) => !left.has(name)));
  const copies = draft.copies === null ? null : Number(draft.copies || 0);
  const questions = questionFields(
    { questions: askedQuestions(draft), certificate_copies: copies },
    spanish ? 'es' : 'en',
  );
  const titles = sections.map((section) => sectionTitle(section, intakeSubject({}, '', kind)));
  if (questions.length) titles.splice(-1, 0, 'A few questions of ours');
  return (
    <div className={classes.preview}>
      {draft.spanish && (
        <Switch
          label="Preview in Spanish"
          checked={inSpanish}
          onChange={({ currentTarget: { checked } }) => setInSpanish(checked)}
        />
      )}
      <PublicPreview
        name={home.name}
        phone={home.phone}
        logo_url={draft.show_logo ? home.logo_url : null}
        emergency_phone={draft.emergency_phone.trim() || home.emergency_phone}
        condolence_message={
          spanish
            ? spanish.condolence_message.trim() || firstWords[kind]
            : draft.condolence_message.trim() ||
              (kind === 'pre_need' ? firstWords.pre_need : (home.condolence_message ?? firstWords[kind]))
        }
        title={spanish?.title.trim() || draft.title.trim() || undefined}
        notice={spanish?.notice.trim() || draft.notice.trim() || undefined}
        color={worn}
      >
        {spanish ? (
          <p>What every form says is in Spanish as well. Here are your own words.</p>
        ) : (
          <ol className={classes.sections}>
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
        )}
        {draft.cemeteries && !left.has('cemetery_choice') && (
          <PreviewCemeteries rows={draft.cemeteries} inSpanish={spanish !== null} />
        )}
        {questions.length > 0 && (
          <div className={classes.asked} inert>
            {questions.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value=""
                required={field.requiredIf === true}
                onChange={() => undefined}
              />
            ))}
          </div>
        )}
      </PublicPreview>
    </div>
  );
};

/** The home's own cemeteries, with what families see beside each. */
const PreviewCemeteries = ({ rows, inSpanish }: { rows: readonly CemeteryRow[]; inSpanish: boolean }) => (
  <ul className={classes.costs}>
    {rows
      .filter(({ name }) => name.trim())
      .map(({ key, name, city, cost, note, note_spanish }) => {
        const cents = parseMoney(cost);
        const said = (inSpanish && note_spanish.trim()) || note.trim();
        const about = inSpanish ? 'unos' : 'about';
        return (
          <li key={key}>
            <span>
              {name} <small>{city}</small>
            </span>
            <span>{said || (cents !== null && `${about} ${formatMoney(cents).replace('.00', '')}`)}</span>
          </li>
        );
      })}
  </ul>
);
