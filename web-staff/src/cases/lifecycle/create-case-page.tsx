import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import { Case } from '#domain/cases/case-wire.schema.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { ApiError, isOutcomeUnknown } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { customerQuery } from '../../customers/queries.ts';
import { useClockAt, useTodayAt } from '../../organizations/homes/queries.ts';
import { AssignedLocation } from '../../organizations/parts/location-select.tsx';
import { paths } from '../../paths.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RecordLoadState } from '../../ui/feedback/states.tsx';
import { failureText, toastError, toastNotice, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldGrid, useComputed } from '../../ui/fields/field-grid.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toFormValues, unchangedAnswer } from '../../ui/record-form/form-values.ts';
import { useRecordForm } from '../../ui/record-form/use-record-form.tsx';
import { caseKeys } from '../keys.ts';
import { type NewCaseBody, useCreateCase } from '../mutations.ts';
import { useCaseNumberChoice } from '../parts/case-number-choice.tsx';
import { AnotherCase, DuplicateCases, useDuplicateCases } from '../parts/like-cases.tsx';
import { specialFields } from '../section/special-fields.tsx';
import classes from './create-case.module.css';
import { InformantChoice } from './informant-choice.tsx';
import {
  bodyOf,
  deceasedFields,
  emptyCase,
  hasDraftContent,
  type InformantKind,
  missingToBeActive,
  newCaseFields,
  newCaseRules,
  personOf,
  serviceFields,
  shownOf,
} from './new-case-values.ts';

export const CreateCasePage = () => {
  useDocumentTitle('New case');
  const call = useApi();
  const customerId = useSearchParams()[0].get('customer') ?? '';
  const query = useQuery({ ...customerQuery(call, customerId), enabled: customerId !== '' });
  const isGone = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  useEffect(() => {
    if (isGone) toastError(caseMessages.invalidCustomer);
  }, [isGone]);
  if (customerId === '' || isGone) return <CreateCase customer={undefined} />;
  if (!query.data)
    return <RecordLoadState query={query} noun="Customer" back={{ to: paths.customers, label: 'Customers' }} />;
  return <CreateCase key={customerId} customer={query.data} />;
};

/** D2 §4; the server fills it from a customer who is the spouse. */
const spouseFilled = 'Spouse information auto-filled based on informant selection';

type NewStatus = 'draft' | 'active';

const CreateCase = ({ customer }: { customer: Customer | undefined }) => {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const creation = useCreateCase();
  const keyFor = useIdempotencyKey();
  const [kind, setKind] = useState<InformantKind>('customer');
  const [homeId, setHomeId] = useState(user.funeral_home);
  const today = useTodayAt(homeId);
  const clock = useClockAt(homeId);
  const choice = useCaseNumberChoice(homeId);
  // The status of the last submit button, which decides what is required.
  const requestedStatus = useRef<NewStatus>('draft');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();

  const form = useRecordForm<Case>({
    fields: newCaseFields,
    record: undefined,
    recordSchema: Case,
    versionOf: ({ version }) => version,
    valuesOf: (caseRecord) =>
      caseRecord ? toFormValues(newCaseFields, caseRecord) : emptyCase(user.funeral_home, customer?.id ?? ''),
    rules: () => newCaseRules(kind, { status: requestedStatus.current, today, clock }),
    unchanged: unchangedAnswer,
    // All fields are new, so none is exempt from validation.
    judgesAll: true,
    save: ({ values }) => {
      const body = {
        ...bodyOf(values, kind, { today, stage: 'draft' }),
        status: requestedStatus.current,
        case_number_manual_override: choice.wanted,
      } as NewCaseBody;
      return creation.mutateAsync({ body, idempotencyKey: keyFor(body) }).catch((error: unknown) => {
        choice.refuse(error);
        setProblem(failureText(error));
        // The case may exist after a lost response, and is then among the possible duplicates.
        if (isOutcomeUnknown(error)) void client.invalidateQueries({ queryKey: caseKeys.allDuplicates });
        throw error;
      });
    },
    onSaved: (caseRecord) => {
      toastSuccess(`Case ${caseRecord.case_number} created`);
      if (caseRecord.informant_relationship === 'spouse' && caseRecord.marital_status === 'married')
        toastNotice(spouseFilled);
      form.letGo();
      void navigate(paths.case(caseRecord.id), { replace: true });
    },
  });
  const { control, getValues } = form.methods;
  const person = useWatch({ control, compute: personOf });
  const shownDeceased = useWatch({ control, compute: (values) => shownOf(deceasedFields, values, today) });
  const alike = useDuplicateCases(person);
  const alikeIds = alike.map(({ id }) => id).join(' ');
  // The confirmation covers only the duplicates shown then.
  const [otherAnswer, setOtherAnswer] = useState('');
  const isAnother = otherAnswer === alikeIds;

  const send = (status: NewStatus) => (event: FormEvent | { preventDefault: () => void }) => {
    event.preventDefault();
    requestedStatus.current = status;
    setTried(true);
    setProblem(undefined);
    const isReady = choice.isReady();
    const body = bodyOf(getValues(), kind, { today, stage: 'draft' });
    if (status === 'draft' && !hasDraftContent(body, today)) return toastError(caseMessages.emptyDraft);
    if (!isReady || form.saving) return;
    if (alike.length > 0 && !isAnother) {
      document.getElementById(alikeId)?.querySelector('input')?.focus();
      return;
    }
    form.submit(event);
  };
  const alikeId = useId();

  return (
    <form className={classes.form} noValidate onSubmit={send('draft')}>
      <PageHeader
        back={
          customer
            ? { to: paths.customer(customer.id), label: customer.full_name }
            : { to: paths.cases, label: 'Cases' }
        }
        title="New case"
        lead="Enter what you know now. You can add the rest in the case. A draft needs at least one answer."
      />
      <Card title="Deceased">
        <FieldGrid
          control={control}
          fields={deceasedFields.filter(({ name }) => shownDeceased.includes(name))}
          required={required}
          latest={today}
        />
      </Card>
      <div id={alikeId} aria-live="polite">
        {alike.length > 0 && (
          <div className={classes.alike}>
            <DuplicateCases cases={alike}>
              <AnotherCase
                checked={isAnother}
                tried={tried}
                onChange={(checked) => setOtherAnswer(checked ? alikeIds : '')}
              />
            </DuplicateCases>
          </div>
        )}
      </div>
      <Card title="Service">
        <FieldGrid
          control={control}
          fields={serviceFields}
          required={required}
          special={{
            ...specialFields(serviceFields, { today, died: person.date_of_death }),
            location: (props) => (
              <AssignedLocation
                {...props}
                onChange={(value) => {
                  props.onChange(value);
                  setHomeId(String(value));
                }}
              />
            ),
          }}
        />
      </Card>
      <Card title="Informant">
        <InformantChoice form={form} kind={kind} onKind={setKind} customer={customer} today={today} />
      </Card>
      <Card title="Case number">{choice.field}</Card>
      {problem && (
        <Notice tone="warning" title="The case was not saved">
          {problem}
        </Notice>
      )}
      <div className={classes.bar}>
        <StillNeeded form={form} kind={kind} today={today} />
        <Button
          variant="default"
          loading={form.saving && requestedStatus.current === 'active'}
          onClick={send('active')}
        >
          Create as active
        </Button>
        <Button type="submit" loading={form.saving && requestedStatus.current === 'draft'}>
          Save draft
        </Button>
      </div>
      {form.dialogs}
    </form>
  );
};

const required: ReadonlySet<string> = new Set();

const Card = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
};

interface StillNeededProps {
  form: Pick<ReturnType<typeof useRecordForm<Case>>, 'methods'>;
  kind: InformantKind;
  today: string;
}

const StillNeeded = ({ form, kind, today }: StillNeededProps) => {
  const text = useComputed(form.methods, (values) => {
    const missing = missingToBeActive(bodyOf(values, kind, { today, stage: 'draft' }), today);
    return [...new Set(missing.map(({ label }) => label))].join(', ');
  });
  return <p className={classes.hint}>{text ? `Still needed to activate: ${text}` : 'Ready to activate.'}</p>;
};
