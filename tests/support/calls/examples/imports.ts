import { areas } from '#domain/registry/endpoints.ts';
import { asOwner } from '#tests/support/records/example-records.ts';
import { exampleImport, finishedImport, handedIn, previewedImport, sentLines } from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, nothing } from './example.ts';

export const importsExamples = {
  'imports.list': nothing,
  'imports.begin': async () => ({ body: exampleImport(1) }),
  'imports.get': about(previewedImport),
  'imports.send': async (world) => {
    const as = asOwner(world);
    const startedImport = succeeded(await world.harness.call(areas.imports.begin, { as, body: exampleImport(1) }));
    const lines = sentLines([['Ada', 'Brannock', '', '', '', '']]);
    return { params: { id: String(startedImport.body.id) }, body: { after: 0, lines } };
  },
  'imports.lines': about(previewedImport),
  'imports.look': about(async (world) => (await handedIn(world, [['Ada', 'Brannock', '', '', '', '']])).id),
  'imports.run': about(previewedImport, { bring_doubtful: false }),
  'imports.undo': about(finishedImport),
  'imports.discard': about(previewedImport),
} satisfies Record<string, Example>;
