import { MantineProvider } from '@mantine/core';
import { blockConfig } from '@quarry/contracts';
import { choices, countries, keywords, needsOneOf, negativeKeywords, openness } from '@quarry/contracts/config-fields';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigEditor } from './ConfigEditor.tsx';
import { problemsUnder } from './config-problems.ts';
import { complete } from './config-values.ts';
import { summarise } from './summarise-config.ts';

// Everything that the web app shows of a block's configuration follows from its description.
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

it('has a form with every part, and its problems beside them', () => {
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

it('has a summary: what is left out after what is looked for, places last', () => {
  expect(summarise(podcasts, config)).toBe(
    'Podcasts about “sales” in the title, as Talk show or news, without “beta”, in Germany',
  );
  expect(summarise(podcasts, {})).toBe('Podcasts');
});

it('has an empty draft with every key, and says what it lacks', () => {
  const empty = complete(podcasts, {});
  expect(empty).toEqual({
    onlyOpenJobs: true,
    onlyOldJobs: false,
    aboutKeywords: [],
    withoutKeywords: [],
    countries: [],
    formats: [],
  });
  expect([...problemsUnder(podcasts, empty)]).toEqual([['', 'Give a keyword or a format']]);
  expect([...problemsUnder(podcasts, { ...empty, formats: ['talk'], countries: ['Nowhere'] })]).toEqual([
    ['countries', 'A country is a two-letter code or region:Name'],
  ]);
  expect(problemsUnder(podcasts, complete(podcasts, config)).size).toBe(0);
});
