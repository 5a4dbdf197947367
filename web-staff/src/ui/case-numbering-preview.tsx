import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NumberingSettings } from '#domain/cases/case-number.ts';
import { messageOf } from '#domain/contract/client.ts';
import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { useApi } from '#web-kit/api-context.ts';
import classes from './case-numbering-form.module.css';

const debounceMs = 300;

interface NumberingPreviewProps {
  homeId: string;
  /** Undefined while something is wrong with them. */
  settings: NumberingSettings | undefined;
}

/** The next three numbers, 300 ms after the last key. */
export const NumberingPreview = ({ homeId, settings }: NumberingPreviewProps) => {
  const call = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(settings), debounceMs);
  const query = useQuery({
    queryKey: ['case-numbering-preview', homeId, settled],
    queryFn: ({ signal }) =>
      call(
        funeralHomeEndpoints.previewCaseNumbering,
        { params: { id: homeId }, body: JSON.parse(settled) as NumberingSettings },
        { signal },
      ),
    enabled: settings !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const body = () => {
    if (!settings) return <p className={classes.note}>Correct the marked fields to see the numbers.</p>;
    if (query.isError) return <p className={classes.note}>{messageOf(query.error)}</p>;
    if (!query.data) return <p className={classes.note}>…</p>;
    return (
      <ol className={classes.numbers}>
        {query.data.examples.map(({ case_number, taken }) => (
          <li key={case_number} data-taken={taken}>
            {case_number}
            {taken && <span className={classes.taken}>taken, passed over</span>}
          </li>
        ))}
      </ol>
    );
  };
  return (
    <section className={classes.preview} aria-label="The next case numbers" aria-live="polite">
      <h3 className={classes.previewTitle}>The next cases</h3>
      {body()}
      <p className={classes.note}>Cases that have a number keep it.</p>
    </section>
  );
};
