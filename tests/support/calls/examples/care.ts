import { addPlace, careOf, exampleSignature } from '#tests/support/records/care.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { careCount, caseId, effect, effectReceipt, type World } from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, nothing } from './example.ts';

const place = async (world: World): Promise<string> => (await addPlace(world)).id;
const tagged = async (world: World): Promise<string> => {
  const id = await caseId(world);
  await careOf(world, id).open();
  return id;
};
const exampleReturn = {
  ...{ happened_at: '2026-03-04T15:00:00.000Z', took: { name: 'Karin Lindqvist' }, signatures: [exampleSignature] },
};

export const careExamples = {
  'care.places': nothing,
  'care.addPlace': async ({ tenant }) => ({
    body: { funeral_home_id: tenant.home.id, name: 'Cooler 1', kind: 'cooler', capacity: 3 },
  }),
  'care.changePlace': about(place, { name: 'Cooler 2' }),
  'care.board': async (world) => {
    const care = careOf(world, await caseId(world));
    succeeded(await care.move({ to_place: await place(world) }));
    return {};
  },
  'care.ofTag': async (world) => ({ params: { tag: (await careOf(world, await caseId(world)).open()).tag } }),
  'care.ofCase': about(tagged),
  'care.open': about(caseId),
  'care.move': async (world) => ({
    params: { id: await caseId(world) },
    body: {
      ...{ expected: 0, to_place: await place(world), happened_at: '2026-03-03T05:38:00.000Z' },
      ...{ from_text: '118 Marine Street', gave: { name: 'Karin Lindqvist' } },
    },
  }),
  'care.effects': about(caseId),
  'care.addEffect': about(caseId, { description: 'Wedding ring, yellow metal', worn: true }),
  'care.changeEffect': async (world) => ({
    params: await effect(world),
    body: { decision: 'return', decided_by: 'Karin Lindqvist' },
  }),
  'care.returnEffects': async (world) => {
    const { id, effectId } = await effect(world);
    return { params: { id }, body: { ...exampleReturn, effects: [effectId] } };
  },
  'care.count': async ({ tenant }) => ({
    body: { homes: [tenant.home.id], started_at: '2026-03-03T21:00:00.000Z', seen: [] },
  }),
  'care.settleCount': about(careCount, { note: 'The tag was of an earlier case' }),
  'paper.tags': about(tagged),
  'paper.chain': about(tagged),
  'paper.custodyReceipt': async (world) => {
    const id = await caseId(world);
    succeeded(await careOf(world, id).move({ to_place: await place(world) }));
    return { params: { id, subjectId: id, number: '1' } };
  },
  'paper.effectsList': about(caseId),
  'paper.effectReceipt': async (world) => ({ params: await effectReceipt(world) }),
  'documents.look': async (world) => {
    const { harness, tenant } = world;
    return {
      params: { id: (await addDocument(harness, tenant, await caseId(world), { kind: 'identification_photo' })).id },
    };
  },
} satisfies Record<string, Example>;
