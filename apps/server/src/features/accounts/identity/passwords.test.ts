import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

test('a hundred passwords wait for their hash, more are refused', async () => {
  const ends = await Promise.allSettled([
    ...Array.from({ length: 60 }, () => hashPassword('Gravel-Otter-71-Lamp')),
    passwordMatches(null, 'Gravel-Otter-71-Lamp'),
    ...Array.from({ length: 60 }, () => hashPassword('Gravel-Otter-71-Lamp')),
  ]);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(refused.length).toBeGreaterThanOrEqual(18);
  for (const reason of refused) expect(reason).toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
  expect(ends.length - refused.length).toBeGreaterThanOrEqual(102);
});

test('checking the password of nobody waits its turn and fails, like that of somebody', async () => {
  const somebody = await hashPassword('Gravel-Otter-71-Lamp');
  const full = Array.from({ length: 102 }, () => hashPassword('Gravel-Otter-71-Lamp'));
  for (const passwordHash of [somebody, null]) {
    await expect(passwordMatches(passwordHash, 'wrong')).rejects.toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
  }
  await Promise.all(full);
  expect(await passwordMatches(somebody, 'wrong')).toBe(false);
  expect(await passwordMatches(null, 'wrong')).toBe(false);
  expect(await passwordMatches(null, 'nobody has this password')).toBe(false);
});
