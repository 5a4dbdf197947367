import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import { isSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { ConversionData, FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useApi } from '../api/api-context.ts';
import { AttachModal, useAttachChoice } from '../cases/parts/attach-choice.tsx';
import { useCaseNumberChoice } from '../cases/parts/case-number-choice.tsx';
import { AnotherCase, DuplicateCases } from '../cases/parts/like-cases.tsx';
import { AttachDifferences } from '../intake/parts/attach-differences.tsx';
import { paths } from '../paths.ts';
import { DialogForm } from '../ui/feedback/form-dialog.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { FieldList } from '../ui/fields/field-list.tsx';
import { relationshipOf } from './first-call-text.ts';
import { useAttachFirstCall, useConvertFirstCall } from './mutations.ts';
import { conversionQuery } from './queries.ts';
import classes from './sheet.module.css';

interface ConvertDialogProps {
  sheet: FirstCall;
  /** The case to attach to, if its button was clicked; '' for one still to choose. */
  attachTo?: string | undefined;
  onClose: () => void;
}

export const ConvertDialog = ({ sheet, attachTo, onClose }: ConvertDialogProps) => {
  const query = useQuery(conversionQuery(useApi(), sheet.id));
  const name = [sheet.deceased_first_name, sheet.deceased_last_name].filter(Boolean).join(' ');
  const same = useAttachChoice({ cases: query.data?.possible_cases ?? sheet.possible_cases, name, wanted: attachTo });
  return (
    <AttachModal onClose={onClose} title={same.title} size={same.attachTo ? 'xl' : 'lg'}>
      {query.data ? (
        <ConvertForm sheet={sheet} preview={query.data} same={same} onClose={onClose} />
      ) : (
        <QueryState query={query} rows={6} />
      )}
    </AttachModal>
  );
};

interface ConvertFormProps extends Pick<ConvertDialogProps, 'sheet' | 'onClose'> {
  preview: ConversionData;
  same: ReturnType<typeof useAttachChoice>;
}

const ConvertForm = ({ sheet, preview, same, onClose }: ConvertFormProps) => {
  const navigate = useNavigate();
  const choice = useCaseNumberChoice(sheet.funeral_home_id);
  const conversion = useConvertFirstCall(sheet.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(preview.next_of_kins.slice(0, 1).flatMap(({ id, can_become_customer: can }) => (can ? [id] : []))),
  );
  const [isAnother, setAnother] = useState(false);
  const [tried, setTried] = useState(false);
  const attaching = useAttachFirstCall(sheet.id);
  const { attachTo } = same;
  const isAlike = preview.possible_cases.length > 0;
  const isDecided = same.isAsked ? same.isNew : !isAlike || isAnother;

  const attach = (caseId: string) =>
    attaching.mutate(caseId, {
      onSuccess: ({ case_id, case_number }) => {
        toastSuccess(`Attached to case ${case_number}. The first call is kept and linked to it.`);
        void navigate(paths.case(case_id));
      },
      onError: toastFailure,
    });
  const submit = () => {
    setTried(true);
    if (attachTo) return attach(attachTo.id);
    if (!choice.isReady() || !isDecided) return;
    conversion.mutate(
      { case_number_manual_override: choice.wanted, next_of_kin_customers: [...chosen] },
      {
        onSuccess: ({ case_id, case_number }) => {
          toastSuccess(`Case ${case_number} created`);
          void navigate(paths.case(case_id));
        },
        onError: (error) => {
          if (!choice.refuse(error)) toastFailure(error);
        },
      },
    );
  };
  const toggle = (id: string) =>
    setChosen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));

  return (
    <DialogForm
      submit={same.submit}
      busy={conversion.isPending || attaching.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {isAlike && (
        <DuplicateCases cases={preview.possible_cases}>
          {!same.isAsked && <AnotherCase checked={isAnother} tried={tried} onChange={setAnother} />}
        </DuplicateCases>
      )}
      {same.isAsked && same.field(tried)}
      {attachTo && <AttachDifferences caseId={attachTo.id} heading="This first call" record={sectionsOf(preview)} />}
      {same.isNew && (
        <>
          <Text>This creates a case with everything on this sheet. The sheet is kept and linked to it.</Text>
          {choice.field}
          <Customers preview={preview} chosen={chosen} onToggle={toggle} />
          <Preview preview={preview} isInformantCustomer={chosen.has(preview.next_of_kins[0]?.id ?? '')} />
        </>
      )}
    </DialogForm>
  );
};

const sectionsOf = ({ sections }: ConversionData) =>
  Object.fromEntries(
    sections.map(({ id, values }) => [id, Object.fromEntries(values.map(({ field, value }) => [field, value]))]),
  );

interface CustomersProps {
  preview: ConversionData;
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

const Customers = ({ preview, chosen, onToggle }: CustomersProps) =>
  preview.next_of_kins.length > 0 && (
    <fieldset className={classes.choices}>
      <legend>Customers on this case</legend>
      {preview.next_of_kins.map(({ id, name, relationship, can_become_customer, customers }) => {
        const same = customers.find(({ is_same }) => is_same)?.customer;
        const others = customers.filter(({ is_same }) => !is_same);
        return (
          <Checkbox
            key={id}
            label={[name || 'Name not known yet', relationshipOf(relationship)].filter(Boolean).join(', ')}
            description={
              same
                ? 'Matches an existing customer; the case will be added.'
                : others.length > 0
                  ? `This number also belongs to ${others.map(({ customer }) => customer.full_name).join(', ')}.`
                  : undefined
            }
            disabled={!can_become_customer}
            checked={chosen.has(id)}
            onChange={() => onToggle(id)}
          />
        );
      })}
    </fieldset>
  );

interface PreviewProps {
  preview: ConversionData;
  /** The first next of kin becomes the customer that a case accepts in place of the informant's address. */
  isInformantCustomer: boolean;
}

const Preview = ({ preview: { sections, missing }, isInformantCustomer }: PreviewProps) => {
  const needed = missing.filter(
    ({ field }) => !isInformantCustomer || (field !== 'informant_address' && field !== 'informant'),
  );
  const count = sections.reduce((sum, { values }) => sum + values.length, 0);
  return (
    <>
      <details className={classes.preview}>
        <summary>See {pluralForm(count, 'the field', `the ${count} fields`)} of the new case</summary>
        {sections.map(({ id, title, values }) => (
          <section key={id}>
            <h3>{title}</h3>
            <FieldList
              fields={fieldsShown(id, values)}
              values={Object.fromEntries(values.map(({ field, value }) => [field, value]))}
            />
          </section>
        ))}
      </details>
      {needed.length > 0 && (
        <Text size="sm" c="dimmed">
          Still needed to activate the case: {[...new Set(needed.map(({ label }) => label))].join(', ')}.
        </Text>
      )}
    </>
  );
};

const fieldsShown = (id: string, values: ConversionData['sections'][number]['values']) => {
  const filled = new Set(values.map(({ field }) => field));
  const fields = isSectionId(id) ? fieldsOfSection(id) : [];
  return fields.filter(({ name, kind }) => filled.has(name) && kind !== 'entries' && kind !== 'reference');
};
