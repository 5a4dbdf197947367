import type { RefObject } from 'react';
import { fillRequiredFields } from '#domain/intake/intake-form.ts';
import { ErrorIcon, MissingIcon } from '../icons.tsx';
import { t } from '../language.ts';
import { goTo, type Step, stepHref } from '../steps.ts';
import { focusField } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';
import { type FormSection, type Gap, missingAnswers, sectionsOf, titleOf } from './missing-answers.ts';

/** Up to this many gaps are listed one by one; of more, sections alone are named: nobody reads fifty lines. */
const listedAtMost = 12;

/** What still keeps the report from being sent, with the way to each answer. */
export function MissingAnswersPanel({ step, heading }: { step: Step; heading: RefObject<HTMLHeadingElement | null> }) {
  const store = useFormStore();
  const attempted = useFormSnapshot((snapshot) => snapshot.attempted);
  // What is open follows these two alone, not every keystroke.
  useFormSnapshot((snapshot) => snapshot.problems);
  useFormSnapshot((snapshot) => snapshot.refused);
  if (!attempted) return null;
  const snapshot = store.get();
  const open = sectionsOf(snapshot)
    .map((section) => ({ section, gaps: missingAnswers(section, snapshot) }))
    .filter(({ gaps }) => gaps.length > 0);
  const count = open.reduce((sum, { gaps }) => sum + gaps.length, 0);
  if (count === 0) return null;
  const isShort = count <= listedAtMost;
  return (
    <section className="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title" ref={heading} tabIndex={-1}>
        {count === 1
          ? t('Almost there: one answer')
          : t(isShort ? 'Almost there: {0} answers' : '{0} answers are still needed', count)}
      </h2>
      <p>
        <strong>{t(fillRequiredFields)}</strong>
        <br />
        {t('Where you cannot know, “I don’t know” or “Unknown” counts.')}
      </p>
      <ul>
        {open.flatMap(({ section, gaps }) =>
          isShort
            ? gaps.map((gap) => <GapLink key={gap.name} gap={gap} section={section} step={step} />)
            : [
                <SectionGaps
                  key={section.id}
                  title={titleOf(section, snapshot)}
                  section={section}
                  gaps={gaps}
                  step={step}
                />,
              ],
        )}
      </ul>
    </section>
  );
}

const goToGap = (step: Step, { id }: FormSection, name: string): void =>
  id === step ? focusField(name) : goTo(id, name);

interface GapLinkProps {
  gap: Gap;
  section: FormSection;
  step: Step;
}

function GapLink({ gap: { name, label, wrong }, section, step }: GapLinkProps) {
  return (
    <li>
      <a
        href={stepHref(section.id)}
        className={wrong ? 'gap gap-wrong' : 'gap'}
        onClick={(event) => {
          event.preventDefault();
          goToGap(step, section, name);
        }}
      >
        {wrong ? <ErrorIcon /> : <MissingIcon />}
        <span>{label}</span>
        <em>{t(wrong ? 'please check' : 'still needed')}</em>
      </a>
    </li>
  );
}

interface SectionGapsProps {
  title: string;
  section: FormSection;
  gaps: readonly Gap[];
  step: Step;
}

function SectionGaps({ title, section, gaps, step }: SectionGapsProps) {
  return (
    <li>
      <a
        href={stepHref(section.id)}
        className="gap"
        onClick={(event) => {
          event.preventDefault();
          goToGap(step, section, gaps[0]?.name ?? '');
        }}
      >
        <MissingIcon />
        <span>{title}</span>
        <em>{t('{0} needed', gaps.length)}</em>
      </a>
    </li>
  );
}
