import { useRef } from 'react';
import { Check, ExpandIcon } from '../icons.tsx';
import { t } from '../language.ts';
import { type Step, stepHref } from '../steps.ts';
import { type FormSnapshot, useFormSnapshot } from './form-store.ts';
import { countGaps, type FormSection, titleOf, useSections } from './missing-answers.ts';

/** How a section stands, for its mark: being filled in, done, named among the gaps, or still to come. */
const markOf = (section: FormSection, step: Step, snapshot: FormSnapshot): 'here' | 'done' | 'missing' | 'open' => {
  if (section.id === step) return 'here';
  if (countGaps(section, snapshot) === 0) return 'done';
  return snapshot.attempted ? 'missing' : 'open';
};

/** The bar over a section on a phone: where the family is, how far, and the way to every other section. */
export function SectionBar({ step }: { step: Step }) {
  const sections = useSections();
  const box = useRef<HTMLDetailsElement>(null);
  const fold = () => {
    if (box.current) box.current.open = false;
  };
  const at = sections.findIndex(({ id }) => id === step);
  const section = sections[at];
  const title = useFormSnapshot((snapshot) => (section ? titleOf(section, snapshot) : ''));
  return (
    <nav
      className="bar"
      aria-label={t('Sections of this form')}
      onKeyDown={(event) => event.key === 'Escape' && fold()}
    >
      <details ref={box} key={step}>
        <summary>
          <span className="where">
            {t('Section {0} of {1}', at + 1, sections.length)} · <b>{title}</b>
          </span>
          <ExpandIcon />
          <span className="hidden-text">{t('Show all sections')}</span>
        </summary>
        <SectionList step={step} onFollowed={fold} />
      </details>
      <Meter step={step} />
    </nav>
  );
}

/** The column beside a section on a wide screen. */
export function SectionColumn({ step }: { step: Step }) {
  const sections = useSections();
  const complete = useFormSnapshot((snapshot) => sections.filter((one) => countGaps(one, snapshot) === 0).length);
  return (
    <nav className="panel column" aria-label={t('Sections of this form')}>
      <p className="column-head" role="status">
        {t('{0} of {1} sections complete', complete, sections.length)}
      </p>
      <Meter step={step} />
      <SectionList step={step} />
    </nav>
  );
}

function Meter({ step }: { step: Step }) {
  const sections = useSections();
  return (
    <div className="meter" aria-hidden="true">
      {sections.map((section) => (
        <MeterPart key={section.id} section={section} step={step} />
      ))}
    </div>
  );
}

function MeterPart({ section, step }: { section: FormSection; step: Step }) {
  const mark = useFormSnapshot((snapshot) => markOf(section, step, snapshot));
  return <i className={`meter-${mark}`} />;
}

function SectionList({ step, onFollowed }: { step: Step; onFollowed?: () => void }) {
  const sections = useSections();
  return (
    <ol className="section-list">
      {sections.map((section, index) => (
        <SectionLink key={section.id} section={section} number={index + 1} step={step} onFollowed={onFollowed} />
      ))}
    </ol>
  );
}

interface SectionLinkProps {
  section: FormSection;
  number: number;
  step: Step;
  onFollowed?: (() => void) | undefined;
}

function SectionLink({ section, number, step, onFollowed }: SectionLinkProps) {
  const left = useFormSnapshot((snapshot) => countGaps(section, snapshot));
  const title = useFormSnapshot((snapshot) => titleOf(section, snapshot));
  const done = left === 0;
  return (
    <li>
      <a
        href={stepHref(section.id)}
        aria-current={section.id === step ? 'step' : undefined}
        className={done ? 'done' : undefined}
        onClick={onFollowed}
      >
        <span className="dot" aria-hidden="true">
          {done ? <Check /> : number}
        </span>
        <span className="section-title">{title}</span>
        <span className="left">
          {done ? <span className="hidden-text">{t('complete')}</span> : t('{0} left', left)}
        </span>
      </a>
    </li>
  );
}
