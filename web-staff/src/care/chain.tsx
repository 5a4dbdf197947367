import { useState } from 'react';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CaseCustody, CustodyEntry } from '#domain/care/care.schema.ts';
import { entryKindLabels, maxParts } from '#domain/care/care-names.ts';
import { neverBegan } from '#domain/care/custody.ts';
import { partText, partyText, readingLabels, wayText } from '#domain/care/entry-text.ts';
import { PaperButton } from '../documents/parts/paper-button.tsx';
import { useCan } from '../team/parts/current-user.ts';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { timeAtHome } from '../ui/time/time-text.ts';
import { TagCode } from './care-text.tsx';
import classes from './case-care.module.css';
import { instantOf, whenField } from './move-values.ts';
import { useSendCare } from './queries.ts';
import { Signatures } from './signature-pad.tsx';

type Subject = CaseCustody['subjects'][number];

interface ChainProps {
  subject: Subject;
  /** The body and all remains of the case. */
  all: readonly Subject[];
  timeZone: string;
}

export const Chain = ({ subject, all, timeZone }: ChainProps) => {
  const heading = `chain-${subject.id}`;
  const isAlone = all.length === 1;
  const steps = useCan()('care:move') ? stepsOf(subject, all) : [];
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>{isAlone ? 'Chain of custody' : partText(subject) || 'Body'}</h2>
        {!isAlone && <TagCode tag={subject.tag} />}
      </header>
      {subject.entries.length === 0 && (
        <p className={classes.none}>No entry yet. The first move records how they came into your care.</p>
      )}
      <ol className={classes.chain} reversed>
        {subject.entries.toReversed().map((entry) => (
          <li key={entry.number} data-kind={entry.kind}>
            <span className={classes.number} aria-hidden>
              {entry.number}
            </span>
            <Entry entry={entry} caseId={subject.case_id} timeZone={timeZone} />
          </li>
        ))}
      </ol>
      <footer className={classes.foot}>
        <span>Entries cannot be changed or removed. A correction is a new entry.</span>
        {steps.map((kind) => (
          <DialogOpener
            key={kind}
            variant="subtle"
            dialog={(onClose) => <StepDialog {...{ kind, subject, timeZone }} onClose={onClose} />}
          >
            {stepTexts[kind].button ?? stepTexts[kind].title}
          </DialogOpener>
        ))}
      </footer>
    </section>
  );
};

const peopleText = ({ gave, took, witness, read }: CustodyEntry): string => {
  const [giver, taker] = [partyText(gave), partyText(took)];
  const both = giver && giver === taker ? `Gave and took: ${giver}` : '';
  return [
    both || [giver && `Gave: ${giver}`, taker && `took: ${taker}`].filter(Boolean).join(' · '),
    witness && `Witness: ${partyText(witness)}`,
    readingLabels[read],
  ]
    .filter(Boolean)
    .join(' · ');
};

const titleOf = (entry: CustodyEntry): string => {
  if (entry.kind === 'moved') return wayText(entry);
  if (entry.kind === 'found') return `Found in ${entry.to?.name ?? ''}`;
  return [entryKindLabels[entry.kind], wayText({ ...entry, from: entry.to && entry.from })].filter(Boolean).join(': ');
};

/** A longer pause between happening and recording is shown. */
const atOnceMs = 5 * 60_000;

const Entry = ({ entry, caseId, timeZone }: { entry: CustodyEntry; caseId: string; timeZone: string }) => {
  const { happened_at, recorded_at, recorded_by_name, from, reason, note, signatures, subject_id, number } = entry;
  const isLate = Date.parse(recorded_at) - Date.parse(happened_at) > atOnceMs;
  return (
    <div className={classes.entry}>
      <b>{titleOf(entry)}</b>
      <span className={classes.when}>
        <time dateTime={happened_at}>{timeAtHome(happened_at, timeZone)}</time>
        {isLate && <span className={classes.dim}>recorded {timeAtHome(recorded_at, timeZone)}</span>}
      </span>
      <span className={classes.dim}>
        {peopleText(entry)} · recorded by {recorded_by_name}
      </span>
      {entry.kind === 'found' ? (
        <span className={classes.found}>
          <b>The record said {from?.name ?? 'nothing'}.</b> “{reason}”
        </span>
      ) : (
        reason && <span>“{reason}”</span>
      )}
      {note && <span className={classes.note}>{note}</span>}
      {signatures.length > 0 && (
        <Signatures of={entry}>
          <PaperButton paper="custodyReceipt" id={subject_id} caseId={caseId} number={number} isSmall>
            Receipt
          </PaperButton>
        </Signatures>
      )}
    </div>
  );
};

const stepTexts: Readonly<Record<'cremated' | 'parted' | 'closed', { button?: string; title: string; lead: string }>> =
  {
    cremated: {
      title: 'Record cremation',
      lead: 'This ends the record of the body. Its remains begin with tags of their own.',
    },
    parted: {
      button: 'Divide',
      title: 'Divide the remains',
      lead: 'Each part gets a tag of its own. This record ends.',
    },
    closed: {
      title: 'Close the record',
      lead: 'This is the last entry: nothing can be recorded after it.',
    },
  };
type Step = keyof typeof stepTexts;

/** Returns the entries without a move that can come next. */
const stepsOf = (subject: Subject, all: readonly Subject[]): Step[] => {
  const { kind, number, place, state } = subject;
  if (state === 'ended' || number === 0) return [];
  const isClosable =
    neverBegan(subject, all) || (place?.ours === false && (kind === 'remains' || place.kind !== 'crematory'));
  const steps: (Step | false)[] = [
    kind === 'body' && place?.kind === 'crematory' && 'cremated',
    kind === 'remains' && 'parted',
    isClosable && 'closed',
  ];
  return steps.filter((step) => step !== false);
};

const parts: FieldShape = {
  name: 'parts',
  label: 'Number of containers',
  kind: 'integer',
  inputmode: 'numeric',
  requiredIf: true,
  help: `1 to ${maxParts}`,
};
const note: FieldShape = { name: 'note', label: 'Note', kind: 'textarea', maxLength: 500 };

interface StepDialogProps {
  kind: Step;
  subject: Subject;
  timeZone: string;
  onClose: () => void;
}

const StepDialog = ({ kind, subject, timeZone, onClose }: StepDialogProps) => {
  const send = useSendCare(subject.case_id);
  const [opened] = useState(() => new Date());
  const { title, lead } = stepTexts[kind];
  const hasParts = kind !== 'closed';
  const { form, ...sent } = useSentForm({
    start: { parts: kind === 'parted' ? '2' : '1', note: '', happened_at: '' },
    send: (values) => {
      const body = {
        subject: subject.id,
        kind,
        expected: subject.number,
        note: values.note,
        happened_at: instantOf(values.happened_at, timeZone, opened),
        ...(hasParts && { parts: Number(values.parts) }),
      };
      return send(careEndpoints.move, { params: { id: subject.case_id }, body });
    },
    done: 'Recorded',
    onDone: onClose,
  });
  return (
    <FormDialog title={title} submit={title} {...sent} onClose={onClose}>
      <p>{lead}</p>
      <FormFields form={form} fields={[...(hasParts ? [parts] : []), whenField, note]} />
    </FormDialog>
  );
};
