import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CaseEffects } from '#domain/care/care.schema.ts';
import { effectDecisions } from '#domain/care/care-names.ts';
import { partyText } from '#domain/care/entry-text.ts';
import { effectDecisionLabels } from '#domain/care/personal-effects.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useApi } from '../api/api-context.ts';
import { useDocumentLink } from '../documents/mutations.ts';
import { DocumentPreview } from '../documents/parts/document-preview.tsx';
import { PaperButton } from '../documents/parts/paper-button.tsx';
import { documentsQuery } from '../documents/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { downloadFromUrl } from '../ui/download.ts';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './case-care.module.css';
import { effectsQuery, useSendCare } from './queries.ts';
import { SignaturePad, Signatures } from './signature-pad.tsx';

type PersonalEffect = CaseEffects['effects'][number];

export const EffectsPart = ({ caseId, timeZone }: { caseId: string; timeZone: string }) => {
  const canMove = useCan()('care:move');
  const query = useQuery(effectsQuery(useApi(), caseId));
  const listed = query.data?.effects.filter(({ count }) => count > 0) ?? [];
  const here = listed.filter(({ returned }) => returned === null);
  const undecided = here.filter(({ decision }) => decision === null).length;
  return (
    <section className={classes.panel} aria-labelledby="care-effects">
      <header className={classes.head}>
        <h2 id="care-effects">
          Personal effects{' '}
          <span className={classes.dim}>
            {listed.length} {pluralForm(listed.length, 'item', 'items')}
            {undecided > 0 && ` · ${undecided} to decide`}
          </span>
        </h2>
        {canMove && query.data && (
          <span className={classes.actions}>
            {here.length > 0 && (
              <DialogOpener dialog={(onClose) => <ReturnDialog caseId={caseId} here={here} onClose={onClose} />}>
                Return
              </DialogOpener>
            )}
            <DialogOpener dialog={(onClose) => <EffectDialog caseId={caseId} onClose={onClose} />}>
              Add item
            </DialogOpener>
          </span>
        )}
      </header>
      {!query.data && <QueryState query={query} rows={2} height={60} />}
      {query.data && listed.length === 0 && (
        <p className={classes.none}>Nothing listed. Write what is seen: “yellow metal”, not “gold”.</p>
      )}
      <ul className={classes.effects}>
        {listed.map((effect) => (
          <li key={effect.id}>
            <span className={classes.what}>
              <b>
                {effect.count > 1 && `${effect.count} × `}
                {effect.description}
              </b>
              <span className={classes.dim}>
                {[effect.worn ? 'Worn' : 'Not worn', effect.note].filter(Boolean).join(' · ')}
              </span>
            </span>
            {effect.photo_id && <Photo caseId={caseId} id={effect.photo_id} />}
            <Decision {...effect} timeZone={timeZone} />
            {canMove && !effect.returned && (
              <span className={classes.actions}>
                <DialogOpener
                  variant="subtle"
                  aria-label={`${effect.decision ? 'Change' : 'Decide'}: ${effect.description}`}
                  dialog={(onClose) => <EffectDialog caseId={caseId} effect={effect} decides onClose={onClose} />}
                >
                  {effect.decision ? 'Change' : 'Decide'}
                </DialogOpener>
                <DialogOpener
                  variant="subtle"
                  aria-label={`Correct: ${effect.description}`}
                  dialog={(onClose) => <EffectDialog caseId={caseId} effect={effect} onClose={onClose} />}
                >
                  Correct
                </DialogOpener>
              </span>
            )}
          </li>
        ))}
      </ul>
      {query.data?.receipts.map((receipt) => (
        <div key={receipt.id} className={classes.receipt}>
          <span className={classes.what}>
            <b>Receipt: {receipt.effects.map(({ description }) => description).join(', ')}</b>
            <span className={classes.dim}>
              Gave: {receipt.gave.name} · took: {partyText(receipt.took)} · {timeAtHome(receipt.happened_at, timeZone)}
            </span>
          </span>
          <Signatures of={receipt}>
            <PaperButton paper="effectReceipt" id={receipt.id} caseId={caseId} isSmall>
              Print receipt
            </PaperButton>
          </Signatures>
        </div>
      ))}
    </section>
  );
};

const Photo = ({ caseId, id }: { caseId: string; id: string }) => {
  const { data } = useQuery(documentsQuery(useApi(), caseId));
  const link = useDocumentLink();
  const photo = data?.results.find((one) => one.id === id);
  const save = () =>
    link.mutate({ id, disposition: 'attachment' }, { onSuccess: downloadFromUrl, onError: toastFailure });
  return (
    photo && (
      <DialogOpener
        variant="subtle"
        dialog={(onClose) => <DocumentPreview document={photo} onDownload={save} onClose={onClose} />}
      >
        Photo
      </DialogOpener>
    )
  );
};

const Decision = ({ decision, decided_by, returned, timeZone }: PersonalEffect & { timeZone: string }) => (
  <span className={classes.what}>
    {returned ? (
      <Chip tone="ok">Returned</Chip>
    ) : (
      <Chip tone={decision ? 'neutral' : 'warn'}>{decision ? effectDecisionLabels[decision] : 'Family to decide'}</Chip>
    )}
    <span className={classes.dim}>
      {returned ? `${returned.to_name}, ${timeAtHome(returned.at, timeZone)}` : decision && decided_by}
    </span>
  </span>
);

const decisionFields: readonly FieldShape[] = [
  {
    name: 'decision',
    label: 'What happens with it',
    kind: 'select',
    options: effectDecisions.map((value) => ({ value, label: effectDecisionLabels[value] })),
  },
  { name: 'decided_by', label: 'Decided by', kind: 'text', maxLength: 100 },
];
const what: readonly FieldShape[] = [
  {
    name: 'description',
    label: 'Description',
    kind: 'text',
    maxLength: 200,
    requiredIf: true,
    isFirst: true,
    help: 'Write what is seen: “yellow metal”, not “gold”.',
  },
  { name: 'count', label: 'Count', kind: 'integer', inputmode: 'numeric', requiredIf: true },
  { name: 'worn', label: 'Worn on the body', kind: 'checkbox' },
  { name: 'note', label: 'Note', kind: 'text', maxLength: 300 },
];
const reason: FieldShape = {
  name: 'reason',
  label: 'Why the list was wrong',
  kind: 'text',
  maxLength: 300,
  requiredIf: true,
  help: 'A count of 0 strikes the item. The earlier entry stays on the record.',
};
const required = (values: Readonly<Record<string, FieldValue>>, names: readonly string[]) =>
  Object.fromEntries(
    names.filter((name) => asString(values[name]).trim() === '').map((name) => [name, ['This is required']]),
  );

interface DialogProps {
  caseId: string;
  onClose: () => void;
}

/** Lists an effect, corrects one, or records the decision about one. */
const EffectDialog = ({
  caseId,
  effect,
  decides,
  onClose,
}: DialogProps & { effect?: PersonalEffect; decides?: boolean }) => {
  const send = useSendCare(caseId);
  const { data: documents } = useQuery(documentsQuery(useApi(), caseId));
  const pictures = documents?.results.filter(({ content_type: type }) => type?.startsWith('image/')) ?? [];
  const photo: FieldShape = {
    name: 'photo_id',
    label: 'Photo',
    kind: 'select',
    help: 'A picture among the documents of the case.',
    options: pictures.map(({ id, file_name }) => ({ value: id, label: file_name })),
  };
  const fields = decides
    ? decisionFields.map((field) => ({ ...field, requiredIf: true }))
    : [...what, ...(pictures.length > 0 ? [photo] : []), ...(effect ? [reason] : decisionFields)];
  const needed = fields.filter(({ requiredIf }) => requiredIf).map(({ name }) => name);
  const { description = '', count = 1, worn = false, note = '' } = effect ?? {};
  const { form, ...sent } = useSentForm({
    start: {
      description,
      count: String(count),
      worn,
      note,
      photo_id: effect?.photo_id ?? '',
      reason: '',
      decision: effect?.decision ?? '',
      decided_by: effect?.decided_by ?? '',
    },
    judge: (values) => required(values, needed),
    send: ({ decision: chosen, decided_by, reason, ...values }) => {
      const decision = effectDecisions.find((one) => one === chosen);
      const decided = decision && { decision, decided_by };
      const listed = { ...values, count: Number(values.count), photo_id: values.photo_id || null };
      if (!effect) return send(careEndpoints.addEffect, { params: { id: caseId }, body: { ...listed, ...decided } });
      const body = decides ? { ...decided } : { ...listed, reason };
      return send(careEndpoints.changeEffect, { params: { id: caseId, effectId: effect.id }, body });
    },
    done: decides ? 'Decision recorded' : effect ? 'Item corrected' : 'Item listed',
    onDone: onClose,
  });
  const [title, submit] = effect ? ['Correct item', 'Correct'] : ['Add item', 'Add'];
  return (
    <FormDialog title={decides ? description : title} submit={decides ? 'Record' : submit} {...sent} onClose={onClose}>
      <FormFields form={form} fields={fields} />
    </FormDialog>
  );
};

const took: readonly FieldShape[] = [
  { name: 'took_name', label: 'Who receives them', kind: 'text', maxLength: 100, requiredIf: true },
  { name: 'took_firm', label: 'Firm or relationship', kind: 'text', maxLength: 100 },
];
const returnNote: FieldShape = { name: 'note', label: 'Note', kind: 'text', maxLength: 300 };

/** Hands effects over with a receipt that both sign. */
const ReturnDialog = ({ caseId, here, onClose }: DialogProps & { here: readonly PersonalEffect[] }) => {
  const me = useCurrentUser();
  const send = useSendCare(caseId);
  const [chosen, setChosen] = useState(here.filter((one) => one.decision === 'return').map(({ id }) => id));
  const { form, ...sent } = useSentForm({
    start: {
      took_name: '',
      took_firm: '',
      note: '',
      gave: '',
      took: '',
      effects: '',
      happened_at: new Date().toISOString(),
    },
    judge: (values) => ({
      ...required(values, ['took_name', 'gave', 'took']),
      ...(chosen.length === 0 && { effects: ['Choose what is returned'] }),
    }),
    send: (values) => {
      const body = {
        effects: chosen,
        happened_at: values.happened_at,
        note: values.note,
        took: { name: values.took_name, firm: values.took_firm },
        signatures: (['gave', 'took'] as const).map((of) => ({ of, path: values[of] })),
      };
      return send(careEndpoints.returnEffects, { params: { id: caseId }, body });
    },
    done: 'Effects returned',
    onDone: onClose,
  });
  return (
    <FormDialog title="Return effects" submit="Record the return" size="lg" {...sent} onClose={onClose}>
      <Checkbox.Group
        label="What is returned"
        value={chosen}
        onChange={setChosen}
        error={form.bind({ name: 'effects', label: '', kind: 'text' }).error}
      >
        {here.map(({ id, description, count }) => (
          <Checkbox key={id} value={id} label={count > 1 ? `${count} × ${description}` : description} mt="xs" />
        ))}
      </Checkbox.Group>
      <FormFields form={form} fields={took} />
      <SignaturePad form={form} name="gave" label={`Signature of ${me.first_name} ${me.last_name}`} />
      <SignaturePad form={form} name="took" label={`Signature of ${form.values.took_name || 'who receives them'}`} />
      <FormFields form={form} fields={[returnNote]} />
    </FormDialog>
  );
};
