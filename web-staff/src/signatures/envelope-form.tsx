import { Anchor, Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { EnvelopeChoices, EnvelopePreview, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { envelopePolicyMessages } from '#domain/signatures/envelope-status.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { partOfRole, type SignerPart } from '#domain/signatures/signer-parts.ts';
import { useApi } from '../api/api-context.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastRejection } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastErrors, toastSuccess } from '../ui/feedback/toasts.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import {
  beginWith,
  bodyOf,
  type EnvelopeValues,
  type FormPaper,
  type FormPerson,
  papersOf,
  peopleWith,
} from './envelope-values.ts';
import { Panel } from './mapping.tsx';
import { useCreateEnvelope, useSendEnvelope, useUpdateEnvelope } from './mutations.ts';
import { emailError, PeoplePicker } from './people-picker.tsx';
import { previewQuery } from './queries.ts';
import classes from './signatures.module.css';

interface EmptyRole {
  role: string;
  part: SignerPart;
}

/** Roles that require a signer and have none, each once. */
const emptyRoles = (documents: EnvelopePreview['documents']): EmptyRole[] => {
  const found = new Map<string, EmptyRole>();
  for (const { roles } of documents)
    roles.forEach(({ role, recipient, signs }, at) => {
      if (signs && recipient === null) found.set(role, { role, part: partOfRole(role, at) });
    });
  return [...found.values()];
};

const tick = 'input[type="checkbox"]';

const gapSelector = ({ faults: errors, documents }: EnvelopePreview, people: readonly FormPerson[]): string => {
  const inRowOf = (person: FormPerson | undefined, input: string) =>
    person ? `[data-person="${CSS.escape(person.key)}"] ${input}` : '[data-add]';
  const [list, at, what] = (Object.keys(errors)[0] ?? '').split('.');
  if (list === 'recipients' && at !== undefined) {
    const signing = people.filter(({ signs, name }) => signs && name.trim() !== '');
    return inRowOf(signing[Number(at)], what === 'email' ? 'input[type="email"]' : tick);
  }
  if (list === 'recipients' || what === 'roles') {
    const parts = emptyRoles(documents).map(({ part }) => part);
    const left = people.filter(({ signs }) => !signs);
    return inRowOf(left.find(({ part }) => parts.includes(part)) ?? left[0], tick);
  }
  return `[data-papers] ${tick}`;
};

interface PreviewTableProps {
  preview: EnvelopePreview;
  people: readonly string[];
}

const signersOf = (roles: EnvelopePreview['documents'][number]['roles'], people: readonly string[]): string =>
  roles
    .filter(({ signs }) => signs)
    .map(({ role, recipient }) => `${role}: ${recipient === null ? 'no one yet' : (people[recipient] ?? 'no one yet')}`)
    .join(' · ');

const PreviewTable = ({ preview, people }: PreviewTableProps) => {
  if (preview.documents.length === 0) return null;
  const empty = emptyRoles(preview.documents);
  const lacks = [
    ...empty.map(({ role }) => `No signer for ${role} yet`),
    ...(preview.missing_count > 0 ? [`${preview.missing_count} missing in the case`] : []),
  ];
  const isWhole = lacks.length === 0 && Object.keys(preview.faults).length === 0;
  const note = lacks.map((lack) => (
    <Chip key={lack} tone="warn">
      {lack}
    </Chip>
  ));
  return (
    <Panel title="Preview" note={isWhole ? 'Complete' : note}>
      <ul className={classes.rows}>
        {preview.documents.map(({ name, roles, fields }, at) => {
          const filled = fields.filter(({ source }) => source !== '');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: papers are in the order of the request
            <li key={at} className={classes.row}>
              <div className={classes.grow}>
                <strong>{name}</strong>
                <br />
                <span className={classes.dim}>{signersOf(roles, people)}</span>
                {filled.length > 0 && (
                  <table className={classes.values}>
                    <thead>
                      <tr>
                        <th scope="col">Field</th>
                        <th scope="col">From the case</th>
                      </tr>
                    </thead>
                    <tbody>
                      {filled.map((field, n) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: fields are in the order of the form
                        <tr key={n}>
                          <th scope="row">{field.name}</th>
                          <td>
                            {field.is_missing ? (
                              <Chip tone="warn">
                                {field.is_misfit ? signatureMessages.misfit : 'Missing'}: {field.source_label}
                              </Chip>
                            ) : (
                              field.value
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
};

interface PaperGroupProps {
  title: string;
  papers: readonly FormPaper[];
  chosen: readonly string[];
  onPick: (key: string, isPicked: boolean) => void;
}

const PaperGroup = ({ title, papers, chosen, onPick }: PaperGroupProps) => {
  const heading = useId();
  if (papers.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes.group}>
        {title}
      </h3>
      <ul className={classes.rows}>
        {papers.map(({ key, name, note, problem }) => (
          <li key={key} className={classes.row} data-off={problem !== undefined || undefined}>
            <Checkbox
              size="md"
              label={name}
              description={problem ?? note}
              // An unavailable document of a draft can be unticked.
              disabled={problem !== undefined && !chosen.includes(key)}
              checked={chosen.includes(key)}
              onChange={(event) => onPick(key, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
};

interface EnvelopeFormProps {
  choices: EnvelopeChoices;
  draft: SignatureEnvelope | undefined;
  like?: SignatureEnvelope | undefined;
  statement?: string | undefined;
  back: { to: string; label: string };
}

export const EnvelopeForm = ({ choices, draft, like, statement, back }: EnvelopeFormProps) => {
  const papers = papersOf(choices);
  const [values, setValues] = useState<EnvelopeValues>(() => beginWith(choices, draft ?? like, statement));
  const set = (change: Partial<EnvelopeValues>) => setValues((before) => ({ ...before, ...change }));
  const body = bodyOf(choices.case.id, values, papers);
  const misaddressed = values.people.find((one) => one.signs && one.name.trim() !== '' && emailError(one));
  // The server refuses such an address.
  const looking = useQuery({ ...previewQuery(useApi(), body), enabled: !misaddressed });
  const preview = looking.data;
  const { save, busy } = useSaving(choices.case.id, draft);
  const refused = preview ? [...new Set(Object.values(preview.faults).flat())] : [];
  const address = misaddressed && [misaddressed.name, emailError(misaddressed)].filter(Boolean).join(': ');
  const errors = [address, ...refused].filter((error) => error !== undefined);
  const why = choices.case.can_request ? errors : [envelopePolicyMessages.caseNotOpen];
  const namesBy = (way: FormPerson['delivery']) =>
    body.recipients.filter(({ delivery }) => delivery === way).map(({ name }) => name);
  const inPerson = namesBy('in_person');
  const isMailed = values.people.some(({ signs, delivery }) => signs && delivery === 'email');
  const unasked = values.papers.some((paper) => paper.startsWith('statement:'))
    ? choices.people.flatMap(({ key, name, on_statement }) =>
        on_statement && !values.people.some((one) => one.key === key && one.signs) ? [name] : [],
      )
    : [];
  const unfit = papers.filter(({ key, fits }) => fits === false && values.papers.includes(key));
  const [asking, setAsking] = useState(false);
  const send = () => {
    if (why.length > 0) return refuse();
    if (unfit.length > 0) return setAsking(true);
    void save(body, true);
  };
  const pick = (key: string, isPicked: boolean) =>
    set(
      isPicked
        ? { papers: [...values.papers, key], people: peopleWith(choices, values.people, key) }
        : { papers: values.papers.filter((one) => one !== key) },
    );
  const main = useRef<HTMLDivElement>(null);
  const refuse = () => {
    toastErrors(why);
    const gap = misaddressed
      ? `[data-person="${CSS.escape(misaddressed.key)}"] input[type="email"]`
      : preview && errors.length > 0 && gapSelector(preview, values.people);
    if (gap) main.current?.querySelector<HTMLElement>(gap)?.focus();
  };
  return (
    <>
      <PageHeader
        back={back}
        title={draft ? 'Edit request' : 'Request signatures'}
        lead={[choices.case.deceased_name, choices.case.case_number].filter(Boolean).join(', ')}
      />
      <div ref={main} className={classes.main}>
        {!choices.case.can_request && (
          <Notice tone="warning" title={envelopePolicyMessages.caseNotOpen}>
            You can save this request as a draft. To send it,{' '}
            <Anchor component={Link} to={paths.case(choices.case.id)} inherit underline="always">
              open the case
            </Anchor>{' '}
            and click Activate.
          </Notice>
        )}
        <Panel title="Documents" note={`${values.papers.length} selected`}>
          {papers.length === 0 ? (
            <EmptyState
              title="Nothing to sign yet"
              text="Add a template, finalize the Statement, or upload a PDF to the case."
              action={
                <Button component={Link} to={paths.signatureTemplates} variant="default">
                  Templates
                </Button>
              }
            />
          ) : (
            <div className={classes.papers} data-papers>
              <PaperGroup
                title="Forms"
                papers={papers.filter(({ kind }) => kind === 'template')}
                chosen={values.papers}
                onPick={pick}
              />
              <PaperGroup
                title="Documents of this case"
                papers={papers.filter(({ kind }) => kind !== 'template')}
                chosen={values.papers}
                onPick={pick}
              />
            </div>
          )}
        </Panel>
        <Panel
          title="Signers"
          note={
            <Checkbox
              label="In this order"
              checked={values.in_order}
              onChange={(event) => set({ in_order: event.currentTarget.checked })}
            />
          }
        >
          <PeoplePicker people={values.people} onChange={(people) => set({ people })} />
          {unasked.length > 0 && (
            <Notice tone="warning">
              The Statement names {unasked.join(' and ')}, who {unasked.length === 1 ? 'does' : 'do'} not sign here. It
              is accepted once everybody whom it names has signed.
            </Notice>
          )}
        </Panel>
        <Panel title="Title and message">
          <div className={classes.body}>
            <TextInput
              label="Title"
              maxLength={signatureMessages.titleLimit}
              placeholder={
                preview?.documents.map(({ name }) => name).join(' and ') || 'Uses the document names if blank'
              }
              value={values.title}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
            {isMailed && (
              <Textarea
                mt="sm"
                label="Email message"
                description="The email names the funeral home, the deceased and the documents. This is added above the link."
                rows={3}
                maxLength={2000}
                value={values.message}
                onChange={(event) => set({ message: event.currentTarget.value })}
              />
            )}
          </div>
        </Panel>
        {preview && <PreviewTable preview={preview} people={body.recipients.map(({ name }) => name)} />}
      </div>
      <div className={classes.foot}>
        <span className={classes.dim} role="status">
          {why[0] ?? [readiness(looking), ...(isMailed ? inPerson.map(withoutEmail) : [])].join('. ')}
        </span>
        <Button
          variant={choices.case.can_request ? 'default' : 'filled'}
          loading={busy === 'keep'}
          onClick={() => void save(body, false)}
        >
          Save draft
        </Button>
        {choices.case.can_request && (
          <Button
            variant={why.length === 0 ? 'filled' : 'default'}
            leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
            loading={busy === 'send'}
            onClick={send}
          >
            {isMailed ? 'Send' : 'Start signing'}
          </Button>
        )}
      </div>
      <ConfirmModal
        opened={asking}
        title={`Send ${unfit.map(({ name }) => `“${name}”`).join(' and ')}?`}
        confirmLabel="Send anyway"
        cancelLabel="Keep editing"
        isSafeFilled
        busy={busy === 'send'}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void save(body, true);
        }}
      >
        {signatureMessages.unfit}. Check the type of service and the selected documents.
      </ConfirmModal>
    </>
  );
};

const withoutEmail = (name: string): string => `${name} signs in person and gets no email`;

/** Says that a request is ready only after it was previewed. */
const readiness = ({ data, isError }: { data: EnvelopePreview | undefined; isError: boolean }): string => {
  if (isError) return 'Could not check this request. You can save it as a draft or try to send it.';
  if (!data) return 'Checking…';
  if (data.missing_count === 0) return 'Ready to send';
  return `${data.missing_count} ${data.missing_count === 1 ? 'value is' : 'values are'} missing from the case`;
};

type Body = ReturnType<typeof bodyOf>;

const useSaving = (caseId: string, draft: SignatureEnvelope | undefined) => {
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const creation = useCreateEnvelope();
  const update = useUpdateEnvelope(draft?.id ?? '');
  const sending = useSendEnvelope();
  const [busy, setBusy] = useState<'keep' | 'send'>();
  const made = async (body: Body, send: boolean): Promise<SignatureEnvelope> => {
    if (!draft) {
      const whole = { ...body, send_now: send };
      return creation.mutateAsync({ body: whole, idempotencyKey: keyFor(whole) });
    }
    const { case_id: _case, ...patch } = body;
    const changed = await update.mutateAsync({ ...patch, message: patch.message ?? '' });
    return send ? sending.mutateAsync(changed.id) : changed;
  };
  const save = async (body: Body, send: boolean) => {
    if (busy) return;
    setBusy(send ? 'send' : 'keep');
    try {
      const { id } = await made(body, send);
      toastSuccess(send ? 'Sending request' : 'Draft saved');
      await navigate(paths.signature(id), { replace: draft !== undefined, state: { from: caseId } });
    } catch (error) {
      toastRejection(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { save, busy };
};
