import { Anchor, Button } from '@mantine/core';
import { IconArrowRight, IconLink, IconPhone, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { missingInFirstCall } from '#domain/first-calls/first-call.rules.ts';
import { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.sections.ts';
import { type PromisedArrival, promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { attachableCases } from '../cases/parts/like-cases.tsx';
import { PaperButton } from '../documents/parts/paper-button.tsx';
import { useClockAt, useTimeZoneAt, useTodayAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { KnownAddresses } from '../ui/fields/field-grid.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { patchOf, toFormValues, unchangedAnswer } from '../ui/record-form/form-values.ts';
import type { RecordChange } from '../ui/record-form/record-form.ts';
import { SaveState, toastUnsaved } from '../ui/record-form/save-state.tsx';
import { useAutosave } from '../ui/record-form/use-autosave.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TimeAgo, useEveryMinute } from '../ui/time/time-ago.tsx';
import { deceasedName, diedText, localTimeText } from './first-call-text.ts';
import { KinSection } from './kin-section.tsx';
import { useActivateFirstCall, useAutoSaveFirstCall, useDeleteFirstCall } from './mutations.ts';
import { MapLink, RemovalSteps } from './parts/removal-steps.tsx';
import classes from './sheet.module.css';
import {
  addressesOfSheet,
  SheetSection,
  SheetSidebar,
  sheetFields,
  sheetRules,
  sheetSections,
} from './sheet-section.tsx';

interface PromisedArrivalBarProps {
  sheet: FirstCall;
  arrival: PromisedArrival;
  today: string;
}

/** Where the team must be and by when, with what it does next. */
const PromisedArrivalBar = ({ sheet, arrival, today }: PromisedArrivalBarProps) => {
  const mayRecord = useCan()('first-call:edit');
  const { place_of_death: place, death_address, death_city, death_state } = sheet;
  const address = [place, death_address, death_city, death_state].filter(Boolean).join(', ');
  const [family] = sheet.next_of_kins;
  const calls = [
    { name: sheet.contact_person, phone: sheet.death_location_phone },
    { name: family?.first_name, phone: family?.phone },
  ];
  return (
    <section className={classes.promise} aria-label="Promised arrival">
      <div className={classes.promiseText}>
        <strong>Be there by {localTimeText(`${arrival.day}T${arrival.time}`, today)}</strong>
        {arrival.minutesLeft < 0 && <Chip tone="danger">Late</Chip>}
        {place && <span>{place}</span>}
        {address && <MapLink place={address} />}
        {calls.map(
          ({ name, phone }) =>
            phone && (
              <Anchor key={phone} href={telHref(phone)} inherit>
                <IconPhone size={14} stroke={1.6} aria-hidden /> Call {name}{' '}
                <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(phone)}</span>
              </Anchor>
            ),
        )}
        {sheet.removal_left_at && (
          <span className={classes.dim}>
            En route since <TimeAgo at={sheet.removal_left_at} />
          </span>
        )}
      </div>
      {mayRecord && (
        <div className={classes.promiseSteps}>
          <RemovalSteps removal={sheet} name={deceasedName(sheet.deceased_full_name)} filled />
        </div>
      )}
    </section>
  );
};

const ConvertDialog = lazyDialog(async () => (await import('./convert-dialog.tsx')).ConvertDialog);
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export const SheetView = ({ sheet }: { sheet: FirstCall }) => {
  const today = useTodayAt(sheet.funeral_home_id);
  const timeZone = useTimeZoneAt(sheet.funeral_home_id);
  const clock = useClockAt(sheet.funeral_home_id);
  const viewer = actorOf(useCurrentUser());
  const canEdit = isAllowed(viewer, 'first-call:edit', sheet);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const [savedAt, setSavedAt] = useState<Date>();
  const [params] = useSearchParams();
  const can = useCan();
  useEveryMinute();
  const promised = promisedArrival(sheet, timeZone, new Date());
  const mayConvert = can('first-call:convert') && !sheet.case_id;
  const [converting, setConverting] = useState(mayConvert && params.has('convert'));
  const [attachTo, setAttachTo] = useState<string>();
  const autoSave = useAutoSaveFirstCall();

  const save = async ({ changed, values, version }: RecordChange<FirstCall>): Promise<FirstCall> => {
    const saved = await autoSave.mutateAsync({ body: { ...patchOf(changed, values), id: sheet.id, version } });
    setSavedAt(new Date());
    return saved;
  };
  const edit = (id: string, open: boolean) =>
    setEditing((now) => new Set(open ? [...now, id] : [...now].filter((other) => other !== id)));
  const sectionOf = (name: string) => sheetSections.find(({ fields }) => fields.some((field) => field.name === name));
  const form = useRecordForm<FirstCall>({
    fields: sheetFields,
    record: sheet,
    recordSchema: FirstCall,
    versionOf: ({ version }) => version,
    valuesOf: (from) => toFormValues(sheetFields, from),
    rules: () => sheetRules(sheet, today, clock),
    unchanged: unchangedAnswer,
    mergesAlone: true,
    save,
    editable: ({ status }) => status !== 'converted',
    reveal: (name) => edit(sectionOf(name)?.id ?? 'kin', true),
  });
  const { states, flush, saveSection } = useAutosave(form, {
    sections: sheetSections,
    save: (_, change) => save(change),
  });

  // Saving again is rejected again, which opens the choice.
  const choose = () => {
    for (const { id } of sheetSections) void saveSection(id);
  };

  const jump = (field: string) => {
    const section = field.startsWith('next_of_kins') ? 'kin' : (sectionOf(field)?.id ?? 'kin');
    if (section !== 'kin') edit(section, true);
    requestAnimationFrame(() => {
      const card = document.querySelector(`[data-section="${section}"]`);
      card?.scrollIntoView({ block: 'start' });
      if (section === 'kin') card?.querySelector<HTMLElement>('button')?.focus();
      else form.methods.setFocus(field);
    });
  };
  const convert = async (caseId?: string) => {
    setAttachTo(caseId);
    if (await flush()) setConverting(true);
    else toastUnsaved(['this first call']);
  };

  return (
    <>
      <PageHeader
        back={{ to: paths.firstCalls, label: 'First calls' }}
        title={deceasedName(sheet.deceased_full_name)}
        badge={<StatusBadge status={sheet.status} />}
        lead={[diedText(sheet), sheet.place_of_death, sheet.funeral_home_name].filter(Boolean).join(' · ')}
        actions={
          <Actions
            sheet={sheet}
            leads={!promised || !can('first-call:edit')}
            onConvert={(caseId) => void convert(caseId)}
          />
        }
        facts={promised && <PromisedArrivalBar sheet={sheet} arrival={promised} today={today} />}
      />
      <div className={classes.saving}>
        <SaveState
          states={states}
          savedAt={savedAt}
          timeZone={timeZone}
          onChoose={form.inConflict ? choose : undefined}
        />
      </div>
      {sheet.case_id && (
        <Notice tone="info">
          {firstCallMessages.editTheCase.split('.')[0]}:{' '}
          <Anchor component={Link} to={paths.case(sheet.case_id)} inherit underline="always">
            {sheet.case_number}
          </Anchor>
          . Make changes there.
        </Notice>
      )}
      {sheet.status === 'draft' && (
        <Gaps sheet={sheet} today={today} canEdit={canEdit} onJump={jump} onBefore={flush} />
      )}
      <div className={classes.columns}>
        <KnownAddresses value={() => addressesOfSheet(sheet)}>
          <div>
            {sheetSections.map((section) =>
              section.id === 'kin' ? (
                <KinSection key={section.id} sheet={sheet} canEdit={canEdit} today={today} />
              ) : (
                <SheetSection
                  key={section.id}
                  section={section}
                  sheet={sheet}
                  form={form}
                  today={today}
                  canEdit={canEdit}
                  editing={canEdit && editing.has(section.id)}
                  onEdit={(open) => edit(section.id, open)}
                />
              ),
            )}
          </div>
        </KnownAddresses>
        <SheetSidebar
          sheet={sheet}
          today={today}
          hasPromise={promised !== undefined}
          onAttach={mayConvert ? (caseId) => void convert(caseId) : undefined}
        />
      </div>
      {form.dialogs}
      {converting && <ConvertDialog sheet={sheet} attachTo={attachTo} onClose={() => setConverting(false)} />}
    </>
  );
};

interface ActionsProps {
  sheet: FirstCall;
  /** The way to the case is the one filled button of the page. */
  leads: boolean;
  /** '' to attach to a case that is still to choose. */
  onConvert: (attachTo?: string) => void;
}

const Actions = ({ sheet, leads, onConvert }: ActionsProps) => {
  const can = useCan();
  const viewer = actorOf(useCurrentUser());
  const navigate = useNavigate();
  const isLikeCase = can('first-call:convert') && attachableCases(sheet.possible_cases).length > 0;
  const removal = useDeleteFirstCall(sheet.id);
  const remove = async () => {
    await removal.mutateAsync();
    toastSuccess('First call deleted');
    void navigate(paths.firstCalls, { replace: true });
  };
  return (
    <>
      <PaperButton paper="firstCall" id={sheet.id}>
        Print
      </PaperButton>
      {can('first-call:delete') && (
        <ConfirmButton
          variant="subtle"
          color="red"
          reason={isAllowed(viewer, 'first-call:delete', sheet) ? undefined : firstCallMessages.keptWithCase}
          leftSection={<IconTrash {...icon} />}
          ask={{
            title: 'Delete this first call?',
            confirmLabel: 'Delete Permanently',
            danger: true,
            action: remove,
            text: 'The sheet and everything on it will be deleted. This cannot be undone.',
          }}
        >
          Delete
        </ConfirmButton>
      )}
      {sheet.case_id ? (
        <Button
          component={Link}
          to={paths.case(sheet.case_id)}
          variant={leads ? 'filled' : 'default'}
          rightSection={<IconArrowRight {...icon} />}
        >
          Open case {sheet.case_number}
        </Button>
      ) : (
        <>
          <DisabledReasonButton
            variant={leads && !isLikeCase ? 'filled' : 'default'}
            reason={
              can('first-call:convert') ? undefined : 'Your role cannot create cases. Ask a director or administrator.'
            }
            rightSection={<IconArrowRight {...icon} />}
            onClick={() => onConvert()}
          >
            Convert to case
          </DisabledReasonButton>
          {isLikeCase && (
            <Button
              variant={leads ? 'filled' : 'default'}
              leftSection={<IconLink {...icon} />}
              onClick={() => onConvert('')}
            >
              Attach to case
            </Button>
          )}
        </>
      )}
    </>
  );
};

interface GapsProps {
  sheet: FirstCall;
  today: string;
  canEdit: boolean;
  onJump: (field: string) => void;
  /** Saves pending changes; returns whether everything is saved. */
  onBefore: () => Promise<boolean>;
}

const Gaps = ({ sheet, today, canEdit, onJump, onBefore }: GapsProps) => {
  const activation = useActivateFirstCall();
  const missing = missingInFirstCall(sheet, { today, stage: 'active' });
  const activate = async () => {
    if (!(await onBefore())) return toastUnsaved(['this first call']);
    activation.mutate(sheet.id, {
      onSuccess: () => toastSuccess('First call is complete'),
      onError: toastFailure,
    });
  };
  return (
    <div className={classes.gaps}>
      <Notice tone="warning" title={missing.length ? 'Missing Required Fields:' : 'All required fields are complete.'}>
        {missing.length > 0 ? (
          <ul className={classes.missing}>
            {missing.map(({ field, label }) => (
              <li key={field}>
                <button type="button" className={classes.jump} disabled={!canEdit} onClick={() => onJump(field)}>
                  {field.startsWith('next_of_kins.') ? `Next of kin: ${label}` : label}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <div className={classes.whole}>
            <Button variant="default" loading={activation.isPending} onClick={() => void activate()}>
              Mark as complete
            </Button>
          </div>
        )}
      </Notice>
    </div>
  );
};
