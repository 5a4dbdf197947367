import { Checkbox, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  type CaseSectionId,
  essentialSections,
  sectionDefinitions,
} from '#domain/cases/sections/section-definitions.ts';
import type { CaseView } from './use-case-view.ts';
import classes from './view-switcher.module.css';

/** Why Customize is disabled (D2 §2). */
const whyNotNow = ({ mode, saving }: CaseView): string | undefined => {
  if (mode === 'all') return 'Available with Essential Only';
  return saving ? 'Saving…' : undefined;
};

/** Essential Only, Show All or a custom choice; not in a read-only case (D2 §2). */
export const ViewSwitcher = ({ view }: { view: CaseView }) => {
  const [open, setOpen] = useState(false);
  const { mode, setMode } = view;
  const reason = whyNotNow(view);
  const shown = open && mode !== 'all';
  return (
    <fieldset className={classes.switcher} aria-label="Sections shown">
      <Choice label="Essential Only" current={mode === 'essential'} onChoose={() => setMode('essential')} />
      <Choice label="Show All" current={mode === 'all'} onChoose={() => setMode('all')} />
      <Popover opened={shown} onChange={setOpen} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={classes.choice}
            data-current={mode === 'custom'}
            aria-disabled={reason !== undefined}
            aria-description={reason}
            title={reason}
            onClick={() => (open ? setOpen(false) : setOpen(reason === undefined))}
          >
            Customize
            <IconChevronDown size={14} stroke={1.8} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <Sections view={view} />
        </Popover.Dropdown>
      </Popover>
    </fieldset>
  );
};

const Choice = ({ label, current, onChoose }: { label: string; current: boolean; onChoose: () => void }) => (
  <button type="button" className={classes.choice} data-current={current} aria-pressed={current} onClick={onChoose}>
    {label}
  </button>
);

const Sections = ({ view }: { view: CaseView }) => {
  const title = useId();
  return (
    <>
      <div className={classes.head}>
        <h2 id={title} className={classes.title}>
          Sections shown
        </h2>
        <span role="status" className={classes.saving}>
          {view.saving && 'Saving…'}
        </span>
      </div>
      <ul className={classes.sections} aria-labelledby={title}>
        {sectionDefinitions.map(({ id, title: name }) => (
          <li key={id}>
            <Section id={id} name={name} view={view} />
          </li>
        ))}
      </ul>
    </>
  );
};

/** An essential section can be focused, so that its reason can be read. */
const Section = ({ id, name, view }: { id: CaseSectionId; name: string; view: CaseView }) => {
  const locked = essentialSections.includes(id);
  return (
    <Checkbox
      label={
        locked ? (
          <>
            {name} <span className={classes.locked}>· always</span>
          </>
        ) : view.isDue(id) ? (
          <>
            {name} <span className={classes.locked}>· shown while due</span>
          </>
        ) : (
          name
        )
      }
      aria-disabled={locked}
      checked={view.isChosen(id)}
      onChange={() => view.toggle(id)}
    />
  );
};
