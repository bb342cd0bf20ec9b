import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Chance } from './chance.ts';

/** An importable file of companies. */
export interface CompanyFile {
  readonly path: string;
  readonly lines: number;
  readonly rejected: number;
  /** Number of distinct companies in the first `lines` lines. */
  companiesIn(lines: number): number;
}

const COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR', 'PL'];
const WORDS = ['Nord', 'Atlas', 'Blau', 'Quell', 'Ferro', 'Luma', 'Éclair', 'Øst', '東光', 'Terra'];

/**
 * Writes a realistic JSONL file: one line in a hundred is invalid, one in twenty repeats an earlier company with
 * different data.
 */
export async function writeCompanyFile(path: string, lines: number, chance: Chance): Promise<CompanyFile> {
  const stream = createWriteStream(path);
  const known: number[] = [];
  let companies = 0;
  let rejected = 0;
  for (let line = 1; line <= lines; line++) {
    const kind = chance.between(0, 1);
    if (kind < 0.005) stream.write('{"name": "Cut off in the mid\n');
    else if (kind < 0.01) stream.write(`${JSON.stringify({ name: 'Nowhere Ltd', domain: '', website: null })}\n`);
    else {
      const isRepeat = companies > 0 && chance.between(0, 1) < 0.05;
      if (!isRepeat) companies += 1;
      const number = isRepeat ? Math.floor(chance.between(1, companies + 1)) : companies;
      if (!stream.write(`${JSON.stringify(company(number, line, chance))}\n`)) await once(stream, 'drain');
    }
    if (kind < 0.01) rejected += 1;
    known.push(companies);
  }
  stream.end();
  await once(stream, 'finish');
  return { path, lines, rejected, companiesIn: (upTo) => (upTo === 0 ? 0 : (known[Math.min(upTo, lines) - 1] ?? 0)) };
}

function company(number: number, line: number, chance: Chance): object {
  return {
    domain: `company-${number}.example`,
    name: `${chance.pick(WORDS)} ${number} ${chance.pick(['GmbH', 'Inc.', 'SA', 'K.K.'])}`,
    description: `${chance.pick(WORDS)} ${chance.pick(WORDS)}, line ${line}. `.repeat(8),
    country: chance.pick(COUNTRIES),
    city: chance.pick(WORDS),
    employee_count: Math.floor(chance.between(1, 5_000)),
    founded_year: Math.floor(chance.between(1900, 2025)),
    technologies: [chance.pick(WORDS), chance.pick(WORDS)],
    funding_total_usd: chance.between(0, 1) < 0.3 ? Math.floor(chance.between(1e5, 1e8)) : null,
    linkedin_url: number % 3 === 0 ? `https://www.linkedin.com/company/company-${number}` : null,
    source: 'faults',
    as_of: '2026-01-01',
  };
}
