import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { readTime } from '#domain/shared/values/date-time.ts';
import type { Page } from '#domain/shared/values/page.ts';
import { ChartFrame } from '../ui/chart-frame.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { TimeInput } from '../ui/fields/field-input.tsx';
import { DateInput, MoneyInput } from '../ui/fields/typed-controls.tsx';
import { FileList } from '../ui/file-list.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { type Column, RecordList } from '../ui/lists/record-list.tsx';
import { SavedViews } from '../ui/lists/saved-views.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { type FoundPeople, PersonPicker } from '../ui/person-picker.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import classes from './gallery-page.module.css';
import { type GalleryItem, recordPieces } from './record-pieces.tsx';

interface Row {
  id: string;
  name: string;
  status: string;
  paid: string;
}

const nothing = () => {};
const rows: Row[] = [
  { id: '1', name: 'Harold Edwin Lindqvist Jr.', status: 'active', paid: '$1,250.00' },
  { id: '2', name: 'María Elena Solís de Ortega', status: 'draft', paid: '—' },
];
const columns: readonly Column<Row>[] = [
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Paid', numeric: true, priority: 2, cell: ({ paid }) => paid },
];

/** A piece reads only these properties of a query. */
const asked = (state: object) => state as unknown as UseQueryResult<Page<Row>>;
const list = (state: object) => (
  <RecordList
    label="Cases"
    query={asked({ isError: false, isPlaceholderData: false, isFetching: false, refetch: nothing, ...state })}
    page={1}
    pageSize={10}
    onPage={nothing}
    title={({ name }) => name}
    to={() => '/'}
    titleHeader="Deceased"
    columns={columns}
    card={({ status }) => <StatusBadge status={status} />}
    empty={<EmptyState title="No cases yet" text="A case is made of a report." />}
  />
);

const listPieces: readonly GalleryItem[] = [
  {
    name: 'Saved filters',
    states: {
      'two that everybody has, and one of one’s own': (
        <SavedViews
          views={[
            { name: 'All', query: '' },
            { name: 'New', query: 'status=new' },
          ]}
          own={{ views: [{ name: 'Active, Valdosta', query: 'status=active' }], save: nothing, forget: nothing }}
          nameOf={() => ''}
        />
      ),
    },
  },
  {
    name: 'Data table',
    states: {
      'with rows': list({ data: { count: 2, results: rows } }),
      loading: list({ data: undefined }),
      empty: list({ data: { count: 0, results: [] } }),
      failed: list({ data: undefined, isError: true, error: new Error('x') }),
    },
  },
  {
    name: 'Queue',
    states: {
      'by day': (
        <Queue title="Services" count={1}>
          <QueueRows label="Services">
            <QueueDay>Today</QueueDay>
            <QueueRow
              state="11:30 AM"
              to="/"
              name="Ruth Abramowitz"
              lines={['Graveside · Beth Shalom Memorial Park']}
              actions={<Button variant="default">Open</Button>}
            />
          </QueueRows>
        </Queue>
      ),
    },
  },
  {
    name: 'File list',
    states: {
      'every state of a file': (
        <FileList
          onAdd={nothing}
          files={[
            { id: '1', name: 'authorization.pdf', about: 'PDF, 84 kB', state: 'ready' },
            { id: '2', name: 'photo.jpg', about: 'JPEG, 2.1 MB', state: 'uploading' },
            { id: '3', name: 'permit.pdf', about: 'PDF, 120 kB', state: 'checking' },
            { id: '4', name: 'notes.exe', about: '12 kB', state: 'refused', reason: 'Only PDF, JPEG and PNG files.' },
          ]}
        />
      ),
      'none, and the user cannot add one': <FileList files={[]} />,
    },
  },
  {
    name: 'States of a page',
    states: {
      empty: <EmptyState title="No submissions yet" text="New submissions appear here automatically." />,
      failed: <ErrorState error={new Error('x')} onRetry={nothing} />,
      loading: <RowsSkeleton rows={2} height={61} lines={2} />,
    },
  },
];

interface Settings {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

const Try = ({
  of: Input,
  label,
  start,
  error,
}: {
  of: ComponentType<Settings>;
  label: string;
  start: string;
  error?: string;
}) => {
  const [value, setValue] = useState(start);
  return <Input label={label} value={value} onChange={setValue} {...(error ? { error } : {})} />;
};

const states = (of: ComponentType<Settings>, label: string, filled: string, wrong: string, error: string) => ({
  empty: <Try of={of} label={label} start="" />,
  filled: <Try of={of} label={label} start={filled} />,
  wrong: <Try of={of} label={label} start={wrong} error={error} />,
});

const people = [
  { id: '1', name: 'Karin Elise Lindqvist', details: '(904) 555-0142 · St. Augustine, FL' },
  { id: '2', name: 'Karin Lindqvist-Moore', details: 'karin.moore@example.com' },
];

const Picker = ({ start, found }: { start: string; found: Partial<FoundPeople> }) => {
  const [text, setText] = useState(start);
  const all: FoundPeople = { idle: false, searching: false, people: [], more: false, ...found };
  return (
    <div style={{ minHeight: '13rem' }}>
      <PersonPicker
        label="Next of kin"
        kind="customer"
        text={text}
        onText={setText}
        found={all}
        onPick={() => {}}
        defaultOpen
      />
    </div>
  );
};

const TimeWithoutHalf = () => {
  const [time, setTime] = useState(readTime('2:00') ?? '');
  return <TimeInput label="Service time" value={time} onChange={setTime} daytime />;
};

const inputPieces: readonly GalleryItem[] = [
  {
    name: 'Date',
    states: states(DateInput, 'Date of death', '2026-11-20', '2/30', 'Date of death is not a valid date'),
  },
  { name: 'Time', states: states(TimeInput, 'Time of death', '04:35', 'soon', 'Please enter a valid time') },
  { name: 'Time without AM or PM', states: { asking: <TimeWithoutHalf /> } },
  {
    name: 'Person picker',
    states: {
      empty: <Picker start="" found={{ idle: true }} />,
      searching: <Picker start="kar" found={{ searching: true }} />,
      found: <Picker start="kari" found={{ people, more: true }} />,
      nobody: <Picker start="karinq" found={{}} />,
    },
  },
  { name: 'Money', states: states(MoneyInput, 'Amount', '1250.00', 'a lot', 'Please enter an amount') },
];

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
const cases = [14, 9, 17, 12, 15, 11];

const figurePieces: readonly GalleryItem[] = [
  {
    name: 'Chart frame',
    states: {
      'a figure with its columns': (
        <ChartFrame
          title="Cases this month"
          figure="11"
          delta="4 fewer than in October"
          points={months.map((name, index) => ({ name, value: cases[index] ?? 0 }))}
          format={(value) => `${value} cases`}
        />
      ),
      'nothing yet': <ChartFrame title="Cases this month" figure="0" points={[]} format={String} />,
    },
  },
];

const gallery: readonly GalleryItem[] = [...recordPieces, ...listPieces, ...inputPieces, ...figurePieces];

/** Shows every component of `ui/` in every state. */
export const GalleryPage = () => {
  const [narrow, setNarrow] = useState(false);
  return (
    <main className={classes.page} style={narrow ? { maxWidth: '24.375rem' } : undefined}>
      <PageHeader
        title="Pieces"
        lead={`${gallery.length} pieces of web-staff/src/ui, each in every state.`}
        actions={
          <Button variant="default" aria-pressed={narrow} onClick={() => setNarrow(!narrow)}>
            {narrow ? 'As wide as the window' : 'As narrow as a phone'}
          </Button>
        }
      />
      {gallery.map(({ name, states }) => (
        <section key={name} className={classes.piece} aria-label={name}>
          <h2 className={classes.name}>{name}</h2>
          <div className={classes.grid}>
            {Object.entries(states).map(([state, drawn]) => (
              <div key={state}>
                <p className={classes.state}>{state}</p>
                {drawn}
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  );
};
