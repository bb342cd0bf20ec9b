import { expect, test } from 'vitest';
import { withinCallLimit } from './call-limit.ts';

test('an account with two hundred unanswered calls is refused more, until one is answered', async () => {
  const caches = {};
  const answers: (() => void)[] = [];
  const call = (share: string) =>
    withinCallLimit({ caches, share }, () => new Promise<void>((resolve) => answers.push(resolve)));
  const unanswered = Array.from({ length: 200 }, () => call('busy'));
  await expect(call('busy')).rejects.toMatchObject({
    errorCode: 'TOO_MANY_REQUESTS',
    context: { mostRunning: 200, retryAfterSeconds: 2 },
  });
  const neighbours = call('neighbour');
  answers[0]?.();
  await unanswered[0];
  const next = call('busy');
  for (const answer of answers) answer();
  await Promise.all([...unanswered, neighbours, next]);
});
