import { inject } from 'vitest';
import { z } from 'zod';
import { expect } from './expect.ts';

const outbox = z.object({ mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })) });

/** Waits for a mail to this address, with this in its subject, and returns the text of the latest. */
export async function mailTo(email: string, subject = ''): Promise<string> {
  const { url, outboxToken } = inject('quarry');
  let text: string | undefined;
  await expect
    .poll(
      async () => {
        const response = await fetch(`${url}/api/dev/outbox.json?token=${outboxToken}`);
        text = outbox
          .parse(await response.json())
          .mails.find((mail) => mail.to === email && mail.subject.includes(subject))?.text;
        return text;
      },
      { timeout: 10_000 },
    )
    .toBeDefined();
  return text ?? '';
}
