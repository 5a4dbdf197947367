import type { FuneralHome } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { whyUnreadable } from '#domain/managed-forms/form-colors.ts';
import { questionFields } from '#domain/managed-forms/form-questions.ts';
import { leftOut } from '#domain/managed-forms/form-shape.ts';
import { FieldInput } from '../../../ui/fields/field-input.tsx';
import { PublicPreview } from '../public-preview.tsx';
import { askedQuestions, type FormDraft } from './form-draft.ts';
import classes from './forms.module.css';

const hex = /^#[0-9a-f]{6}$/;

/** What families would see of the draft: its head, its sections as they remain, and its own questions. */
export const FormPreview = ({ home, draft }: { home: FuneralHome; draft: FormDraft }) => {
  const color = draft.color.trim().toLowerCase();
  const worn = hex.test(color) && !whyUnreadable(color) ? color : undefined;
  const left = leftOut({ switched_off: draft.switched_off, cemeteries: null }, {});
  const sections = intakeSections.filter(({ fields }) => fields.some(({ name }) => !left.has(name)));
  const copies = draft.copies === null ? null : Number(draft.copies || 0);
  const questions = questionFields({ questions: askedQuestions(draft), certificate_copies: copies });
  const titles = sections.map(({ title }) => title);
  if (questions.length) titles.splice(-1, 0, 'A few questions of ours');
  return (
    <div className={classes.preview}>
      <PublicPreview
        name={home.name}
        phone={home.phone}
        logo_url={draft.show_logo ? home.logo_url : null}
        emergency_phone={draft.emergency_phone.trim() || home.emergency_phone}
        condolence_message={draft.condolence_message.trim() || home.condolence_message}
        title={draft.title.trim() || undefined}
        notice={draft.notice.trim() || undefined}
        color={worn}
      >
        <ol className={classes.sections}>
          {titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ol>
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
