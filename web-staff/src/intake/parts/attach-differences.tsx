import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import { type AttachOutcome, attachDifferences } from '#domain/intake/attach-differences.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery } from '../../cases/queries.ts';
import { ComparisonTable } from '../../ui/comparison-table.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';

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
  if (!query.data) return <QueryState query={query} rows={4} />;
  const { case_number, sections } = query.data;
  const inCase = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values]));
  const rows = attachDifferences(record, inCase);
  if (rows.length === 0) return <Text>{heading} says nothing that the case does not have.</Text>;
  return (
    <ComparisonTable
      label="Differences"
      columns={[heading, `Case ${case_number}`, 'Result']}
      rows={rows.map(({ id, label, record: theirs, inCase: own, outcome }) => ({
        ...{ id, label, cells: [theirs, own || '–', outcomes[outcome]] },
        state: outcome === 'kept' ? 'differs' : 'added',
      }))}
    />
  );
};
