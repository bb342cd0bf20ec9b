import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { sql, text } from '@quarry/clickhouse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestUniverse, type TestUniverse } from '../testing/test-universe.ts';
import { readTable } from '../universe-table.ts';
import { type ImportFileOptions, type ImportFileResult, importFile } from './import-file.ts';

let universe: TestUniverse;
let rejectsPath: string;
beforeAll(async () => {
  universe = await openTestUniverse();
  rejectsPath = join(universe.path, 'rejects', 'file.rejects.jsonl');
});
afterAll(() => universe.close());
beforeEach(() => universe.empty());

async function importOf(
  content: string | Uint8Array,
  options: Partial<ImportFileOptions> = {},
): Promise<ImportFileResult> {
  const location = join(universe.path, 'file without an extension');
  await writeFile(location, content);
  return importLocation(location, options);
}

async function importLocation(location: string, options: Partial<ImportFileOptions> = {}): Promise<ImportFileResult> {
  const result = await importFile({ warehouse: universe.warehouse, location, rejectsPath, ...options });
  const { report } = result;
  expect(report.read).toBe(report.created + report.updated + report.unchanged + report.rejected);
  expect(existsSync(rejectsPath)).toBe(result.hasRejects);
  const { rows } = await universe.one(
    sql`SELECT count() AS rows FROM ${readTable('companies')}`,
    z.object({ rows: z.coerce.number() }),
  );
  if (options.isDryRun !== true) expect(rows).toBe(report.created);
  return result;
}

const rejects = async () =>
  (await readFile(rejectsPath, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => z.object({ line: z.number(), reason: z.string() }).parse(JSON.parse(line)));

const company = (domain: string) =>
  universe.one(
    sql`SELECT * FROM ${readTable('companies')} WHERE domain = ${text(domain)}`,
    z.record(z.string(), z.unknown()),
  );

const CSV =
  'Company,Website,Employees,City\nAcme,https://acme.com,12,"Frankfurt, Main"\n"Beta ""B"" Ltd",beta.com,11-50,"two\nlines"\n';

it('lists rejected rows up to a limit and counts the rest', async () => {
  const content = `Company,Website\n${'Nobody,not a domain\n'.repeat(5)}Acme,acme.com\n`;
  const result = await importOf(content, { maxRejects: 2 });
  expect(result).toMatchObject({ report: { created: 1, rejected: 5 }, unlistedRejects: 3 });
  expect(await rejects()).toHaveLength(2);
});

describe('formats', () => {
  it.each<[string, (content: string) => string | Uint8Array]>([
    ['plain', (content) => content],
    ['gzipped', (content) => gzipSync(content)],
    ['compressed with zstd', (content) => zstdCompressSync(content)],
    [
      'in several zstd frames, one of them of metadata',
      (content) =>
        Buffer.concat([
          Buffer.from('502a4d180400000001020304', 'hex'),
          ...Array.from(content, (letter) => zstdCompressSync(letter)),
        ]),
    ],
    ['gzipped twice', (content) => gzipSync(gzipSync(content))],
    ['in two gzip members', (content) => Buffer.concat([gzipSync(content.slice(0, 40)), gzipSync(content.slice(40))])],
    ['with a byte order mark', (content) => `\ufeff${content}`],
    ['with CRLF', (content) => content.replaceAll('\n', '\r\n')],
    [
      'with semicolons',
      (content) => content.replace('Frankfurt, Main', 'Frankfurt# Main').replaceAll(',', ';').replace('#', ','),
    ],
    [
      'with tabs',
      (content) => content.replace('Frankfurt, Main', 'Frankfurt# Main').replaceAll(',', '\t').replace('#', ','),
    ],
    ['without a last line end', (content) => content.trimEnd()],
  ])('CSV %s', async (_case, pack) => {
    const result = await importOf(pack(CSV));
    expect(result).toMatchObject({
      format: 'CSV',
      mapping: 'generic',
      failure: null,
      report: { created: 2, rejected: 0 },
    });
    expect(await company('acme.com')).toMatchObject({ name: 'Acme', employee_count: 12, city: 'Frankfurt, Main' });
    expect(await company('beta.com')).toMatchObject({
      name: 'Beta "B" Ltd',
      employee_count_min: 11,
      city: 'two lines',
    });
  });

  it('Quarry’s JSONL', async () => {
    const row = {
      domain: 'acme.com',
      name: 'Acme',
      industry_scheme: 'gics',
      categories: ['a', 'b'],
      source: 's',
      sources: ['s', 't'],
      as_of: '2026-01-02',
      linkedin_url: 'https://linkedin.com/company/acme',
      is_hiring: true,
      funding_total_usd: 5,
    };
    const result = await importOf(
      `${JSON.stringify(row)}\n\n${JSON.stringify({ ...row, domain: 'b.com', linkedin_url: null })}\n`,
    );
    expect(result).toMatchObject({
      format: 'JSONL',
      mapping: 'quarry-companies',
      failure: null,
      report: { created: 2, read: 2 },
    });
    expect(await company('acme.com')).toMatchObject({
      linked_in_id: 'acme',
      categories: ['a', 'b'],
      sources: ['s', 't'],
      is_hiring: true,
      refreshed_at: '2026-01-02 00:00:00.000',
    });
  });

  it.each([
    [
      'older',
      ',name,domain,year founded,industry,size range,locality,country,linkedin url,current employee estimate,total employee estimate\n5,acme corp,acme.com,1999.0,information technology and services,51 - 200,"new york, new york, united states",united states,linkedin.com/company/acme,120,300\n',
    ],
    [
      'newer',
      'id,name,website,founded,industry,size,locality,region,country,linkedin_url\nacme,acme corp,acme.com,1999,information technology and services,51-200,new york,new york,united states,linkedin.com/company/acme\n',
    ],
  ])('People Data Labs, %s version', async (_case, content) => {
    const result = await importOf(content);
    expect(result).toMatchObject({
      mapping: 'people-data-labs',
      failure: null,
      report: { created: 1, ignoredValues: {} },
    });
    expect(await company('acme.com')).toMatchObject({
      name: 'Acme Corp',
      industry: 'Information Technology And Services',
      employee_count_min: 51,
      employee_count_max: 200,
      founded_year: 1999,
      city: 'New York',
      region: 'New York',
      country: 'US',
      linked_in_id: 'acme',
    });
  });

  it.each([false, true])('Parquet (gzipped: %s)', async (isPacked) => {
    const path = join(universe.path, isPacked ? 'packed.parquet' : 'plain.parquet');
    const rows = sql`SELECT concat('Company ', toString(number)) AS name, concat('c', toString(number), '.com') AS domain,
      number AS employees, ['a', 'b'] AS tags, toDate('2026-01-02') AS as_of, if(number % 2 = 0, NULL, 'Oslo') AS city
      FROM numbers(12000)`;
    await universe.warehouse.writeFile(path, rows, 'Parquet', { lane: 'jobs' });
    const content = await readFile(path);
    const result = await importOf(isPacked ? gzipSync(content) : content);
    expect(result).toMatchObject({ format: 'Parquet', mapping: 'generic', failure: null, report: { created: 12000 } });
    expect(await company('c7.com')).toMatchObject({
      employee_count: 7,
      tags: ['a', 'b'],
      as_of: '2026-01-02',
      city: 'Oslo',
    });
    for (const cut of [
      content.subarray(0, 5000),
      Buffer.concat([content.subarray(0, 2000), Buffer.alloc(content.length - 10000), content.subarray(-8000)]),
    ]) {
      await universe.empty();
      const damaged = await importOf(cut);
      expect(damaged.failure?.message).toMatch(/^The Parquet file is damaged/);
    }
  });

  it('People Data Labs with quotes escaped by backslashes', async () => {
    const result = await importOf(
      'country,founded,id,industry,linkedin_url,locality,name,region,size,website\n' +
        'norway,1999,fjord,,linkedin.com/company/fjord,oslo,"the \\"fjord\\" company, as",,11-50,fjord.no\n',
    );
    expect(result).toMatchObject({
      mapping: 'people-data-labs',
      dialect: { delimiter: ',', escape: 'backslash' },
      report: { created: 1, rejected: 0 },
    });
    expect(await company('fjord.no')).toMatchObject({ name: 'The "Fjord" Company, As' });
  });

  it('names the columns that were not used, and counts the values of each field', async () => {
    const result = await importOf(
      'Company,Domain,Is Hiring,Mood,City,Employees,Fax\n' +
        'A,a.com,yes,good,Oslo,12,\nB,b.com,perhaps,,,11-50,\n,c.com,yes,,Rome,,\n',
    );
    expect(result.unusedColumns).toEqual(['Mood', 'Fax']);
    expect(result.report.ignoredValues).toEqual({ is_hiring: 1 });
    expect(result.report.filledValues).toEqual({
      name: 2,
      domain: 2,
      website: 2,
      is_hiring: 1,
      city: 1,
      employee_count: 1,
      employee_count_min: 1,
      employee_count_max: 1,
    });
    await universe.empty();
    const json = await importOf('{"name":"A","domain":"a.com","x":1}\n{"name":"B","domain":"b.com","y":[],"x":2}');
    expect(json.unusedColumns).toEqual(['x', 'y']);
  });

  it('uses a custom mapping', async () => {
    const mapping = { source: 'crm', fields: { name: 'Firma', domain: ['Web', 'Mail'] } };
    const result = await importOf('Firma,Web,Mail\nAcme,,joe@acme.com\n', { mapping });
    expect(result).toMatchObject({ mapping: 'custom', failure: null, report: { created: 1 } });
    expect(await company('acme.com')).toMatchObject({ source: 'crm' });
    for (const [bad, reason] of [
      [{ fields: { name: 'Firma', domain: 'Netz' } }, /no column "Netz"/],
      [{ fields: { name: 'Firma' } }, /needs a column/],
      [{ fields: { nme: 'Firma' } }, /cannot be used/],
      ['x', /cannot be used/],
    ] as const) {
      await universe.empty();
      expect((await importOf('Firma,Web\nAcme,acme.com\n', { mapping: bad })).failure?.message).toMatch(reason);
    }
  });
});

describe('hostile files', () => {
  const ok = 'name,domain\nAcme,acme.com\n';
  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /is empty/],
    ['blank', '\n \n\r\n', /only blank lines/],
    ['an empty gzip', gzipSync(''), /is empty/],
    ['a truncated gzip', gzipSync(ok.repeat(100)).subarray(0, 50), /damaged: its gzip/],
    [
      'a gzip with changed bytes',
      spoilt(gzipSync(Array.from({ length: 5000 }, (_, n) => `C${n},c${n}.com`).join('\n'))),
      /damaged: its gzip|no known columns/,
    ],
    ['only gzip magic', new Uint8Array([0x1f, 0x8b]), /damaged: its gzip/],
    ['a truncated zstd', zstdCompressSync(ok.repeat(100)).subarray(0, 30), /damaged: its zstd/],
    ['zstd and other bytes', Buffer.concat([zstdCompressSync(ok), Buffer.from('other')]), /damaged: its zstd/],
    ['UTF-16', Buffer.from(`\ufeff${ok}`, 'utf16le'), /not UTF-8/],
    ['UTF-16 without a mark', Buffer.from(ok, 'utf16le'), /not UTF-8/],
    ['zeros', new Uint8Array(100_000), /not UTF-8/],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004rest of it', 'latin1'), /ZIP archive/],
    ['gzip in gzip in gzip', gzipSync(gzipSync(gzipSync(ok))), /compressed more than twice/],
    ['a JSON array', JSON.stringify([{ name: 'A', domain: 'a.com' }]), /one JSON array/],
    ['an unknown header', 'a,b\n1,2\n', /no known columns.*a, b/],
    ['a repeated header', 'name,domain,name\nA,a.com,B\n', /two columns named "name"/],
    ['a header in Latin-1', Buffer.from('naïve,domain\nA,a.com\n', 'latin1'), /header cannot be read.*UTF-8/],
    ['a header without end', `"${'x'.repeat(5_000_000)}`, /header cannot be read/],
    ['only Parquet magic', 'PAR1PAR1', /Parquet file is damaged/],
    ['Parquet magic and noise', `PAR1${'x'.repeat(5000)}\u00ff\u00ff\u0000\u0000PAR1`, /Parquet file is damaged/],
  ])('%s: explains the failure and stores nothing', async (_case, content, reason) => {
    const result = await importOf(content);
    expect(result.failure?.message).toMatch(reason);
    expect(result.report.created).toBe(0);
  });

  it('broken rows: rejects each with its line', async () => {
    const lines = [
      Buffer.from('name,domain,city\n'),
      Buffer.from('A,a.com,x\n'),
      Buffer.from('B,b.com\n'),
      Buffer.from('C,c.com,x,y\n'),
      Buffer.from('Caf\u00e9,d.com,x\n', 'latin1'),
      Buffer.from(`E,e.com,${'x'.repeat(4_300_000)}\n`),
      Buffer.from('F\u0000,f.com,"5"" pipe"\n'),
      Buffer.from('G,g.com,5" pipe\n'),
      Buffer.from('H,h.com,"never closed\n'),
      Buffer.from('I,i.com,x\n'),
      Buffer.from(',j.com,x\n'),
      Buffer.from('\n'),
      Buffer.from('K,k,x\n'),
    ];
    const result = await importOf(Buffer.concat(lines));
    expect(result).toMatchObject({ failure: null, report: { read: 11, created: 4, rejected: 7 } });
    expect((await rejects()).map(({ line, reason }) => `${line} ${reason.split(/[:.]/)[0]}`)).toEqual([
      '3 Not as many values as the header',
      '4 Not as many values as the header',
      '5 The line is not valid UTF-8 text',
      '6 The line is longer than 4 MB',
      '9 A quoted value is never closed',
      '11 No company name',
      '13 Not a domain',
    ]);
  });

  it('JSON other than companies: rejects each with its line', async () => {
    const good = '{"name":"A","domain":"a.com"}';
    const lines = [
      good,
      '{',
      '[1]',
      'null',
      '"x"',
      '{"name":{"a":1},"domain":["a"]}',
      '['.repeat(200_000),
      '{"__proto__":{"name":"x"},"constructor":1}',
      '{"name":"B","domain":"b.com","x":"\\u0000"}',
      '{"name":5,"domain":"c.com"}',
    ];
    const result = await importOf(lines.join('\n'));
    expect(result).toMatchObject({ failure: null, report: { read: 10, created: 3, rejected: 7 } });
    expect((await rejects()).map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('stops at a file that expands too far, and keeps what was stored before', async () => {
    const bomb = gzipSync(
      `name,domain\nAcme,acme.com\n${'x'.repeat(1000)}\n`
        .concat('a,a.com\n'.repeat(100))
        .concat(' '.repeat(90_000_000)),
    );
    expect((await importOf(bomb)).failure?.message).toMatch(/expands to more than 100 times/);
    const large = `name,domain\n${Array.from({ length: 20_000 }, (_, n) => `C${n},c${n}.com`).join('\n')}`;
    await universe.empty();
    const result = await importOf(large, { maxBytes: 150_000 });
    expect(result.failure?.message).toMatch(/larger than 150000 bytes/);
    await universe.empty();
    expect((await importOf(large)).report.created).toBe(20_000);
  });

  it('explains why a location cannot be read', async () => {
    expect((await importLocation(join(universe.path, 'nowhere'))).failure?.message).toMatch(/cannot be read/);
    expect((await importLocation(universe.path)).failure?.message).toMatch(/is not a file/);
    expect((await importLocation('http://127.0.0.1:1/x.csv')).failure?.message).toMatch(/cannot be read/);
  });
});

describe('addresses', () => {
  const serve = async (listener: RequestListener, use: (address: string) => Promise<void>) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = z.object({ port: z.number() }).parse(server.address());
      await use(`http://127.0.0.1:${port}/companies?x=1`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it('reads a gzipped file from an address', async () => {
    await serve(
      (_request, response) => response.end(gzipSync(CSV)),
      async (address) => expect(await importLocation(address)).toMatchObject({ failure: null, report: { created: 2 } }),
    );
  });

  it('explains when the server refuses or hangs up', async () => {
    await serve(
      (_request, response) => response.writeHead(404).end('no'),
      async (address) => expect((await importLocation(address)).failure?.message).toMatch(/the server answered 404/),
    );
    await serve(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write(CSV);
        setTimeout(() => response.destroy(), 50);
      },
      async (address) => expect((await importLocation(address)).failure?.message).toMatch(/cannot be read/),
    );
  });
});

function spoilt(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = 200; at < 260; at += 1) changed[at] = (changed[at] ?? 0) ^ 0x5a;
  return changed;
}
