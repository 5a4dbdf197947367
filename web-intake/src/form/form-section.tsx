import { Fragment, memo, useLayoutEffect, useRef } from 'react';
import { isShown } from '#domain/intake/intake.rules.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { AgeNote } from './age-note.tsx';
import type { FormFieldData } from './controls.tsx';
import { FieldFrame } from './field-frame.tsx';
import { useFormSnapshot, useFormStore } from './form-store.ts';
import { countGaps, type FormSection as SectionData, sectionAnchor } from './gaps.ts';
import { Shortcut } from './shortcut.tsx';
import { readTypedEarly } from './typed-early.ts';

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

/** 'Section X of N' with its fields (D1 §2). */
export const FormSection = memo(function FormSection({ section }: { section: SectionData }) {
  const store = useFormStore();
  const element = useRef<HTMLElement>(null);
  // Before the first paint of the section alive: from then on its controls show what the store holds.
  useLayoutEffect(() => {
    const typed = element.current ? readTypedEarly(element.current, section) : {};
    if (Object.keys(typed).length > 0) store.fill(typed);
  }, [section, store]);
  const anchor = sectionAnchor(section);
  return (
    <section ref={element} className="card form-section" id={anchor} aria-labelledby={`${anchor}-title`} tabIndex={-1}>
      <div className="section-head">
        <h2 id={`${anchor}-title`}>
          <span className="section-number">
            Section {section.number} of {intakeSections.length}
          </span>{' '}
          {section.title}
        </h2>
        <SectionState section={section} />
      </div>
      {section.description && <p className="section-description">{section.description}</p>}
      {runsOf(section).map((run) => (
        <RunView key={run.fields[0]?.name} run={run} section={section} />
      ))}
    </section>
  );
});

function RunView({ run, section }: { run: Run; section: SectionData }) {
  const shown = useFormSnapshot(({ values, today }) => run.fields.some((field) => isShown(field, values, today)));
  if (!shown) return null;
  const fields = run.fields.map((field) => (
    <Fragment key={field.name}>
      {section.shortcuts
        ?.filter(({ before }) => before === field.name)
        .map((shortcut) => (
          <Shortcut key={shortcut.label} shortcut={shortcut} />
        ))}
      <FieldFrame field={field} />
      {field.name === 'date_of_death' && <AgeNote />}
    </Fragment>
  ));
  if (!run.group) return <div className="fields">{fields}</div>;
  return (
    <fieldset className="group">
      <legend>{run.group}</legend>
      <div className="fields">{fields}</div>
    </fieldset>
  );
}

function SectionState({ section }: { section: SectionData }) {
  const left = useFormSnapshot((snapshot) => countGaps(section, snapshot));
  return (
    <span className={left ? 'section-state' : 'section-state section-complete'}>
      {left ? `${left} to fill in` : 'Complete'}
    </span>
  );
}
