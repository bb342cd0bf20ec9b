import { MantineProvider } from '@mantine/core';
import { blockConfig } from '@quarry/contracts';
import { choices, countries, keywords, needsOneOf, negativeKeywords, openness } from '@quarry/contracts/config-fields';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigEditor } from './ConfigEditor.tsx';
import { schemaProblems } from './config-problems.ts';
import { completeValues } from './config-values.ts';
import { summariseValues } from './summarise-config.ts';

// The web app derives a configuration's form, summary and problems from the block's description alone.
const podcasts = blockConfig(
  'podcasts',
  'Podcasts',
  z
    .strictObject({
      ...openness('Which podcasts'),
      withoutKeywords: negativeKeywords({ label: 'Without', description: 'None of these', phrase: 'without {}' }),
      aboutKeywords: keywords({ label: 'About', description: 'Any of these', phrase: 'about {} in the title' }),
      countries: countries(),
      formats: choices(['talk', 'news'], {
        label: 'Formats',
        phrase: 'as {}',
        names: new Map([['talk', 'Talk show']]),
      }),
    })
    .check(needsOneOf(['aboutKeywords', 'formats'], 'Give a keyword or a format')),
);
const config = { aboutKeywords: ['sales'], withoutKeywords: ['beta'], countries: ['DE'], formats: ['talk', 'news'] };

it('shows every part and its problem in the form', () => {
  const draft = { label: 'Mine', config };
  const problems = new Map([
    ['aboutKeywords', 'A problem of the list'],
    ['', 'A problem of all'],
  ]);
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <ConfigEditor description={podcasts} draft={draft} onChange={() => {}} labelError={null} problems={problems} />
    </MantineProvider>,
  );
  for (const text of ['Which podcasts', 'Without', 'About', 'Any of these', 'Countries', 'Formats', 'Talk show'])
    expect(markup).toContain(text);
  for (const problem of problems.values()) expect(markup).toContain(problem);
});

it('summarises exclusions after inclusions, and places last', () => {
  expect(summariseValues(podcasts, config)).toBe(
    'Podcasts about “sales” in the title, as Talk show or news, without “beta”, in Germany',
  );
  expect(summariseValues(podcasts, {})).toBe('Podcasts');
});

it('starts with an empty draft of every key, and reports its problems', () => {
  const empty = completeValues(podcasts, {});
  expect(empty).toEqual({
    onlyOpenJobs: true,
    onlyOldJobs: false,
    aboutKeywords: [],
    withoutKeywords: [],
    countries: [],
    formats: [],
  });
  expect([...schemaProblems(podcasts, empty)]).toEqual([['', 'Give a keyword or a format']]);
  expect([...schemaProblems(podcasts, { ...empty, formats: ['talk'], countries: ['Nowhere'] })]).toEqual([
    ['countries', 'A country is a two-letter code or region:Name'],
  ]);
  expect(schemaProblems(podcasts, completeValues(podcasts, config)).size).toBe(0);
});
