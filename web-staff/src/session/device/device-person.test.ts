import { expect, it, vi } from 'vitest';
import { devicePerson, rememberPerson } from './device-person.ts';
import { sealedStore } from './sealed-store.ts';

const id = '0193a000-0000-7000-8000-000000000002';
const other = '0193a000-0000-7000-8000-00000000000d';

it('keeps a person before it forgets what others left', async () => {
  const names = new Set([`${id}/call`, `${other}/call`]);
  vi.spyOn(sealedStore, 'keep').mockImplementation(async (name) => Boolean(names.add(name)));
  vi.spyOn(sealedStore, 'forget').mockImplementation(async (isMeant) => {
    for (const name of names) if (isMeant(name, 0)) names.delete(name);
    expect([...names].toSorted()).toEqual([`${id}/call`, 'person']);
  });
  const home = { id: 'h', name: 'Whitcomb & Ames', time_zone: 'America/New_York', state: 'FL' };
  await rememberPerson({ id, name: 'Dee Kowalski', home, locations: [] });
  expect(names).toContain('person');
});

it('knows a person who was stored before homes had a state', async () => {
  const home = { id: 'h', name: 'Whitcomb & Ames', time_zone: 'America/New_York' };
  vi.spyOn(sealedStore, 'open').mockResolvedValue({ id, name: 'Dee Kowalski', home, locations: [] });
  expect(await devicePerson()).toMatchObject({ id, home: { state: '' } });
});
