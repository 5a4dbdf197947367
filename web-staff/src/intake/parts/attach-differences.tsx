import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import { type AttachOutcome, attachDifferences } from '#domain/intake/attach-differences.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery } from '../../cases/queries.ts';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import classes from './attach-differences.module.css';

const outcomes: Readonly<Record<AttachOutcome, string>> = {
  added: 'Added as a contact',
  kept: 'Case stays as it is',
  left: 'Not copied',
};

interface AttachDifferencesProps {
  caseId: string;
  /** 'This report'. */
  heading: string;
  /** The record as sections of a case. */
  record: Readonly<Partial<Record<CaseSectionId, Values>>>;
}

/** A record next to the case that it would be attached to: only what differs or is new. */
export const AttachDifferences = ({ caseId, heading, record }: AttachDifferencesProps) => {
  const query = useQuery(caseQuery(useApi(), caseId));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={4} />;
  const { case_number, sections } = query.data;
  const inCase = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values]));
  const rows = attachDifferences(record, inCase);
  if (rows.length === 0) return <Text>{heading} says nothing that the case does not have.</Text>;
  const ours = `Case ${case_number}`;
  return (
    <table className={classes.table} aria-label="Differences">
      <thead>
        <tr>
          <th>Field</th>
          <th>{heading}</th>
          <th>{ours}</th>
          <th>Result</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, record: theirs, inCase: own, outcome }) => (
          <tr key={id} data-outcome={outcome}>
            <th scope="row">{label}</th>
            <td data-label={heading}>{theirs}</td>
            <td data-label={ours}>{own || '–'}</td>
            <td>{outcomes[outcome]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
