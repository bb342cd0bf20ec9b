import { Alert, Button, Group, Progress, Stack, Switch, Table, Tabs, Text } from '@mantine/core';
import type { CoverageResult } from '@quarry/contracts';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { saveFile } from '../exports/save-file.ts';
import classes from './coverage.module.css';
import { textOf, toCsv } from './coverage-draft.ts';

const ExcludedValues = lazy(() => import('./ExcludedValues.tsx'));

const PAGE = 50;
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));

/** What a run found: the coverage, each rule with what loosening it gives and costs, and each company. */
export function CoverageResultView({ result, name }: { result: CoverageResult; name: string }) {
  const { matched, included, estimate, notMatchedDomains, invalidDomains } = result;
  const download = () => {
    const url = URL.createObjectURL(new Blob([toCsv(result)], { type: 'text/csv;charset=utf-8' }));
    saveFile(url, `${name.trim() || 'coverage'}.csv`);
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <Stack gap="md">
      <Figures isLive>
        <Figure label="Coverage">{`${share(included, matched)}%`}</Figure>
        <Figure label="Targets included">{`${formatNumber(included)} of ${formatNumber(matched)}`}</Figure>
        <Figure label="Companies in the universe">{estimate === null ? '–' : formatNumber(estimate)}</Figure>
        <Figure label="Not matched">{formatNumber(notMatchedDomains.length + invalidDomains.length)}</Figure>
      </Figures>
      {result.estimateError === null ? null : (
        <Alert color="red" role="alert">
          Sorry, market estimate errored: {result.estimateError}
        </Alert>
      )}
      <Tabs defaultValue="rules">
        <Group justify="space-between">
          <Tabs.List>
            <Tabs.Tab value="rules">By rule</Tabs.Tab>
            <Tabs.Tab value="companies">By company</Tabs.Tab>
          </Tabs.List>
          <Button size="xs" variant="default" onClick={download}>
            Export CSV
          </Button>
        </Group>
        <Tabs.Panel value="rules" pt="sm">
          <Rules result={result} />
        </Tabs.Panel>
        <Tabs.Panel value="companies" pt="sm">
          <Companies result={result} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Rules({ result }: { result: CoverageResult }) {
  const [excludedAt, setExcludedAt] = useState<number | null>(null);
  return (
    <>
      <Table.ScrollContainer minWidth={760}>
        <Table aria-label="Targets by rule">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Rule</Table.Th>
              <Table.Th w={190}>Targets that meet it</Table.Th>
              <Table.Th ta="end">Without it: targets</Table.Th>
              <Table.Th ta="end">Without it: companies</Table.Th>
              <Table.Th aria-label="Excluded values" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.flatRules.map((rule, at) => (
              <Table.Tr key={rule.id}>
                <Table.Td>{rule.description}</Table.Td>
                <Table.Td>
                  <Text size="sm">{`${formatNumber(rule.included)} (${share(rule.included, result.matched)}%)`}</Text>
                  <Progress value={share(rule.included, result.matched)} size="sm" aria-hidden="true" />
                </Table.Td>
                <Table.Td ta="end">{`+${formatNumber(rule.targetsGained)}`}</Table.Td>
                <Table.Td ta="end">
                  {rule.companiesAdded === null ? '–' : `+${formatNumber(rule.companiesAdded)}`}
                </Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={rule.included === result.matched}
                    aria-label={`Excluded values of ${rule.description}`}
                    onClick={() => setExcludedAt(at)}
                  >
                    Excluded values
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt="xs">
        Without a rule, so many more targets would be included, and so many more companies of the universe with them. A
        rule inside a “not” shows its own truth.
      </Text>
      <Suspense>
        {excludedAt === null ? null : (
          <ExcludedValues result={result} ruleAt={excludedAt} onClose={() => setExcludedAt(null)} />
        )}
      </Suspense>
    </>
  );
}

function Companies({ result }: { result: CoverageResult }) {
  const [isExcludedOnly, setExcludedOnly] = useState(false);
  const [page, setPage] = useState(0);
  const shown = isExcludedOnly ? result.targetCompanies.filter(({ included }) => !included) : result.targetCompanies;
  const companies = shown.slice(page * PAGE, (page + 1) * PAGE);
  return (
    <>
      <Switch
        label="Only excluded companies"
        checked={isExcludedOnly}
        onChange={(event) => {
          setExcludedOnly(event.currentTarget.checked);
          setPage(0);
        }}
      />
      <Table.ScrollContainer minWidth={480 + result.flatRules.length * 160}>
        <Table aria-label="Targets by company">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Company</Table.Th>
              <Table.Th>Included</Table.Th>
              {result.flatRules.map((rule) => (
                <Table.Th key={rule.id}>{rule.description}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {companies.map((company) => (
              <Table.Tr key={company.companyId}>
                <Table.Td>
                  {company.name}
                  <Text size="xs" c="dimmed">
                    {company.originalDomain.toLowerCase() === company.domain
                      ? company.domain
                      : `${company.domain}, entered as ${company.originalDomain}`}
                  </Text>
                </Table.Td>
                <Table.Td>{company.included ? 'Yes' : 'No'}</Table.Td>
                {company.rules.map((rule) => (
                  <Table.Td key={rule.id} className={rule.included ? undefined : classes.fails}>
                    {textOf(rule.value)}
                    {rule.included ? '' : ' (fails)'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager
        pageIndex={page}
        pageSize={PAGE}
        total={shown.length}
        rowCount={companies.length}
        onPage={setPage}
        label="Pages of targets"
      />
    </>
  );
}
