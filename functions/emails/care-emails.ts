import type { CareCount, CustodyEntry } from '#domain/care/care.schema.ts';
import { tagText } from '#domain/care/tag-code.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { custodyEntrySchema } from '#functions/care/repository/custody.ts';
import { countSchema } from '#functions/care/repository/places.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

interface Words {
  readonly subject: string;
  readonly lines: readonly string[];
}

const countWords = ({ by_name, missing, elsewhere, unknown, note }: CareCount, site: string): Words => ({
  subject: `Count differs: ${missing.length} missing, ${elsewhere.length + unknown.length} not expected`,
  lines: [
    `${oneLine(by_name)} counted, and the record differs.`,
    '',
    ...missing.map(
      ({ name, tag, place }) => `Missing: ${oneLine(name)}, ${tagText(tag)}. On record: ${oneLine(place.name)}`,
    ),
    ...elsewhere.map(
      ({ person, seen_at }) =>
        `Elsewhere: ${oneLine(person.name)}, ${tagText(person.tag)}. Seen: ${oneLine(seen_at.name)}. On record: ${oneLine(person.place.name)}`,
    ),
    ...unknown.map(({ tag, place }) => `Not on record: tag ${oneLine(tag)}. Seen: ${oneLine(place.name)}`),
    ...(note ? ['', `What is known: ${oneLine(note)}`] : []),
    '',
    `Open Care: ${site}/care`,
  ],
});

const foundWords = async (
  { table, keys, site }: { table: Table; keys: Keys; site: string },
  id: string,
  { from, to, reason, recorded_by_name }: CustodyEntry,
): Promise<Words | undefined> => {
  const [core, deceased] = await Promise.all([table.get(keys.case(id)), table.get(keys.caseSection(id, 'deceased'))]);
  if (!core) return undefined;
  const name = oneLine(deceasedName(deceased && caseSectionSchema.parse(deceased).values)) || 'Name not given';
  return {
    subject: `Found elsewhere: ${name}`,
    lines: [
      `${oneLine(recorded_by_name)} found someone at another place than recorded.`,
      '',
      `Found at: ${oneLine(to?.name ?? '')}`,
      `On record: ${oneLine(from?.name ?? 'Nowhere')}`,
      `Reason: ${oneLine(reason)}`,
      `Case: ${oneLine(caseSchema.parse(core).case_number)}, ${name}`,
      '',
      `Open the case: ${site}/cases/${id}`,
    ],
  };
};

/** Tells the owners that someone was not where the record says. */
export const onCareDiffers =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'care.differs'>): Promise<void> => {
    const { table, staffSiteUrl: site } = dependencies;
    const { entry: of, count_id } = envelope.payload;
    const keys = keysOf(envelope.organization_id);
    const members = await createTeamRepository(table, keys).members();
    const to = members
      .filter(({ role, status }) => role === 'super_admin' && status === 'active')
      .map(({ email }) => email);
    const count = count_id ? await countSchema.find(table, keys.careCount(count_id)) : undefined;
    const entry = of
      ? await custodyEntrySchema.find(table, keys.custodyEntry(of.case_id, of.subject_id, of.number))
      : undefined;
    const words = count
      ? countWords(count, site)
      : of && entry && (await foundWords({ table, keys, site }, of.case_id, entry));
    if (!words || to.length === 0) return;
    const text = [...words.lines, 'All owners get this email.'].join('\n');
    await sendMail(dependencies, envelope, 'care-differs', () => ({ to, subject: words.subject, text }));
  };
