import { useState } from 'react';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { FieldList } from '../../ui/fields/field-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

/** The answers to the home's own questions, under the words in which the family was asked. */
export const OwnAnswers = ({ submission: { managed_form, extra_answers } }: { submission: Submission }) => {
  const [open, setOpen] = useState(true);
  if (!managed_form) return null;
  const fields = extra_answers.map(({ id, question }) => ({ name: id, label: question, kind: 'text' }) as const);
  const values = Object.fromEntries(extra_answers.map(({ id, answer }) => [id, answer]));
  return (
    <SectionCard
      id="own-answers"
      title={`Form “${managed_form.name}”, version ${managed_form.version}`}
      summary={fields.length === 0 ? 'No questions of your own answered' : undefined}
      open={open && fields.length > 0}
      onToggle={() => setOpen(!open)}
    >
      <FieldList fields={fields} values={values} />
    </SectionCard>
  );
};
