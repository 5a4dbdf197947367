import { Box } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmissionRow, submissionStatuses, submissionStatusLabels } from '#domain/intake/submission.schema.ts';
import { submissionSubject, submissionTitle } from '#domain/intake/submission-to-case.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import type { Page } from '#domain/shared/values/page.ts';
import { useApi } from '../api/api-context.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { PublicAddress } from '../organizations/parts/public-site.tsx';
import { paths } from '../paths.ts';
import { useCurrentUser, useOwnViews } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { PhoneLink } from '../ui/fields/field-list.tsx';
import { ClampedText, NoWrap, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { choiceFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column } from '../ui/lists/record-list.tsx';
import type { SavedView } from '../ui/lists/saved-views.tsx';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { submissionQuery, submissionsQuery, useNewSubmissions } from './queries.ts';
import { relationshipOf, waitingChip } from './submission-text.ts';

const statuses = submissionStatuses.map((value) => ({ value, label: submissionStatusLabels[value] }));

const views: readonly SavedView[] = [
  { name: 'All', query: '' },
  { name: 'Waiting for a call', query: 'status=new&ordering=created_at' },
];

/** Returns a page of rows with advertising after the families, where those that wait are called one after the other. */
const familiesFirst = (page: Page<SubmissionRow>): Page<SubmissionRow> => ({
  ...page,
  results: page.results.toSorted((a, b) => Number(a.looks_like_advertising) - Number(b.looks_like_advertising)),
});

const Waiting = ({ row }: { row: SubmissionRow }) => {
  const chip = waitingChip(row, row.looks_like_advertising);
  return (
    chip && (
      <Box mt={4}>
        <Chip {...chip} />
      </Box>
    )
  );
};

const columns: readonly Column<SubmissionRow>[] = [
  {
    header: 'Status',
    cell: (row) => (
      <>
        <StatusBadge status={row.status} />
        {row.case_number && <SecondaryLine>{row.case_number}</SecondaryLine>}
        <Waiting row={row} />
      </>
    ),
  },
  {
    header: 'Received',
    priority: 2,
    cell: (row) => (
      <>
        <NoWrap>
          <TimeAgo at={row.created_at} />
        </NoWrap>
        <SecondaryLine>{exactTime(row.created_at)}</SecondaryLine>
      </>
    ),
  },
  {
    header: 'Family contact',
    cell: (row) => (
      <>
        {row.informant_name}
        <SecondaryLine>{relationshipOf(row.informant_relationship)}</SecondaryLine>
      </>
    ),
  },
  {
    header: 'Call back',
    cell: (row) => (
      <>
        <NoWrap>
          <PhoneLink phone={row.submitter_phone} />
        </NoWrap>
        <SecondaryLine>
          {row.language !== 'en' && `${languageLabels[row.language]} · `}
          {row.by_another ? `reporter’s number · ${row.preferred_contact_time}` : row.preferred_contact_time}
        </SecondaryLine>
      </>
    ),
  },
  { header: 'Location', priority: 3, cell: (row) => <ClampedText text={row.funeral_home_name} /> },
];

const Subject = ({ row }: { row: SubmissionRow }) => (
  <SecondaryLine>
    {submissionSubject(row)} · {row.reference}
  </SecondaryLine>
);

const Card = ({ row }: { row: SubmissionRow }) => (
  <>
    <SpaceBetween>
      <Subject row={row} />
      <StatusBadge status={row.status} />
    </SpaceBetween>
    <Waiting row={row} />
    <div>{[row.informant_name, relationshipOf(row.informant_relationship)].filter(Boolean).join(', ')}</div>
    <SpaceBetween>
      <PhoneLink phone={row.submitter_phone} />
      <SecondaryLine>
        {row.language !== 'en' && `${languageLabels[row.language]} · `}
        {row.by_another && 'reporter’s number · '}
        <TimeAgo at={row.created_at} />
      </SecondaryLine>
    </SpaceBetween>
  </>
);

const statusFilter = choiceFilter('Status', 'All Statuses', statuses);

export const SubmissionsPage = () => {
  const { funeral_home_details: home } = useCurrentUser();
  const waiting = useNewSubmissions().data?.count;
  useDocumentTitle(waiting ? `(${waiting}) Submissions` : 'Submissions');
  const call = useApi();
  const client = useQueryClient();
  const list = useList({ status: statusFilter, funeral_home: useLocationFilter() }, ['created_at']);
  const isWaiting = list.query.status === 'new' && list.ordering === 'created_at';
  const query = useQuery({
    ...submissionsQuery(call, list.query),
    select: (page) => (isWaiting ? familiesFirst(page) : page),
  });
  return (
    <ListPage
      heading="Submissions"
      lead="Death reports from your public form, and responses to your other forms."
      list={list}
      query={query}
      searchPlaceholder="Search by name, phone, email, reference…"
      views={{ common: views, own: useOwnViews('submissions') }}
      title={submissionTitle}
      to={(row) => paths.submission(row.id)}
      titleHeader="Deceased"
      subtitle={(row) => <Subject row={row} />}
      columns={columns}
      card={(row) => <Card row={row} />}
      onIntent={(row) => void client.prefetchQuery(submissionQuery(call, row.id))}
      icon={<IconInbox size={40} stroke={1.2} />}
      none={{
        title: 'No submissions yet',
        text: 'Death reports from your public form appear here. Add the link to your website:',
        action: <PublicAddress slug={home.slug} home={home.name} />,
      }}
      noMatch="Try a different search, status or location."
    />
  );
};
