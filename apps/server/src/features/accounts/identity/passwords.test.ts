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
