import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '#domain/shared/values/page.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { FileList } from '../ui/file-list.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { type Column, RecordList } from '../ui/lists/record-list.tsx';
import { SavedViews } from '../ui/lists/saved-views.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { GalleryItem } from './piece.ts';

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

/** A list as its query stands; the piece asks nothing else of it. */
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

/** What lists are made of. */
export const listPieces: readonly GalleryItem[] = [
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
      'none, and nobody may add one': <FileList files={[]} />,
    },
  },
  {
    name: 'States of a page',
    states: {
      empty: <EmptyState title="No submissions yet" text="A report appears here by itself." />,
      failed: <ErrorState error={new Error('x')} onRetry={nothing} />,
      loading: <RowsSkeleton rows={2} height={61} lines={2} />,
    },
  },
];
