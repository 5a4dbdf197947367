import { Fragment, type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import { phrase, sectionDescription } from '#domain/intake/intake-wording.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { zipBeforeCity } from '#domain/shared/forms/addresses.ts';
import { loadBotCheck } from '../bot-check.ts';
import { t, useLanguage } from '../language.ts';
import { consumeFocusTarget, later, stepHref } from '../steps.ts';
import type { FormFieldData } from './field-data.ts';
import { FieldFrame } from './field-frame.tsx';
import { focusField, focusNext } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';
import {
  countGaps,
  type FormSection,
  type FormSection as SectionData,
  titleOf,
  useSections,
} from './missing-answers.ts';
import { MissingAnswersPanel } from './missing-answers-panel.tsx';
import { SavedLine } from './save-status.tsx';

/**
 * One tick that fills fields from others. While it is ticked they follow their sources, on whichever page those are
 * typed; a person who edits a filled field by hand unticks it and keeps what was typed.
 */
function Shortcut({ shortcut, label }: { shortcut: IntakeShortcut; label: string }) {
  const store = useFormStore();
  const ticked = useFormSnapshot((snapshot) => snapshot.ticked.has(shortcut));
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
const SectionFields = memo(function SectionFields({ section }: { section: SectionData }) {
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

/** Puts whoever arrives at the head of the page, or at the field that a gap led to. */
export const useArrival = (heading: RefObject<HTMLHeadingElement | null>) => {
  useEffect(() => {
    const field = consumeFocusTarget();
    if (field) return focusField(field);
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [heading]);
};

/** Enter in a line moves on: the phone's key says "next", and nothing is sent before the last page. */
const moveOn = (event: KeyboardEvent<HTMLFormElement>) => {
  const { target, key } = event;
  if (key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches('input, select')) return;
  event.preventDefault();
  focusNext(target);
};

interface SectionPageProps {
  section: FormSection;
  savedAt: Date | undefined;
  /** The reading-through sent the family here: it leads back there. */
  isReturning: boolean;
}

/** 'Section X of N' (D1 §2): one section on a page, with the way on and back. */
export function SectionPage({ section, savedAt, isReturning }: SectionPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const gapsHeading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  const sections = useSections();
  const about = useFormSnapshot((snapshot) => snapshot.about);
  const asksSsn = useFormSnapshot(({ report, today, left }) =>
    section.fields.some((field) => field.secured && isQuestionShown(field, report, today, left)),
  );
  const description = sectionDescription(section, about);
  const number = sections.findIndex(({ id }) => id === section.id) + 1;
  // A token is minted when submitting; the check is loaded as soon as somebody means to fill the form.
  const prepare = () => void loadBotCheck().catch(() => {});
  return (
    <form
      className="sheet"
      noValidate
      onFocus={prepare}
      onKeyDown={moveOn}
      onSubmit={(event) => event.preventDefault()}
    >
      <MissingAnswersPanel step={section.id} heading={gapsHeading} />
      <p className="section-number">{t('Section {0} of {1}', number, sections.length)}</p>
      <h1 ref={heading} tabIndex={-1}>
        {titleOf(section, { about })}
      </h1>
      {description && <p className={about === 'child' || about === 'baby' ? 'lede' : 'soft'}>{t(description)}</p>}
      <SectionFields section={section} key={section.id} />
      <div className="foot">
        <SavedLine savedAt={savedAt} withSsn={asksSsn} />
        <WayOn section={section} sections={sections} isReturning={isReturning} />
      </div>
    </form>
  );
}

interface WayOnProps {
  section: FormSection;
  sections: readonly FormSection[];
  isReturning: boolean;
}

/** The next section, by name; after a try to send, the next one with a gap. */
function WayOn({ section, sections, isReturning }: WayOnProps) {
  const store = useFormStore();
  const at = sections.findIndex(({ id }) => id === section.id);
  const attempted = useFormSnapshot((snapshot) => snapshot.attempted);
  const gapAt = useFormSnapshot((snapshot) =>
    attempted
      ? [...sections.slice(at + 1), ...sections.slice(0, at)].find((one) => countGaps(one, snapshot) > 0)?.id
      : undefined,
  );
  const reading = sections.at(-1);
  const gap = sections.find(({ id }) => id === gapAt);
  const next = gap ?? (attempted || isReturning ? reading : sections[at + 1]);
  const before = sections[at - 1];
  if (!next) return null;
  const words = next === reading ? 'Read it once more' : gap ? 'Next gap' : 'Next section';
  return (
    <div className="actions">
      <a className="button button-primary way-on" href={stepHref(next.id)}>
        {t(words)}
        <small>{titleOf(next, store.get())}</small>
      </a>
      <a className="button button-secondary pause" href={stepHref(later)}>
        {t('Stop here and go on later')}
      </a>
      {before && (
        <a className="button button-quiet back" href={stepHref(before.id)}>
          {t('Back to {0}', titleOf(before, store.get()))}
        </a>
      )}
    </div>
  );
}
