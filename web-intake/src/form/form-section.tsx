import { Fragment, memo } from 'react';
import { phrase } from '#domain/intake/intake-wording.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { zipBeforeCity } from '#domain/shared/forms/addresses.ts';
import { t, useLanguage } from '../language.ts';
import type { FormFieldData } from './field-data.ts';
import { FieldFrame } from './field-frame.tsx';
import { useFormSnapshot } from './form-store.ts';
import type { FormSection as SectionData } from './missing-answers.ts';
import { Shortcut } from './shortcut.tsx';

interface Run {
  group: string | undefined;
  fields: FormFieldData[];
}

/** Consecutive fields of one group. */
const runsOf = ({ fields }: SectionData): Run[] => {
  const runs: Run[] = [];
  for (const field of fields) {
    const last = runs.at(-1);
    if (last && last.group === field.group) last.fields.push(field);
    else runs.push({ group: field.group, fields: [field] });
  }
  return runs;
};

/** The fields of a section, group by group. */
export const SectionFields = memo(function SectionFields({ section }: { section: SectionData }) {
  useLanguage();
  return runsOf(section).map((run) => <RunView key={run.fields[0]?.name} run={run} section={section} />);
});

function RunView({ run, section }: { run: Run; section: SectionData }) {
  const shown = useFormSnapshot(({ report, today, left }) =>
    run.fields.some((field) => isQuestionShown(field, report, today, left)),
  );
  const about = useFormSnapshot((snapshot) => snapshot.about);
  const left = useFormSnapshot((snapshot) => snapshot.left);
  if (!shown) return null;
  const fields = zipBeforeCity(run.fields).map((field) => (
    <Fragment key={field.name}>
      {section.shortcuts
        ?.filter(({ before }) => before === field.name && !left.has(before))
        .map((shortcut) => (
          <Shortcut key={shortcut.label} shortcut={shortcut} label={t(phrase(shortcut.label, about))} />
        ))}
      <FieldFrame field={field} />
    </Fragment>
  ));
  if (!run.group) return <div className="fields">{fields}</div>;
  // The details of another cemetery open beneath the choice that asks for them.
  const isOpened = run.group === 'The cemetery';
  return (
    <fieldset className={isOpened ? 'group group-opened' : 'group'}>
      <legend className={isOpened ? 'hidden-text' : undefined}>{t(phrase(run.group, about))}</legend>
      <div className="fields">{fields}</div>
    </fieldset>
  );
}
