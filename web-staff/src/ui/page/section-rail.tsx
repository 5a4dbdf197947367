import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { type CSSProperties, Fragment } from 'react';
import classes from './section-rail.module.css';

export interface RailSection {
  id: string;
  title: string;
  /** A second line below the title. */
  subtitle?: string | undefined;
  /** Heading of the group; sections keep their order. */
  group?: string;
  done: number;
  of: number;
  missing?: number;
  /** Its nearest open item: 'Due Mon'. */
  due?: string | undefined;
  /** Takes the place of its progress: '7 open'. */
  note?: string;
}

interface SectionRailProps {
  label: string;
  sections: readonly RailSection[];
  current: string | undefined;
  onGo: (id: string) => void;
  /** Always a list, where it has its own space. */
  isWhole?: true;
}

const stateOf = ({ done, of, missing = 0, due, note }: RailSection): string =>
  [note, due, missing > 0 ? `${missing} missing` : of > 0 && !due && `${done} of ${of} filled`]
    .filter(Boolean)
    .join(', ');

/** A select replaces the list where there is no space next to the record. */
export const SectionRail = ({ label, sections, current, onGo, isWhole }: SectionRailProps) => (
  <nav className={classes.rail} data-whole={isWhole} aria-label={label}>
    <NativeSelect
      className={classes.select}
      aria-label={label}
      value={current ?? ''}
      onChange={(event) => onGo(event.currentTarget.value)}
      data={[
        ...(current ? [] : [{ value: '', label: 'Go to a section' }]),
        ...sections.map((section) => ({
          value: section.id,
          label: [section.title, stateOf(section)].filter(Boolean).join(' · '),
        })),
      ]}
    />
    {[...new Set(sections.map(({ group }) => group))].map((group) => (
      <Fragment key={group ?? ''}>
        {group && <p className={classes.group}>{group}</p>}
        <ul className={classes.list}>
          {sections
            .filter((section) => section.group === group)
            .map((section) => (
              <li key={section.id}>
                <Item section={section} current={section.id === current} onGo={onGo} />
              </li>
            ))}
        </ul>
      </Fragment>
    ))}
  </nav>
);

const Item = ({ section, current, onGo }: { section: RailSection; current: boolean; onGo: (id: string) => void }) => {
  const { id, title, subtitle, done, of, missing = 0, due, note } = section;
  const share = { '--done': `${of === 0 ? 0 : (done / of) * 100}%` } as CSSProperties;
  return (
    <button type="button" className={classes.item} aria-current={current} onClick={() => onGo(id)}>
      {note === undefined && <span className={classes.ring} style={share} aria-hidden />}
      <span>
        {title}
        {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        {stateOf(section) && <VisuallyHidden>, {stateOf(section)}</VisuallyHidden>}
      </span>
      {missing > 0 || due ? (
        <span className={classes.missing} aria-hidden>
          {due && (
            <span className={classes.due}>
              <IconClock size={14} stroke={1.8} aria-hidden />
              {due}
            </span>
          )}
          {missing > 0 && (
            <>
              <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
              {missing}
            </>
          )}
        </span>
      ) : (
        <span className={classes.count} aria-hidden>
          {note ?? (of > 0 && `${done}/${of}`)}
        </span>
      )}
    </button>
  );
};
