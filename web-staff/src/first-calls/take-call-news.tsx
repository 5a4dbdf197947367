import { useState } from 'react';
import { Link } from 'react-router';
import type { MergeConflict } from '#domain/shared/forms/differences.ts';
import { paths } from '../paths.ts';
import { lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { valueText } from '../ui/fields/field-list.tsx';
import { changedNames } from './sheet-merge.ts';
import type { TakenOver } from './sync-call.ts';
import { labelOfAnswer } from './take-call-call.ts';
import classes from './take-call-page.module.css';
import type { Night } from './use-first-call-draft.ts';

const conflict = () => import('../ui/record-form/conflict-dialog.tsx');
const ConflictDialog = lazyDialog(async () => (await conflict()).ConflictDialog);

/** What became of the call while it was taken: what somebody else has changed, and what stands in its way. */
export const FirstCallNotices = ({ night, onDiscard }: { night: Night; onDiscard: () => void }) => {
  const { standstill, takenOver, call, locations, isKept } = night;
  const named = (collision: MergeConflict): MergeConflict => {
    const nameOf = (value: unknown) => locations.find(({ id }) => id === value)?.name ?? '';
    const { field, mine, theirs } = collision;
    return field.kind === 'reference' ? { ...collision, mine: nameOf(mine), theirs: nameOf(theirs) } : collision;
  };
  const unsent = changedNames(call).flatMap((name) => labelOfAnswer[name] ?? []);
  return (
    <div role="status" className={classes.news}>
      {!isKept && (
        <p>This device cannot keep the answers. Leave this page open until the call is sent, or write them down.</p>
      )}
      {takenOver.map((news, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: news are only ever added at the end
        <p key={at}>{takenText({ ...news, taken: news.taken.map(named) })}</p>
      ))}
      {standstill?.kind === 'contested' && (
        <Contested night={night} by={standstill.by} collisions={standstill.contested.map(named)} />
      )}
      {standstill?.kind === 'closed' && (
        <>
          <p>
            The sheet of this call has become case {standstill.current.case_number}. Not in it yet:{' '}
            {unsent.join(', ') || 'nothing'}. Add it there, then discard this call.
          </p>
          <div className={classes.choices}>
            <Link className={classes.choice} to={paths.case(standstill.current.case_id ?? '')}>
              Open the case
            </Link>
            <button type="button" className={classes.choice} onClick={onDiscard}>
              Discard this call
            </button>
          </div>
        </>
      )}
      {standstill?.kind === 'gone' && (
        <>
          <p>Somebody has deleted the sheet of this call. All answers are still here.</p>
          <div className={classes.choices}>
            <button type="button" className={classes.choice} onClick={() => void night.beginAnew()}>
              Save as a new sheet
            </button>
            <button type="button" className={classes.choice} onClick={onDiscard}>
              Discard this call
            </button>
          </div>
        </>
      )}
    </div>
  );
};

/** 'Dee Kowalski has meanwhile changed City to Hastings.' */
const takenText = ({ by, taken }: TakenOver): string => {
  const changes = taken
    .filter(({ field }) => field.name !== 'kin_customer')
    .map(({ field, theirs }) =>
      theirs ? `${field.label} to ${valueText(field, theirs)}` : `${field.label} to nothing`,
    );
  return changes.length ? `${by} has meanwhile changed ${changes.join(', ')}. Your answers have it now.` : '';
};

const Contested = ({ night, by, collisions }: { night: Night; by: string; collisions: readonly MergeConflict[] }) => {
  const [choosing, setChoosing] = useState(true);
  return (
    <>
      <p>
        {by} has answered the same otherwise: {collisions.map(({ field }) => field.label).join(', ')}. Nothing more is
        sent until you have chosen.
      </p>
      <div className={classes.choices}>
        <button type="button" className={classes.choice} onClick={() => setChoosing(true)}>
          Choose what is right
        </button>
      </div>
      {choosing && (
        <ConflictDialog
          collisions={collisions}
          by={by}
          busy={night.sending === 'sending'}
          onResolve={(choices) => void night.choose(choices)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
};
