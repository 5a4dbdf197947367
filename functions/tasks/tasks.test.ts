import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { ReportResponse } from '#domain/reports/report.schema.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { Checklist, ChecklistItem } from '#domain/tasks/checklist.ts';
import type { HandoverPage } from '#domain/tasks/handover.ts';
import { readyMadeItems } from '#domain/tasks/ready-made.ts';
import { type CaseTasks, type Task, type TaskRow, taskMessages } from '#domain/tasks/task.schema.ts';
import { taskEntry } from '#domain/tasks/tasks.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { maxReceiveCount, queues } from '#infra/queues.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { queueInVirtualTime } from '#tests/support/engines/queue-in-virtual-time.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { addPlace, careOf } from '#tests/support/records/care.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { addPermit, exampleCopies } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { emptyPart, type TaskPartRecord } from './repository/task-record.ts';
import { changePart } from './shared/change-task.ts';
import { taskHandlers } from './worker/keep-tasks.ts';

const { harness, tenant } = await startHarnessWithTenant();
const rows = areas.tasks;
const { super_admin: owner, office_staff: office, coordinator, funeral_director: director } = tenant.profiles;
const cases = casesOf(harness, tenant);

const seen = new Set<string>();
/** Delivers all new events twice, in both orders. */
const work = async (): Promise<void> => {
  const clock = { now: harness.state.now().getTime() };
  const now = () => new Date(clock.now);
  const { calmTable: table } = harness;
  const queue = queueInVirtualTime(clock, { maxReceiveCount });
  const handlers = taskHandlers({ table, keyWrapper: testKeyWrapper, now });
  const routed = queues['task-work'].events;
  expect(Object.keys(handlers).toSorted()).toEqual(routed.toSorted());
  queue.workedBy(createWorker(handlers, { logger: recordingLogger().logger, queue: queue.queue, now }));
  const events = (await unsentEvents(table, new Date(clock.now + 60_000))).filter(
    ({ name, envelope: { id } }) => (routed as readonly string[]).includes(name) && !seen.has(id),
  );
  for (const { name, envelope } of [...events, ...events.toReversed()]) {
    seen.add(envelope.id);
    queue.send({ source: 'stillwater', 'detail-type': name, detail: envelope });
  }
  await queue.runUntil(clock.now + 600_000);
  expect([queue.waiting, queue.deadLetters]).toEqual([0, []]);
};
const call = async (row: Endpoint, options: object) => harness.call(row, { as: office, ...options });
const opened = async (changes: object = {}): Promise<string> => {
  const { id } = await cases.opened({ ...wholeCase, ...changes });
  await work();
  return id;
};
const tasksOf = async (id: string): Promise<CaseTasks> =>
  succeeded(await call(rows.ofCase, { params: { id } })).body as unknown as CaseTasks;
const taskOf = async (id: string, key: string): Promise<Task> => {
  const found = (await tasksOf(id)).tasks.find((task) => task.id === `${id}.${key}`);
  if (!found) throw new Error(`no task ${key}`);
  return found;
};
const task = async (row: Endpoint, id: string, options: object = {}): Promise<Task> =>
  succeeded(await call(row, { params: { id }, ...options })).body as unknown as Task;
const list = async (query: object): Promise<{ count: number; results: TaskRow[] }> => {
  await harness.projected();
  await harness.projected();
  return succeeded(await call(rows.list, { query })).body as never;
};

describe('tasks of a case', () => {
  it('begins the checklist of the home with a new case', async () => {
    const id = await opened();
    const { checklist_version, tasks } = await tasksOf(id);
    const done = tasks.filter(({ state }) => state !== 'open').map(({ met_by }) => met_by);
    expect([checklist_version, done]).toEqual([0, ['service_scheduled']]);
    expect(tasks.map(({ title }) => title)).toContain('Order certified copies');
  });

  it('completes tasks by what is recorded, and opens them when it is deleted', async () => {
    const id = await opened({ service_type: 'graveside' });
    const cooler = await addPlace({ harness, tenant });
    succeeded(await careOf({ harness, tenant }, id).move({ to_place: cooler.id }));
    const permit = await addPermit(harness, tenant, id);
    succeeded(await call(areas.certificates.recordCopies, { as: owner, params: { id }, body: exampleCopies() }));
    await addDocument(harness, tenant, id, { kind: 'photo' });
    await recordPayment(harness, tenant, id);
    await work();
    const done = (await tasksOf(id)).tasks.filter(({ state }) => state === 'done');
    expect(done.map(({ met_by, is_by_fact }) => [met_by, is_by_fact])).toEqual(
      expect.arrayContaining(
        ['into_care', 'into_cooler', 'copies_ordered', 'photo_added', 'payment_recorded', 'permit_added'].map(
          (fact) => [fact, true],
        ),
      ),
    );
    expect((await taskOf(id, 'into-care')).ended_by_name).not.toBe('');
    succeeded(await call(areas.permits.delete, { as: owner, params: { id, permitId: permit.id } }));
    await work();
    expect(
      (await tasksOf(id)).tasks.filter(({ met_by, state }) => met_by === 'permit_added' && state === 'done'),
    ).toEqual([]);
  });

  it('lets a fact complete a task that a person completed and reopened', async () => {
    const id = await opened({ service_type: 'graveside' });
    const { id: taskId } = await taskOf(id, 'permit');
    await task(rows.complete, taskId, { body: {} });
    await task(rows.reopen, taskId);
    const permit = await addPermit(harness, tenant, id);
    await work();
    const byFact = await taskOf(id, 'permit');
    expect(byFact).toMatchObject({ state: 'done', is_by_fact: true });
    expect(await task(rows.reopen, taskId)).toMatchObject({ state: 'open' });
    const { ended_at, ended_by_name } = byFact;
    expect(await task(rows.complete, taskId, { body: {} })).toMatchObject({
      is_by_fact: true,
      ended_at,
      ended_by_name,
    });
    await task(rows.complete, taskId, { body: { not_needed: true, reason: 'None' } });
    await task(rows.complete, taskId, { body: {} });
    succeeded(await call(areas.permits.delete, { as: owner, params: { id, permitId: permit.id } }));
    await work();
    expect(await taskOf(id, 'permit')).toMatchObject({ state: 'open', ended_at: null, ended_by_name: '' });
  });

  it('lets office staff complete and reopen a task, and says who did', async () => {
    const id = await opened();
    const { id: taskId } = await taskOf(id, 'flowers');
    expect(await task(rows.complete, taskId, { body: {} })).toMatchObject({
      state: 'done',
      ended_by_name: `${office.first_name} ${office.last_name}`,
    });
    expect(await task(rows.reopen, taskId)).toMatchObject({ state: 'open', ended_at: null });
    const refused = await call(rows.complete, { params: { id: taskId }, body: { not_needed: true } });
    expect(refused).toMatchObject({ status: 400, body: { reason: [taskMessages.needsReason] } });
    const body = { not_needed: true, reason: 'One entrance only' };
    expect(await task(rows.complete, taskId, { body })).toMatchObject({
      state: 'not_needed',
      reason: 'One entrance only',
    });
  });

  it('completes a task by its fact after a person undid their own completion', async () => {
    const id = await opened({ service_location: '' });
    const { id: taskId } = await taskOf(id, 'schedule');
    await task(rows.complete, taskId, { body: {} });
    await task(rows.reopen, taskId);
    const place = async (service_location: string): Promise<Task> => {
      const { version } = await cases.get(id);
      succeeded(await cases.patch(id, { version, service_location }));
      await work();
      return taskOf(id, 'schedule');
    };
    expect(await place('Chapel')).toMatchObject({ state: 'done', is_by_fact: true });
    await task(rows.reopen, taskId);
    expect(await place('Grace Chapel')).toMatchObject({ state: 'open' });
    await place('');
    expect(await place('Chapel')).toMatchObject({ state: 'done', is_by_fact: true });
  });

  it('changes owner and due time, and refuses an outdated version', async () => {
    const id = await opened();
    const { id: taskId, version } = await taskOf(id, 'flowers');
    const body = { version, owner: coordinator.id, due: '2031-05-06', time: '09:30' };
    const changed = await task(rows.update, taskId, { as: director, body });
    expect(changed).toMatchObject({ owner: coordinator.id, due: '2031-05-06', time: '09:30', due_is_own: true });
    const stale = await call(rows.update, { as: director, params: { id: taskId }, body: { version, note: 'x' } });
    expect(stale).toMatchObject({ status: 409, body: { current: { owner: coordinator.id } } });
    const reset = { version: changed.version, owner: null, due: null };
    expect(await task(rows.update, taskId, { as: director, body: reset })).toMatchObject({
      due_is_own: false,
      role: 'coordinator',
    });
    expect((await call(rows.update, { params: { id: taskId }, body })).status).toBe(403);
  });

  it('keeps every one of six comments that arrive at once', async () => {
    const id = await opened();
    const { id: taskId } = await taskOf(id, 'flowers');
    const texts = Array.from({ length: 6 }, (_, n) => `Comment ${n}`);
    await Promise.all(texts.map((text) => task(rows.comment, taskId, { body: { text } })));
    const { comments } = await task(rows.get, taskId);
    expect(comments.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  });

  it('refuses to delete a task of the checklist, and deletes a free one', async () => {
    const id = await opened();
    const { id: listed } = await taskOf(id, 'flowers');
    expect(await call(rows.remove, { as: director, params: { id: listed } })).toMatchObject({
      ...{ status: 409, body: { detail: taskMessages.onlyFree } },
    });
    const body = { case: id, title: 'Call the nephew', role: 'coordinator', promised_to: 'Mrs. Castillo' };
    const free = succeeded(await call(rows.create, { body })).body as unknown as Task;
    expect(free).toMatchObject({ case: id, role: 'coordinator', promised_to: 'Mrs. Castillo', group: null });
    expect((await call(rows.remove, { params: { id: free.id } })).status).toBe(403);
    succeeded(await call(rows.remove, { as: director, params: { id: free.id } }));
    expect((await call(rows.get, { params: { id: free.id } })).status).toBe(404);
  });

  it('refuses more text than one item of the table holds, and takes less', () => {
    const note = '\u6F22'.repeat(1000);
    const part = (count: number) => ({
      ...emptyPart,
      entries: Array.from({ length: count }, (_, n) => taskEntry(`${n}`, { note })),
    });
    const stored: TaskPartRecord[] = [];
    const tasks = { writePart: (_id: string, _before: TaskPartRecord, next: TaskPartRecord) => stored.push(next) };
    const change = (before: number, next: number) => changePart(tasks as never, 'case', part(before), part(next));
    expect(() => change(100, 120)).toThrow(taskMessages.full);
    for (const [before, next] of [
      [90, 100],
      [130, 120],
    ] as const)
      change(before, next);
    expect(stored.map(({ entries }) => entries.length)).toEqual([100, 120]);
  });

  it('lets office staff correct and delete a task of their own', async () => {
    const body = { title: 'Buy stanps', owner: office.id };
    const { id, version } = succeeded(await call(rows.create, { body })).body as unknown as Task;
    expect(await task(rows.update, id, { body: { version, title: 'Buy stamps' } })).toMatchObject({
      title: 'Buy stamps',
    });
    succeeded(await call(rows.remove, { params: { id } }));
  });

  it('closes all tasks of a cancelled case and refuses to change them', async () => {
    const id = await opened();
    const { id: taskId } = await taskOf(id, 'flowers');
    succeeded(await call(areas.cases.cancel, { as: director, params: { id }, body: { reason: 'Went elsewhere' } }));
    expect((await tasksOf(id)).tasks.filter(({ state }) => state === 'open')).toEqual([]);
    expect(await call(rows.complete, { params: { id: taskId }, body: {} })).toMatchObject({
      ...{ status: 409, body: { detail: taskMessages.closed } },
    });
  });
});

describe('lists of tasks', () => {
  const add = async (body: object, as = office): Promise<Task> =>
    succeeded(await call(rows.create, { as, body })).body as unknown as Task;

  it('lists open tasks by due time, of a person or a role, and ended ones', async () => {
    const late = await add({ title: 'Late', owner: coordinator.id, due: '2020-01-02' });
    const later = await add({ title: 'Later', owner: coordinator.id, due: '2031-01-02' });
    const undated = await add({ title: 'Some day', owner: coordinator.id });
    const { results } = await list({ owner: coordinator.id });
    const ids = results.map(({ id }) => id);
    expect([late, later, undated].map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b)).toEqual(
      [late, later, undated].map(({ id }) => ids.indexOf(id)),
    );
    expect((await list({ owner: coordinator.id, when: 'overdue' })).results.map(({ id }) => id)).toContain(late.id);
    expect((await list({ owner: coordinator.id, when: 'later' })).results.map(({ id }) => id)).toEqual([
      later.id,
      undated.id,
    ]);
    await task(rows.complete, late.id, { body: {} });
    expect((await list({ owner: coordinator.id, when: 'overdue' })).results.map(({ id }) => id)).not.toContain(late.id);
    expect((await list({ state: 'ended', owner: coordinator.id })).results[0]).toMatchObject({
      id: late.id,
      state: 'done',
    });
    expect((await list({ search: 'Some day' })).results.map(({ id }) => id)).toContain(undated.id);
    const promised = await add({ title: 'Call at nine', owner: coordinator.id, promised_to: 'Karin Lindqvist' });
    expect((await list({ promised: 'true', owner: coordinator.id })).results.map(({ id }) => id)).toEqual([
      promised.id,
    ]);
    await task(rows.complete, promised.id, { body: {} });
  });

  it('counts the open and overdue tasks of each person', async () => {
    await list({});
    const people = succeeded(await call(rows.people, {})).body as unknown as {
      owner: string;
      open: number;
      overdue: number;
    }[];
    const mine = await list({ owner: coordinator.id, page_size: '10' });
    const overdue = await list({ owner: coordinator.id, when: 'overdue' });
    expect(people.find((one) => one.owner === coordinator.id)).toMatchObject({
      open: mine.count,
      overdue: overdue.count,
    });
  });

  it('gives the open tasks of a member who leaves to their role', async () => {
    const member = tenant.profiles.funeral_home_admin;
    const id = await opened();
    const { id: taskId, version } = await taskOf(id, 'flowers');
    await task(rows.update, taskId, { as: owner, body: { version, owner: member.id } });
    const free = await add({ title: 'Order chairs', owner: member.id }, owner);
    const own = await casesOf(harness, tenant, 'funeral_home_admin').opened();
    await work();
    await list({});
    succeeded(await call(areas.team.deactivateMember, { as: owner, params: { id: member.id } }));
    await work();
    const given = { owner: null, role: 'funeral_home_admin' };
    expect(await taskOf(id, 'flowers')).toMatchObject(given);
    expect(await task(rows.get, free.id)).toMatchObject(given);
    succeeded(await cases.patch(own.id, { version: own.version, is_veteran: true }));
    await work();
    expect(await taskOf(own.id, 'dd214')).toMatchObject(given);
    expect(await task(rows.reopen, `${own.id}.schedule`)).toMatchObject(given);
  });

  it('names the next task of a case: times of a day before the day itself', async () => {
    const id = await opened();
    for (const [title, time] of [
      ['All day', null],
      ['At ten', '10:00'],
      ['At nine', '09:00'],
    ] as const)
      await add({ case: id, title, due: '2020-01-02', time });
    await list({});
    const { results } = succeeded(await call(areas.cases.list, {})).body as { results: { id: string }[] };
    expect(results.find((row) => row.id === id)).toMatchObject({ tasks: { next: 'At nine', due: '2020-01-02 09:00' } });
  });

  it('lists behind each figure of the report the tasks that it counts', async () => {
    for (const title of ['Early', 'Late']) {
      const { id } = await add({ title, due: title === 'Late' ? '2020-01-02' : '2031-01-02' });
      await task(rows.complete, id, { body: {} });
    }
    await list({});
    const { tables } = succeeded(await call(areas.insight.analytics, { as: owner })).body as unknown as ReportResponse;
    const figures = tables.filter(({ id }) => id.startsWith('tasks-')).flatMap((table) => table.rows);
    expect(figures).toContainEqual(expect.objectContaining({ id: 'free' }));
    for (const { of, behind } of figures) {
      const listed = succeeded(await call(areas.insight.behind, { as: owner, query: behind ?? {} })).body;
      expect([Number(listed.sum), listed.rows]).toEqual([of, expect.objectContaining({ length: of })]);
    }
  });

  it('gives tasks that open after their owner left to the role', async () => {
    const member = tenant.profiles.funeral_home_admin;
    succeeded(await call(areas.team.reactivateMember, { as: owner, params: { id: member.id } }));
    const id = await opened();
    const give = async (key: string): Promise<string> => {
      const { id: taskId, version } = await taskOf(id, key);
      await task(rows.update, taskId, { as: owner, body: { version, owner: member.id } });
      return taskId;
    };
    const done = await give('flowers');
    await task(rows.complete, done, { body: {} });
    await give('room');
    succeeded(await call(areas.cases.cancel, { as: director, params: { id }, body: { reason: 'Went elsewhere' } }));
    await list({});
    succeeded(await call(areas.team.deactivateMember, { as: owner, params: { id: member.id } }));
    await work();
    succeeded(await call(areas.cases.reopen, { as: owner, params: { id }, body: { reason: 'Came back' } }));
    await work();
    const given = { owner: null, role: 'funeral_home_admin', state: 'open' };
    expect(await taskOf(id, 'room')).toMatchObject(given);
    expect(await task(rows.reopen, done)).toMatchObject(given);
  });

  it.each([
    ['a blank title', { title: ' ' }, 'title'],
    ['a person and a role', { title: 'x', owner: coordinator.id, role: 'office_staff' }, 'role'],
    ['someone who is no member', { title: 'x', owner: '01900000-0000-7000-8000-000000000000' }, 'owner'],
    ['a day before 1850', { title: 'x', due: '0001-01-01' }, 'due'],
    ['a time without a day', { title: 'x', time: '10:00' }, 'due'],
    ['a home of others', { title: 'x', funeral_home_id: '01900000-0000-7000-8000-000000000000' }, 'funeral_home_id'],
  ])('refuses %s', async (_, body, field) => {
    const { status, body: answer } = await call(rows.create, { body });
    expect([status, Object.keys(answer as object)]).toEqual([400, [field]]);
  });
});

describe('checklists', () => {
  const checklists = async (query: object = {}): Promise<Checklist[]> =>
    succeeded(await call(rows.checklists, { query })).body as unknown as Checklist[];
  const items = readyMadeItems.slice(0, 2);
  const save = (version: number, of = items) =>
    call(rows.saveChecklist, { as: owner, body: { funeral_home_id: tenant.home.id, version, items: of } });

  it('keeps versions, refuses a stale one, and updates a case only when asked', async () => {
    const before = await opened();
    expect((await checklists()).find(({ funeral_home_id }) => funeral_home_id === tenant.home.id)?.version).toBe(0);
    expect(succeeded(await save(0)).body).toMatchObject({
      version: 1,
      items: [{ key: 'into-care' }, { key: 'into-cooler' }],
    });
    expect((await save(0)).status).toBe(409);
    expect((await checklists({ versions_of: tenant.home.id })).map(({ version }) => version)).toEqual([1, 0]);
    const kept = await tasksOf(before);
    expect([kept.checklist_version, kept.is_outdated]).toEqual([0, true]);
    const { id: done } = await taskOf(before, 'into-care');
    await task(rows.complete, done, { body: {} });
    succeeded(await call(rows.startChecklist, { as: director, params: { id: before } }));
    const updated = await tasksOf(before);
    expect(updated).toMatchObject({
      checklist_version: 1,
      is_outdated: false,
      tasks: [{ state: 'done' }, { state: 'open' }],
    });
    expect((await tasksOf(await opened())).tasks).toHaveLength(2);
  });

  it('refuses two items with one key, and a key that may be the id of a free task', async () => {
    const [item] = items;
    expect((await save(1, [...items, ...items])).status).toBe(400);
    expect((await save(1, [{ ...(item as ChecklistItem), key: tenant.home.id }])).status).toBe(400);
  });

  it('completes 200 tasks by one fact', async () => {
    const id = await opened({ service_location: '' });
    const [item] = items;
    const all = Array.from({ length: 200 }, (_, at) => ({
      ...(item as ChecklistItem),
      ...{ key: `place-${at}`, met_by: 'service_scheduled' as const },
    }));
    succeeded(await save(1, all));
    succeeded(await call(rows.startChecklist, { as: director, params: { id } }));
    succeeded(await cases.patch(id, { version: (await cases.get(id)).version, service_location: 'Chapel' }));
    await work();
    expect((await tasksOf(id)).tasks.filter(({ state }) => state === 'done')).toHaveLength(200);
  });
});

describe('the hand-over', () => {
  const write = (as: typeof office, body: object) => call(rows.writeHandover, { as, body });
  const confirm = (as: typeof office, body: object) => call(rows.confirmHandover, { as, body });
  const page = async (as: typeof office): Promise<HandoverPage> =>
    succeeded(await call(rows.handover, { as })).body as unknown as HandoverPage;

  it('lets one person write a note and another confirm it, who sees what changed', async () => {
    const written = succeeded(await write(director, { note: 'Her brother calls at nine.', version: 0 })).body;
    expect((await write(coordinator, { note: 'Another', version: 0 })).status).toBe(409);
    const version = Number(written.version);
    expect((await confirm(director, { version })).status).toBe(409);
    const edited = succeeded(await write(director, { note: 'At ten.', version })).body;
    expect((await confirm(coordinator, { version })).status).toBe(409);
    expect(await page(coordinator)).toMatchObject({ current: { note: 'At ten.', confirmed: null } });
    const read = { version: edited.version, answer: 'Yes' };
    const [first, second] = await Promise.all([confirm(coordinator, read), confirm(office, read)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const caseId = await opened({ service_location: '' });
    succeeded(await cases.cancel(caseId));
    succeeded(await cases.reopen(caseId, 'super_admin'));
    succeeded(await cases.patch(caseId, { version: (await cases.get(caseId)).version, service_location: 'Chapel' }));
    await work();
    expect(await page(coordinator)).toMatchObject({
      ...{ current: { confirmed: { answer: 'Yes' } }, on_duty: expect.objectContaining({}) },
      changes: expect.arrayContaining([expect.objectContaining({ case: null, what: ['Case opened'] })]),
    });
    for (const title of ['Call the nephew', 'Order door signs'])
      succeeded(await call(rows.create, { body: { case: caseId, title } }));
    await list({});
    const change = (await page(coordinator)).changes.find((one) => one.case === caseId);
    expect(change?.what).toEqual(expect.arrayContaining(['Task added', 'Case opened', 'Case reopened']));
    expect(change?.by_names).not.toContain('System');
    const { current } = await page(coordinator);
    const next = succeeded(await write(coordinator, { note: 'All quiet.', version: current?.version })).body;
    expect((await write(director, { note: 'At eleven.', version: edited.version })).status).toBe(409);
    const taken = succeeded(await confirm(office, { version: next.version })).body;
    const taking = [director, coordinator].map((as) => confirm(as, { version: taken.version }));
    expect((await Promise.all(taking)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('shows what changed before a person took over until they hand over', async () => {
    const before = (await page(director)).current;
    const note = succeeded(await write(director, { note: 'Late.', version: before?.version })).body;
    succeeded(await confirm(office, { version: note.version }));
    const { since: wrote, current } = await page(director);
    harness.state.now = () => new Date(Date.now() + 3_600_000);
    const open = succeeded(await write(coordinator, { note: 'Busy.', version: current?.version })).body;
    succeeded(await confirm(director, { version: open.version }));
    expect((await page(director)).since).toBe(wrote);
    const now = (await page(director)).current;
    succeeded(await write(director, { note: 'Quiet.', version: now?.version }));
    expect((await page(director)).since > wrote).toBe(true);
  });
});
