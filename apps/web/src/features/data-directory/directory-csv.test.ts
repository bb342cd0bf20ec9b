import { expect, it } from 'vitest';
import { field } from '../datasets/testing/schema.ts';
import { directoryCsv } from './directory-csv.ts';
import { directoryRows } from './directory-rows.ts';

const jobs = { configId: 'c', blockName: 'jobs', label: 'Open, "senior" jobs', config: {} };
const sections = [
  {
    recordType: 'Company',
    rows: directoryRows({
      schema: [
        field('name', { displayName: '=SUM(A1)', description: 'One,\r\ntwo' }),
        field('plus', { displayName: '+1', description: '@here' }),
        field('jobs', {
          displayName: '-',
          description: '\tTab',
          type: 'Number',
          dataBlock: { blockName: 'jobs' },
          dynamicConfig: jobs,
        }),
        field('wide', { displayName: '＝SUM(A1)', description: '\r\n=line' }),
        field('hidden', { isHiddenFromUser: true }),
        field('__tags', { displayName: 'Tags', type: 'Array', dataBlock: null, fieldSource: 'SYSTEM' }),
      ],
      pending: [field('soon')],
      blocks: [],
      coverage: new Map([
        ['name', { filled: 3, records: 3 }],
        ['jobs', { filled: 1, records: 3 }],
      ]),
    }),
  },
  {
    recordType: 'Contact',
    rows: directoryRows({
      schema: [field('émail', { dataBlock: null })],
      pending: [],
      blocks: [],
      coverage: new Map(),
    }),
  },
];

it('writes the visible columns of both tables as quoted CSV without formulas', () => {
  expect(directoryCsv(sections)).toBe(
    [
      '\uFEFFRecord type,Name,Field name,Description,Type,Source,Data block,Configuration,Coverage',
      `Company,'=SUM(A1),name,"One,\r\ntwo",String,Data block,Firmographics,,100%`,
      `Company,'+1,plus,'@here,String,Data block,Firmographics,,`,
      `Company,'-,jobs,'\tTab,Number,Data block,Jobs,"Open, ""senior"" jobs",33.33%`,
      `Company,'＝SUM(A1),wide,"'\r\n=line",String,Data block,Firmographics,,`,
      'Company,Tags,__tags,,Array,System,,,',
      'Contact,émail,émail,,String,Data block,,,',
      '',
    ].join('\r\n'),
  );
});
