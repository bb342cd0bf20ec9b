import { expect, it } from 'vitest';
import { linkedInId } from './linked-in-id.ts';

it.each([
  ['https://www.linkedin.com/company/Acme-Inc/', 'acme-inc'],
  ['linkedin.com/company/acme', 'acme'],
  ['http://de.linkedin.com/company/acme?trk=x#y', 'acme'],
  ['//linkedin.com/company/12345/about/', '12345'],
  ['https://linkedin.com/school/mit', 'mit'],
  ['https://linkedin.com/company/caf%C3%A9-m%C3%BCller', 'café-müller'],
  ['https://linkedin.com/company/100%-real', '100%-real'],
])('reads %s', (address, id) => {
  expect(linkedInId(address)).toBe(id);
});

it.each([
  '',
  'acme',
  'https://linkedin.com/in/jane-doe',
  'https://linkedin.com/company/',
  'https://linkedin.com/company/https:',
  'https://linkedin.com/company/acme,%20https:',
  'https://notlinkedin.com/company/acme',
  'https://linkedin.com.evil.test/company/acme',
])('finds no company page in %j', (address) => {
  expect(linkedInId(address)).toBeNull();
});
