import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NumberingSettings } from '#domain/cases/case-number.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../../api/api-context.ts';
import classes from './case-numbering-form.module.css';
import { caseNumberingKeys } from './keys.ts';

const debounceMs = 300;

interface Preview {
  /** Of the settings as they are now; undefined while they are wrong or on their way. */
  current: CallOutput<typeof funeralHomeEndpoints.previewCaseNumbering> | undefined;
  /** Also of what was typed a moment ago. */
  shown: CallOutput<typeof funeralHomeEndpoints.previewCaseNumbering> | undefined;
  error: unknown;
}

/** What the settings would give, 300 ms after the last key. */
export const useNumberingPreview = (homeId: string, settings: NumberingSettings | undefined): Preview => {
  const call = useApi();
  const wanted = JSON.stringify(settings);
  const [settled] = useDebouncedValue(wanted, debounceMs);
  const query = useQuery({
    queryKey: caseNumberingKeys.preview(homeId, settled),
    queryFn: ({ signal }) =>
      call(
        funeralHomeEndpoints.previewCaseNumbering,
        { params: { id: homeId }, body: JSON.parse(settled ?? '{}') as NumberingSettings },
        { signal },
      ),
    enabled: settings !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isCurrent = settings !== undefined && settled === wanted && !query.isPlaceholderData;
  return {
    current: isCurrent ? query.data : undefined,
    shown: settings === undefined ? undefined : query.data,
    error: isCurrent ? query.error : null,
  };
};

interface NumberingPreviewProps {
  preview: Preview;
  /** Nothing can be shown until it is mended. */
  wrong: boolean;
}

/** The next three numbers, and which of them are taken. */
export const NumberingPreview = ({ preview, wrong }: NumberingPreviewProps) => {
  const body = () => {
    if (wrong) return <p className={classes.note}>Correct the marked fields to see the numbers.</p>;
    if (preview.error) return <p className={classes.note}>{messageOf(preview.error)}</p>;
    if (!preview.shown) return <p className={classes.note}>…</p>;
    return (
      <ol className={classes.numbers}>
        {preview.shown.examples.map(({ case_number, taken }) => (
          <li key={case_number} data-taken={taken}>
            {case_number}
            {taken && <span className={classes.taken}>taken</span>}
          </li>
        ))}
      </ol>
    );
  };
  return (
    <section className={classes.preview} aria-label="The next case numbers" aria-live="polite">
      <h3 className={classes.previewTitle}>The next cases</h3>
      {body()}
      <p className={classes.note}>Cases that have a number keep it. A number that is taken is skipped.</p>
    </section>
  );
};
