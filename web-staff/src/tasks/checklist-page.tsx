import { Button, Group, Menu, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import {
  type Checklist,
  type ChecklistItem,
  caseKindLabels,
  checklistMessages,
  maxItems,
  taskGroupLabels,
  taskGroups,
} from '#domain/tasks/checklist.ts';
import { readyMadeLists } from '#domain/tasks/ready-made.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import formClasses from '../organizations/parts/home-form.module.css';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { toastError, toastFailure, toastSuccess, toastUndoable } from '../ui/feedback/toasts.tsx';
import { IconButton } from '../ui/gated-button.tsx';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useIsPhone } from '../ui/page/use-screen-width.ts';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { useUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { changesText, keyOf, moved, withList } from './checklist-edit.ts';
import { ItemDialog, ownerLabels } from './checklist-item-dialog.tsx';
import { factText, ruleText } from './parts/task-text.ts';

const currentKey = ['tasks', 'checklists'] as const;
const versionsKey = (homeId: string) => ['tasks', 'checklist-versions', homeId] as const;

/** Whether someone else saved the checklist first. */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

const useSaveChecklist = () => {
  const keyFor = useIdempotencyKey();
  const client = useQueryClient();
  return useChange(
    (call, body: NonNullable<CallInput<typeof taskEndpoints.saveChecklist>['body']>) =>
      call(taskEndpoints.saveChecklist, { body }, { idempotencyKey: keyFor(body) }),
    (saved) => {
      client.setQueryData<Checklist[]>(currentKey, (all) =>
        all?.map((one) => (one.funeral_home_id === saved.funeral_home_id ? saved : one)),
      );
      return client.invalidateQueries({ queryKey: versionsKey(saved.funeral_home_id) });
    },
    { onError: (error) => (isStale(error) ? client.invalidateQueries({ queryKey: currentKey }) : toastFailure(error)) },
  );
};

export const ChecklistPage = () => {
  useDocumentTitle('Checklists');
  const query = useQuery(callQuery(useApi(), taskEndpoints.checklists, {}, currentKey, { staleTime: 0 }));
  const own = useCurrentUser().funeral_home;
  const homes = useLocations().toSorted((one, other) => Number(other.id === own) - Number(one.id === own));
  const shown = useSearchParams()[0].get('home') ?? own;
  const checklist = query.data?.find(({ funeral_home_id }) => funeral_home_id === shown);
  return (
    <>
      <PageHeader title="Checklists" lead="The tasks of a new case. Cases that are open keep theirs until updated." />
      {homes.length > 1 && (
        <LinkTabs
          {...{ label: 'Funeral home', name: 'home', shown }}
          tabs={homes.map(({ id, name }) => ({ id, label: name }))}
        />
      )}
      {!query.data && <QueryState query={query} rows={8} height={72} lines={2} />}
      {query.data && !checklist && <EmptyState title="There is no checklist of this home" />}
      {checklist && <Editor key={shown} checklist={checklist} />}
    </>
  );
};

const labelsOf = (values: readonly string[], options: readonly { value: string; label: string }[]): string =>
  values.map((value) => options.find((option) => option.value === value)?.label).join(', ');

const appliesText = ({ service_types, methods, kinds, veteran, child }: ChecklistItem['applies']): string =>
  [
    labelsOf(service_types, serviceTypes),
    labelsOf(methods, dispositionMethods),
    kinds.map((kind) => caseKindLabels[kind]).join(', '),
    veteran && 'Veterans only',
    child && 'Children only',
  ]
    .filter(Boolean)
    .join(' · ') || 'all';

const Fact = ({ label, children }: { label: string; children: string }) => (
  <Text span inherit display="inline-block" mr="sm">
    <Text span inherit fw={600}>
      {label}
    </Text>{' '}
    {children}
  </Text>
);

const factLines = (item: ChecklistItem): ReactNode[] => [
  <Fragment key="task">
    <Fact label="Due">{ruleText(item)}</Fact>
    <Fact label="For">{ownerLabels[item.owner]}</Fact>
  </Fragment>,
  <Fragment key="case">
    <Fact label="Done when">{item.met_by ? factText(item.met_by) : 'ticked by hand'}</Fact>
    <Fact label="Cases">{appliesText(item.applies)}</Fact>
  </Fragment>,
];

/** Folded at first on a phone, where all groups are a dozen screens. */
const ItemGroup = ({ title, count, children }: { title: string; count: number; children: ReactNode }) => {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <Queue
      title={title}
      count={count}
      aside={
        isPhone && (
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'} <VisuallyHidden>{title}</VisuallyHidden>
          </Button>
        )
      }
    >
      {(isOpen || !isPhone) && <QueueRows label={title}>{children}</QueueRows>}
    </Queue>
  );
};

const Editor = ({ checklist }: { checklist: Checklist }) => {
  const { funeral_home_id: homeId } = checklist;
  const canEdit = isAllowed(actorOf(useCurrentUser()), 'home:edit', { homeId });
  /** Undefined while nothing is edited; `base` is the version that the edit began with. */
  const [draft, setDraft] = useState<{ base: Checklist; items: readonly ChecklistItem[] }>();
  const { base, items } = draft ?? { base: checklist, items: checklist.items };
  const changes = changesText(base.items, items);
  const leaving = useUnsavedChanges(changes !== '');
  const list = usePreserveFocus<HTMLDivElement>();
  const saving = useSaveChecklist();
  const edit = (change: (items: readonly ChecklistItem[]) => readonly ChecklistItem[]) =>
    setDraft((now) => ({ base: now?.base ?? checklist, items: change(now?.items ?? checklist.items) }));
  const discard = () => {
    setDraft(undefined);
    saving.reset();
  };
  const remove = (item: ChecklistItem) => {
    const at = items.indexOf(item);
    edit((now) => now.filter((one) => one !== item));
    toastUndoable(`“${item.title}” removed.`, () =>
      edit((now) => (now.some(({ key }) => key === item.key) ? now : now.toSpliced(at, 0, item))),
    );
  };
  const save = () => {
    if (items.length > maxItems) return toastError(checklistMessages.tooMany);
    const done = ({ version }: Checklist) => {
      discard();
      toastSuccess(`Version ${version} saved: ${changes}.`);
    };
    const body = { funeral_home_id: homeId, version: base.version, items: [...items] };
    saving.mutate(body, { onSuccess: done });
  };
  const dialog = (item?: ChecklistItem) => (onClose: () => void) => (
    <ItemDialog
      {...(item && { item })}
      keyFor={(title) => keyOf(title, items)}
      onDone={(edited) => edit((now) => (item ? now.map((one) => (one === item ? edited : one)) : [...now, edited]))}
      onClose={onClose}
    />
  );
  return (
    <Stack ref={list} tabIndex={-1} gap="lg">
      <Group>
        <Text c="dimmed">
          {versionText(checklist)} {!canEdit && 'Only administrators of this home can change it.'}
        </Text>
        {canEdit && (
          <>
            <DialogOpener dialog={dialog()}>Add an item</DialogOpener>
            <Menu>
              <Menu.Target>
                <Button variant="default">Add a ready-made list</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {readyMadeLists.map(({ name, items: listed }) => {
                  const count = withList(items, listed).length - items.length;
                  return (
                    <Menu.Item key={name} disabled={count === 0} onClick={() => edit((now) => withList(now, listed))}>
                      {name} ({count} new)
                    </Menu.Item>
                  );
                })}
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </Group>
      {items.length === 0 && <EmptyState title="No items" text="New cases of this home begin without tasks." />}
      {taskGroups.map((group) => {
        const rows = items.filter((item) => item.group === group);
        return (
          rows.length > 0 && (
            <ItemGroup key={group} title={taskGroupLabels[group]} count={rows.length}>
              {rows.map((item) => (
                <QueueRow
                  key={item.key}
                  name={item.title}
                  lines={factLines(item)}
                  isBeneath
                  actions={
                    canEdit && (
                      <Group gap={0} wrap="nowrap">
                        <IconButton
                          icon={IconArrowUp}
                          label={`Move up: ${item.title}`}
                          onClick={() => edit((now) => moved(now, item, -1))}
                        />
                        <IconButton
                          icon={IconArrowDown}
                          label={`Move down: ${item.title}`}
                          onClick={() => edit((now) => moved(now, item, 1))}
                        />
                        <DialogOpener variant="subtle" dialog={dialog(item)}>
                          Edit <VisuallyHidden>{item.title}</VisuallyHidden>
                        </DialogOpener>
                        <IconButton
                          icon={IconTrash}
                          color="gray"
                          label={`Remove: ${item.title}`}
                          onClick={() => remove(item)}
                        />
                      </Group>
                    )
                  }
                />
              ))}
            </ItemGroup>
          )
        );
      })}
      {isStale(saving.error) && (
        <Notice tone="problem" title="Your changes are still here">
          {checklistMessages.stale}
        </Notice>
      )}
      {canEdit && (
        <div className={formClasses.foot} data-dirty={changes !== ''}>
          <Text role="status" mr="auto">
            {changes}
          </Text>
          {changes && (
            <Button variant="default" onClick={discard}>
              Discard changes
            </Button>
          )}
          <Button disabled={!changes} loading={saving.isPending} onClick={save}>
            Save version {base.version + 1}
          </Button>
        </div>
      )}
      <Versions checklist={checklist} onUse={canEdit && ((used) => edit(() => used))} />
      {leaving.dialog}
    </Stack>
  );
};

const versionText = ({ version, saved_at, saved_by_name }: Checklist): string =>
  saved_at ? `Version ${version}, saved ${exactTime(saved_at)} by ${saved_by_name}.` : 'The ready-made checklist.';

interface VersionsProps {
  checklist: Checklist;
  onUse: false | ((items: readonly ChecklistItem[]) => void);
}

const Versions = ({ checklist: { funeral_home_id: homeId, version: current }, onUse }: VersionsProps) => {
  const of = { query: { versions_of: homeId } };
  const query = useQuery(callQuery(useApi(), taskEndpoints.checklists, of, versionsKey(homeId)));
  const earlier = query.data?.filter(({ version }) => version !== current);
  if (earlier?.length === 0) return null;
  return (
    <Queue title="Earlier versions">
      {!earlier && <QueryState query={query} rows={2} />}
      <QueueRows label="Earlier versions">
        {earlier?.map((one) => (
          <QueueRow
            key={one.version}
            name={versionText(one)}
            lines={[`${one.items.length} ${pluralForm(one.items.length, 'item', 'items')}`]}
            actions={
              onUse && (
                <Button variant="default" onClick={() => onUse(one.items)}>
                  Use this version
                </Button>
              )
            }
          />
        ))}
      </QueueRows>
    </Queue>
  );
};
