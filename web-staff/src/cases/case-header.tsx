import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconMail, IconPhone } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { Portrait } from '../documents/parts/portrait.tsx';
import { useTodayAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { NeighborLinks } from '../ui/lists/neighbors.tsx';
import { lastListPath } from '../ui/lists/use-list.ts';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { SaveState } from '../ui/record-form/save-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { lifeDates } from '../ui/time/time-text.ts';
import { initialsOf } from '../ui/timeline.tsx';
import { ageOf, flagsOf, moneyOf, serviceOf, whereNow } from './case-facts.ts';
import classes from './case-header.module.css';
import { dayText } from './parts/case-text.ts';
import { contactOf } from './parts/kin-entries.ts';
import { type SectionSaves, useSaves } from './parts/section-saves.ts';

const CareReader = lazyComponent(async () => (await import('../care/parts/care-part.tsx')).CareReader);

const property = '--under-head';
/** Below the bar of the shell, with some space above elements scrolled into view. */
const around = 'calc(3.5rem + 0.5rem';
const maxOfScreen = 0.25;

/** Gives the styles the height of the sticky header, below which elements scroll into view. */
export const useStickyHeaderOffset = (
  head: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
): void => {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const tell = () => {
      // On a phone only the name is sticky, because the header has no box; a name that is too tall scrolls away.
      const named = row.current?.offsetHeight ?? 0;
      const isTall = named > window.innerHeight * maxOfScreen;
      row.current?.toggleAttribute('data-tall', isTall);
      const height = head.current?.offsetHeight || (isTall ? 0 : named);
      style.setProperty(property, `${around} + ${height}px)`);
    };
    tell();
    const watch = new ResizeObserver(tell);
    for (const { current } of [head, row]) if (current) watch.observe(current);
    return () => {
      watch.disconnect();
      style.removeProperty(property);
    };
  }, [head, row]);
};

interface CaseHeaderProps {
  caseRecord: Case;
  saves: SectionSaves;
  timeZone: string;
  presence: ReactNode;
  actions: ReactNode;
}

export const CaseHeader = ({ caseRecord, saves, timeZone, presence, actions }: CaseHeaderProps) => {
  const head = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useStickyHeaderOffset(head, row);
  const isWide = useMediaQuery('(min-width: 48.01em)', undefined, { getInitialValueInEffect: false });
  const mayReadCare = useCan()('care:read');
  const [inCare, setInCare] = useState<string>();
  // A completed action removes its button.
  const steps = usePreserveFocus<HTMLElement>();
  return (
    <>
      <div className={classes.way}>
        <Anchor component={Link} to={lastListPath(paths.cases)} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden /> Cases
        </Anchor>
        <NeighborLinks list={paths.cases} />
      </div>
      <div ref={head} className={classes.header}>
        <div ref={row} className={classes.row}>
          {isWide && (
            <Portrait caseId={caseRecord.id} name={caseRecord.deceased_full_name} className={classes.portrait}>
              <span className={classes.initials} aria-hidden>
                {initialsOf(fullName(caseRecord.deceased_first_name, caseRecord.deceased_last_name)) || '·'}
              </span>
            </Portrait>
          )}
          <h1 className={classes.name}>{caseRecord.deceased_full_name || 'Name not given'}</h1>
          <span className={classes.number}>{shownCaseNumber(caseRecord)}</span>
          <span className={classes.flags}>
            <StatusBadge status={caseRecord.status} />
            {flagsOf(caseRecord).map(({ text, tone }) => (
              <Chip key={text} tone={tone}>
                {text}
              </Chip>
            ))}
          </span>
          <span className={classes.saving}>
            <Saving saves={saves} timeZone={timeZone} />
          </span>
        </div>
        <Facts caseRecord={caseRecord} inCare={inCare} />
        {mayReadCare && <CareReader caseId={caseRecord.id} onPlace={setInCare} />}
        <div className={classes.under}>
          <span className={classes.presence}>{presence}</span>
          <section ref={steps} aria-label="Case status" tabIndex={-1} className={classes.actions}>
            {actions}
          </section>
        </div>
      </div>
    </>
  );
};

const Saving = ({ saves, timeZone }: { saves: SectionSaves; timeZone: string }) => (
  <SaveState {...useSaves(saves)} timeZone={timeZone} />
);

const Facts = ({ caseRecord, inCare }: { caseRecord: Case; inCare: string | undefined }) => {
  const contact = contactOf(caseRecord);
  const where = whereNow(caseRecord, useTodayAt(caseRecord.funeral_home_id), inCare);
  const money = moneyOf(caseRecord);
  const service = serviceOf(caseRecord);
  const [born, died] = [caseRecord.date_of_birth ?? '', caseRecord.date_of_death ?? ''];
  // A line does not break within '10:30 AM'.
  const time = (value: string) => displayValue({ kind: 'time' }, value).replace(' ', '\u00A0');
  return (
    <dl className={classes.facts}>
      <Fact
        label={
          <>
            {ageOf(caseRecord) || 'Dates'}
            <span className={classes.inLabel}> · {shownCaseNumber(caseRecord)}</span>
          </>
        }
      >
        {lifeDates(born, died) || <Unknown>Dates not recorded</Unknown>}
        {died && caseRecord.time_of_death && <span className={classes.more}> {time(caseRecord.time_of_death)}</span>}
      </Fact>
      <Fact label={where.place ? where.label : 'Now at'}>{where.place || <Unknown>Not recorded</Unknown>}</Fact>
      <Fact label="Next of kin">
        {contact?.name ? (
          <>
            {contact.name}
            {contact.relationship && <span className={classes.more}> {contact.relationship}</span>}
          </>
        ) : (
          <Unknown>Not recorded</Unknown>
        )}
      </Fact>
      {contact && (contact.phone || contact.email) && (
        <Fact label={`Call or email ${contact.firstName}`} wide>
          <span className={classes.reach}>
            {contact.phone && (
              <Anchor href={telHref(contact.phone)} inherit className={classes.call}>
                <IconPhone size={16} stroke={1.8} aria-hidden /> {formatPhone(contact.phone)}
              </Anchor>
            )}
            {contact.email && (
              <Anchor
                href={`mailto:${encodeURI(contact.email)}`}
                inherit
                className={classes.call}
                aria-label={`Email ${contact.email}`}
                title={contact.email}
              >
                <IconMail size={18} stroke={1.6} aria-hidden />
              </Anchor>
            )}
          </span>
        </Fact>
      )}
      <Fact label={service.label}>
        {service.date ? (
          <>
            {dayText(service.date)}
            {service.time && `, ${time(service.time)}`}
            <span className={classes.more}> · {service.place || 'no location'}</span>
          </>
        ) : (
          <Unknown>Not arranged</Unknown>
        )}
      </Fact>
      {money && (
        <Fact label={money.label}>
          {money.text}
          <span className={classes.more}> {money.of}</span>
        </Fact>
      )}
    </dl>
  );
};

const Fact = ({ label, wide, children }: { label: ReactNode; wide?: true; children: ReactNode }) => (
  <div className={classes.fact} data-wide={wide}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Unknown = ({ children }: { children: ReactNode }) => <span className={classes.unknown}>{children}</span>;
