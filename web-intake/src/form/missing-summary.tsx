import type { RefObject } from 'react';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { focusField } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';
import { type FormSection, type Gap, gapsOf } from './gaps.ts';

/** Up to this many gaps are listed one by one even before the family tries to submit. */
const listedAtOnce = 12;

/** What is still missing, with a way to each field: a disabled button alone would not say why. */
export function MissingSummary({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const store = useFormStore();
  const attempted = useFormSnapshot((snapshot) => snapshot.attempted);
  // What is open follows these two alone, not every keystroke.
  useFormSnapshot((snapshot) => snapshot.problems);
  useFormSnapshot((snapshot) => snapshot.refused);
  const open = intakeSections
    .map((section) => ({ section, gaps: gapsOf(section, store.get()) }))
    .filter(({ gaps }) => gaps.length > 0);
  const count = open.reduce((sum, { gaps }) => sum + gaps.length, 0);
  if (count === 0) return null;
  return (
    <section className={attempted ? 'missing missing-attempted' : 'missing'} aria-labelledby="missing-title">
      <h2 id="missing-title" ref={heading} tabIndex={-1}>
        {title(open.flatMap(({ gaps }) => gaps))}
      </h2>
      <ul>
        {open.map(({ section, gaps }) => (
          <li key={section.id}>
            <SectionGaps section={section} gaps={gaps} unfolded={attempted || count <= listedAtOnce} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const title = (gaps: readonly Gap[]): string => {
  const one = gaps.length === 1;
  const missingOnly = gaps.every(({ message }) => message === undefined);
  const rest = missingOnly
    ? one
      ? 'is still needed'
      : 'are still needed'
    : `${one ? 'needs' : 'need'} your attention`;
  return `${one ? 'One answer' : `${gaps.length} answers`} ${rest}`;
};

function SectionGaps({ section, gaps, unfolded }: { section: FormSection; gaps: Gap[]; unfolded: boolean }) {
  return (
    <details open={unfolded}>
      <summary>
        {section.title} <span className="left">{gaps.length} left</span>
      </summary>
      <ul>
        {gaps.map(({ name, label, message }) => (
          <li key={name}>
            <a
              className="gap-link"
              href={`#field-${name}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
            >
              {label}
            </a>
            {message && <span className="gap-message">{message}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
