import { Fragment, type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react';
import { fillRequiredFields } from '#domain/intake/intake.rules.ts';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import { phrase, sectionDescription } from '#domain/intake/intake-wording.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { zipBeforeCity } from '#domain/shared/forms/addresses.ts';
import { loadBotCheck } from '../bot-check.ts';
import { locale, t, useLanguage } from '../language.ts';
import { Check, ErrorIcon, MissingIcon } from '../site-header.tsx';
import { consumeFocusTarget, goTo, later, nameStep, type Step, stepHref } from '../steps.ts';
import { FieldFrame } from './field-frame.tsx';
import { focusField, focusNext } from './focus-field.ts';
import { fillsAsked, isOffered, useFormSnapshot, useFormStore } from './form-store.ts';
import type { FormFieldData } from './funeral-home-form.ts';
import {
  countGaps,
  type FormSection,
  type Gap,
  missingAnswers,
  type FormSection as SectionData,
  sectionsOf,
  titleOf,
  useSections,
} from './missing-answers.ts';

const listedAtMost = 12;

export function MissingAnswersPanel({ step, heading }: { step: Step; heading: RefObject<HTMLHeadingElement | null> }) {
  const store = useFormStore();
  const attempted = useFormSnapshot((snapshot) => snapshot.attempted);
  // The open gaps depend on these two, not on every keystroke.
  useFormSnapshot((snapshot) => snapshot.problems);
  useFormSnapshot((snapshot) => snapshot.serverErrors);
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
          ? t('Almost done: 1 answer left')
          : t(isShort ? 'Almost done: {0} answers left' : '{0} answers still needed', count)}
      </h2>
      <p>
        <strong>{t(fillRequiredFields)}</strong>
        <br />
        {t('If you can’t find out, “I don’t know” or “Unknown” is fine.')}
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
        <em>{t(wrong ? 'check this' : 'needed')}</em>
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

/** Returns the family's word for their device. */
export const deviceName = (): string => {
  const touched = window.matchMedia?.('(pointer: coarse)').matches;
  if (!touched) return 'computer';
  return window.innerWidth < 700 ? 'phone' : 'device';
};

export function SavedLine({ savedAt, withSsn }: { savedAt: Date | undefined; withSsn: boolean }) {
  const time = savedAt?.toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' });
  return (
    <p className="saved" role="status">
      {savedAt && (
        <>
          <Check />
          <span>
            <b>{t(`Saved on this ${deviceName()} at {0}.`, time ?? '')}</b>{' '}
            {withSsn && t('For privacy, the Social Security Number is not saved. You will need to enter it again.')}
          </span>
        </>
      )}
    </p>
  );
}

/**
 * While it is checked its fields follow their sources on every page. Editing a filled field unchecks it; unchecking it
 * empties what it filled.
 */
function Shortcut({ shortcut, label }: { shortcut: IntakeShortcut; label: string }) {
  const store = useFormStore();
  const isShown = useFormSnapshot(({ values }) => isOffered(shortcut, values));
  const ticked = useFormSnapshot((snapshot) => snapshot.ticked.has(shortcut));
  if (!isShown) return null;
  return (
    <label className="choice choice-wide shortcut">
      <input type="checkbox" checked={ticked} onChange={(event) => store.tick(shortcut, event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface Run {
  group: string | undefined;
  fields: FormFieldData[];
}

const runsOf = ({ fields }: SectionData): Run[] => {
  const runs: Run[] = [];
  for (const field of fields) {
    const last = runs.at(-1);
    if (last && last.group === field.group) last.fields.push(field);
    else runs.push({ group: field.group, fields: [field] });
  }
  return runs;
};

const SectionFields = memo(function SectionFields({ section }: { section: SectionData }) {
  useLanguage();
  return runsOf(section).map((run) => <RunView key={run.fields[0]?.name} run={run} section={section} />);
});

const isBoxBefore = ({ name }: FormFieldData, { before, isButton }: IntakeShortcut) => before === name && !isButton;

function RunView({ run, section }: { run: Run; section: SectionData }) {
  const isShown = useFormSnapshot(({ report, today, omittedFields }) =>
    run.fields.some((field) => isQuestionShown(field, report, today, omittedFields)),
  );
  const subject = useFormSnapshot((snapshot) => snapshot.subject);
  const omittedFields = useFormSnapshot((snapshot) => snapshot.omittedFields);
  if (!isShown) return null;
  const fields = zipBeforeCity(run.fields).map((field) => (
    <Fragment key={field.name}>
      {section.shortcuts
        ?.filter((shortcut) => isBoxBefore(field, shortcut) && fillsAsked(shortcut, omittedFields))
        .map((shortcut) => (
          <Shortcut key={shortcut.label} shortcut={shortcut} label={t(phrase(shortcut.label, subject))} />
        ))}
      <FieldFrame field={field} />
    </Fragment>
  ));
  if (!run.group) return <div className="fields">{fields}</div>;
  const isOpened = run.group === 'Cemetery';
  return (
    <fieldset className={isOpened ? 'group group-opened' : 'group'}>
      <legend className={isOpened ? 'hidden-text' : undefined}>{t(phrase(run.group, subject))}</legend>
      <div className="fields">{fields}</div>
    </fieldset>
  );
}

export const useFocusOnOpen = (heading: RefObject<HTMLHeadingElement | null>) => {
  useEffect(() => {
    const field = consumeFocusTarget();
    if (field) return focusField(field);
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [heading]);
};

/** Enter moves to the next field; only the last page sends. */
const moveOn = (event: KeyboardEvent<HTMLFormElement>) => {
  const { target, key } = event;
  if (key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches('input, select')) return;
  event.preventDefault();
  focusNext(target);
};

interface SectionPartProps {
  section: FormSection;
  /** 'Section X of N' (D1 §2). */
  number: number;
  step: Step;
  isFirst: boolean;
}

/** A form of its own, so that a browser's autofill of a person's address stays within the section. */
function SectionPart({ section, number, step, isFirst }: SectionPartProps) {
  const sections = useSections();
  const subject = useFormSnapshot((snapshot) => snapshot.subject);
  const description = sectionDescription(section, subject);
  const Heading = isFirst ? 'h1' : 'h2';
  const follow = () => {
    // The check loads once the family starts; its token is minted when submitting.
    void loadBotCheck().catch(() => {});
    if (section.id !== step) nameStep(section.id);
  };
  return (
    <form
      className="part"
      data-section={section.id}
      noValidate
      onFocus={follow}
      onKeyDown={moveOn}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className="section-number">{t('Section {0} of {1}', number, sections.length)}</p>
      <Heading className="part-title" tabIndex={-1}>
        {titleOf(section, { subject })}
      </Heading>
      {description && <p className={subject === 'child' || subject === 'baby' ? 'lede' : 'soft'}>{t(description)}</p>}
      <SectionFields section={section} key={section.id} />
    </form>
  );
}

/** Shows the section of the step, unless the family works in it already. */
const useOpenSection = (step: Step, isFirst: boolean, box: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const field = consumeFocusTarget();
    if (field) return focusField(field);
    const part = box.current?.querySelector(`[data-section="${step}"]`);
    if (!part || part.contains(document.activeElement)) return;
    if (isFirst) window.scrollTo(0, 0);
    else part.scrollIntoView();
    part.querySelector<HTMLElement>('.part-title')?.focus({ preventScroll: true });
  }, [step, isFirst, box]);
};

interface SectionPageProps {
  page: readonly FormSection[];
  step: Step;
  savedAt: Date | undefined;
  isReturning: boolean;
}

export function SectionPage({ page, step, savedAt, isReturning }: SectionPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const gapsHeading = useRef<HTMLHeadingElement>(null);
  const sections = useSections();
  useOpenSection(step, page[0]?.id === step, box);
  const asksSsn = useFormSnapshot(({ report, today, omittedFields }) =>
    page.some(({ fields }) =>
      fields.some((field) => field.secured && isQuestionShown(field, report, today, omittedFields)),
    ),
  );
  return (
    <div className="sheet" ref={box}>
      <MissingAnswersPanel step={step} heading={gapsHeading} />
      {page.map((section, index) => (
        <SectionPart
          key={section.id}
          section={section}
          number={sections.indexOf(section) + 1}
          step={step}
          isFirst={index === 0}
        />
      ))}
      <div className="foot">
        <SavedLine savedAt={savedAt} withSsn={asksSsn} />
        <SectionNavigation page={page} sections={sections} isReturning={isReturning} />
      </div>
    </div>
  );
}

interface WayOnProps {
  page: readonly FormSection[];
  sections: readonly FormSection[];
  isReturning: boolean;
}

function SectionNavigation({ page, sections, isReturning }: WayOnProps) {
  const store = useFormStore();
  const at = sections.findIndex(({ id }) => id === page[0]?.id);
  const after = at + page.length;
  const attempted = useFormSnapshot((snapshot) => snapshot.attempted);
  const gapAt = useFormSnapshot((snapshot) =>
    attempted
      ? [...sections.slice(after), ...sections.slice(0, at)].find((candidate) => countGaps(candidate, snapshot) > 0)?.id
      : undefined,
  );
  const reading = sections.at(-1);
  const gap = sections.find(({ id }) => id === gapAt);
  const next = gap ?? (attempted || isReturning ? reading : sections[after]);
  const before = sections[at - 1];
  if (!next) return null;
  const words = next === reading ? 'Review answers' : gap ? 'Next unanswered question' : 'Next section';
  return (
    <div className="actions">
      <a className="button button-primary way-on" href={stepHref(next.id)}>
        {t(words)}
        <small>{titleOf(next, store.get())}</small>
      </a>
      <a className="button button-secondary pause" href={stepHref(later)}>
        {t('Save and finish later')}
      </a>
      {before && (
        <a className="button button-quiet back" href={stepHref(before.id)}>
          {t('Back to {0}', titleOf(before, store.get()))}
        </a>
      )}
    </div>
  );
}
