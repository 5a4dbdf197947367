import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import { type AttachOutcome, attachDifferences } from '#domain/intake/attach-differences.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery } from '../../cases/queries.ts';
import { ComparisonTable } from '../../ui/comparison-table.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';

const outcomes: Readonly<Record<AttachOutcome, (count: number) => string>> = {
  added: (count) => `${pluralForm(count, '1 contact', `${count} contacts`)}; added to the case`,
  kept: (count) => `${pluralForm(count, '1 difference', `${count} differences`)}; the case stays as it is`,
  left: (count) => `${pluralForm(count, '1 answer', `${count} answers`)} that the case does not have; not copied`,
};

interface AttachDifferencesProps {
  caseId: string;
  /** 'This report'. */
  heading: string;
  /** The record as sections of a case. */
  record: Readonly<Partial<Record<CaseSectionId, Values>>>;
}

/** A record next to the case that it would be attached to: only what differs or is new, folded by what becomes of it. */
export const AttachDifferences = ({ caseId, heading, record }: AttachDifferencesProps) => {
  const query = useQuery(caseQuery(useApi(), caseId));
  if (!query.data) return <QueryState query={query} rows={4} />;
  const { case_number, sections } = query.data;
  const inCase = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values]));
  const rows = attachDifferences(record, inCase);
  if (rows.length === 0) return <Text>{heading} says nothing that the case does not have.</Text>;
  return (['added', 'kept', 'left'] as const).map((outcome) => {
    const alike = rows.filter((row) => row.outcome === outcome);
    const summary = outcomes[outcome](alike.length);
    return (
      alike.length > 0 && (
        <details key={outcome} open={outcome === 'added' || alike.length === 1}>
          <Box component="summary" py="sm" fz="sm" fw={600} style={{ cursor: 'pointer' }}>
            {summary}
          </Box>
          <ComparisonTable
            label={summary}
            columns={outcome === 'kept' ? [heading, `Case ${case_number}`] : [heading]}
            rows={alike.map(({ id, label, record: theirs, inCase: own }) => ({
              id,
              label,
              cells: [theirs, own],
              state: outcome === 'kept' ? 'differs' : 'added',
            }))}
          />
        </details>
      )
    );
  });
};
