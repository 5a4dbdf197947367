import { useState } from 'react';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { FieldList } from '../ui/fields/field-list.tsx';
import { SectionCard } from '../ui/page/section-card.tsx';

/** Which form was answered, in which language, and the answers to the home's own questions. */
export const OwnAnswers = ({ submission }: { submission: Submission }) => {
  const { managed_form, extra_answers, language } = submission;
  const [open, setOpen] = useState(true);
  if (!managed_form) return null;
  const asked = extra_answers.map(({ id, question }) => ({ name: id, label: question, kind: 'text' }) as const);
  const fields = [...asked, { name: 'language', label: 'Read in', kind: 'text' } as const];
  const answers = Object.fromEntries(extra_answers.map(({ id, answer }) => [id, answer]));
  return (
    <SectionCard
      id="own-answers"
      title={`Form “${managed_form.name}”, version ${managed_form.version}`}
      summary={asked.length === 0 ? 'No questions of your own answered' : undefined}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <FieldList fields={fields} values={{ ...answers, language: languageLabels[language] }} />
    </SectionCard>
  );
};
