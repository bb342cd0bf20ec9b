import { MASKED } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { credentialsOf, draftOf, firstProblem, webhookProblems } from './connector-draft.ts';

const draft = { ...draftOf(undefined), accountUrl: 'https://example.com/companies' };

it('names what is wrong with the addresses and the batch size of a webhook', () => {
  expect(webhookProblems(draftOf(undefined)).accountUrl).toBe('Enter the address for companies');
  expect(webhookProblems({ ...draft, accountUrl: 'ftp://example.com' }).accountUrl).toBe(
    'URL must start with "https://" or "http://"',
  );
  expect(webhookProblems({ ...draft, contactsUrl: 'example.com' }).contactsUrl).toBe(
    'URL must start with "https://" or "http://"',
  );
  for (const batchSize of [0, 201]) {
    expect(webhookProblems({ ...draft, batchSize }).batchSize).toBe('Value must be between 1 and 200');
  }
  for (const batchSize of [null, 1, 200]) expect(firstProblem(webhookProblems({ ...draft, batchSize }))).toBeNull();
});

it('refuses headers that could change the request, and leaves empty rows out', () => {
  const header = (name: string, value: string) => ({ ...draft, headers: [{ key: 'a', header: name, value }] });
  expect(webhookProblems(header('X Key', '1')).headers.get('a')).toBe('This is not the name of a header');
  expect(webhookProblems(header('X-Key', 'a\r\nHost: b')).headers.get('a')).toMatch(/line breaks/);
  expect(webhookProblems(header('', 'value')).headers.get('a')).toBe('Name this header');
  expect(credentialsOf(header(' ', '')).headers).toEqual([]);
});

it('sends masks back as they came, so that what is stored stays', () => {
  const masked = { ...draft, hmacSecret: MASKED, headers: [{ key: 'a', header: 'X-Key', value: MASKED }] };
  expect(credentialsOf(masked)).toMatchObject({ hmacSecret: MASKED, headers: [{ header: 'X-Key', value: MASKED }] });
  expect(credentialsOf({ ...draft, hmacSecret: '' }).hmacSecret).toBeNull();
});
