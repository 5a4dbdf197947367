import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Chip } from '../ui/chip.tsx';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SaveBar } from '../ui/page/save-bar.tsx';
import { SectionCard, SectionStatus } from '../ui/page/section-card.tsx';
import { type RailSection, SectionRail } from '../ui/page/section-rail.tsx';
import { SidePanel } from '../ui/page/side-panel.tsx';
import { PersonCard } from '../ui/person-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Timeline } from '../ui/timeline.tsx';

/** A component of `ui/` in each of its states. */
export interface GalleryItem {
  name: string;
  states: Readonly<Record<string, ReactNode>>;
}

const nothing = () => {};
const MissingPart = lazyComponent((): Promise<() => null> => Promise.reject(new Error('An example')));

const sections: readonly RailSection[] = [
  { id: 'deceased', title: 'Deceased Information', group: 'Person', done: 12, of: 12 },
  { id: 'family', title: 'Family', group: 'Person', done: 4, of: 9 },
  { id: 'service', title: 'Service', group: 'Service', done: 2, of: 7, missing: 2 },
  { id: 'notes', title: 'Notes', group: 'Office', done: 0, of: 3 },
];

const Rail = () => {
  const [current, setCurrent] = useState('family');
  return <SectionRail label="Sections" sections={sections} current={current} onGo={setCurrent} />;
};

const Card = () => {
  const [open, setOpen] = useState(true);
  return (
    <SectionCard
      id="piece"
      title="Family"
      summary={<SectionStatus kind="required" />}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      What the section holds.
    </SectionCard>
  );
};

const Panel = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Open a side panel
      </Button>
      {open && (
        <SidePanel title="History" closeLabel="Close the history" onClose={() => setOpen(false)}>
          The rest of the page still works.
        </SidePanel>
      )}
    </>
  );
};

const statuses = [
  'new',
  'contacted',
  'converted',
  'draft',
  'active',
  'completed',
  'cancelled',
  'pending',
  'accepted',
  'expired',
];

export const recordPieces: readonly GalleryItem[] = [
  {
    name: 'Page header',
    states: {
      'with a status and actions': (
        <PageHeader
          back={{ to: '/', label: 'Cases' }}
          title="Harold Edwin Lindqvist Jr."
          badge={<StatusBadge status="active" />}
          lead="WA-2026-0007 · May 14, 1937 – Oct 28, 2025"
          actions={
            <>
              <Button variant="default">Audit log</Button>
              <Button>Complete</Button>
            </>
          }
        />
      ),
      alone: <PageHeader title="Customers" />,
    },
  },
  {
    name: 'Key facts',
    states: {
      'what is known': (
        <KeyFacts
          facts={[
            { label: 'Died', value: 'Oct 28, 2025, aged 88' },
            { label: 'Current location', value: 'At home' },
            { label: 'Service', value: '' },
          ]}
        />
      ),
    },
  },
  { name: 'Section rail', states: { 'with progress and gaps': <Rail /> } },
  { name: 'Section card', states: { open: <Card /> } },
  { name: 'Side panel', states: { 'opened by a button': <Panel /> } },
  {
    name: 'Timeline',
    states: {
      'two days': (
        <Timeline
          label="History"
          entries={[
            { id: '1', at: '2026-11-20T14:40:00Z', who: 'Dee Kowalski', what: 'Marked contacted' },
            {
              id: '2',
              at: '2026-11-19T09:00:00Z',
              who: 'Marcus Ames',
              what: 'Changed two fields',
              note: 'from 203.0.113.9',
              details: (
                <ul>
                  <li>Weight: 170 → 171</li>
                </ul>
              ),
            },
          ]}
        />
      ),
    },
  },
  {
    name: 'Person card',
    states: {
      'to be called': (
        <PersonCard
          primary
          relation="Daughter · primary contact"
          name="Astrid Lindqvist"
          phone="9045550142"
          email="astrid@example.com"
          address="118 Marine Street, St. Augustine, FL 32084"
        />
      ),
      abroad: <PersonCard relation="Son" name="Erik Lindqvist" phone="+46701740605" />,
      'without a way to reach': <PersonCard relation="Friend" name="Name not given" note="Was at the house" />,
    },
  },
  {
    name: 'Status',
    states: {
      'of records': statuses.map((status) => (
        <span key={status}>
          <StatusBadge status={status} />{' '}
        </span>
      )),
      'derived, in words': (
        <>
          <Chip>4 days remaining</Chip> <Chip tone="info">With the examiner</Chip> <Chip tone="ok">Complete</Chip>{' '}
          <Chip tone="warn">Due in 2 days</Chip> <Chip tone="danger">Overdue by 3 days</Chip>
        </>
      ),
    },
  },
  {
    name: 'Notice',
    states: {
      info: <Notice tone="info">The number is taken when the case is made.</Notice>,
      warning: (
        <Notice tone="warning" title="Possible duplicate">
          Another open report speaks of the same death.
        </Notice>
      ),
      problem: <Notice tone="problem">It was not saved.</Notice>,
    },
  },
  { name: 'Part', states: { 'that did not come': <MissingPart /> } },
  {
    name: 'Save bar',
    states: {
      'something to save, something to correct': (
        <SaveBar changes={3} errors={1}>
          <Button variant="default" onClick={nothing}>
            Discard changes
          </Button>
          <Button onClick={nothing}>Save Changes</Button>
        </SaveBar>
      ),
      'nothing to save': (
        <SaveBar changes={0}>
          <Button disabled>Save Changes</Button>
        </SaveBar>
      ),
    },
  },
];
