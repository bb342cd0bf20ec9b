import { Anchor, Card, Text, Title } from '@mantine/core';
import type { SystemOverview } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes, formatInstant } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { cpuShares, type LoadSample, linePath, withSample } from './load-samples.ts';
import { overviewQuery } from './queries.ts';
import classes from './system.module.css';

const NO_SAMPLES: readonly LoadSample[] = [];

/** Versions, stores with their sizes, and the load of the last minutes. */
export function Overview() {
  const query = useQuery(overviewQuery);
  const [samples, setSamples] = useState(NO_SAMPLES);
  const { data } = query;
  const next = data === undefined ? samples : withSample(samples, data);
  if (next !== samples) setSamples(next);
  if (query.isError && data === undefined) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) return <LoadingState label="Loading the overview" height={160} />;
  return (
    <div className={classes.cards}>
      <Versions overview={data} />
      <Stores overview={data} />
      <Load overview={data} samples={next} />
    </div>
  );
}

function Versions({ overview }: { overview: SystemOverview }) {
  return (
    <Card withBorder component="section" aria-labelledby="system-versions">
      <Title order={2} mb="xs" id="system-versions">
        Installation
      </Title>
      <Facts>
        <Fact label="Quarry">{overview.version}</Fact>
        <Fact label="Node">{overview.nodeVersion}</Fact>
        <Fact label="Started">{formatInstant(overview.startedAt)}</Fact>
        <Fact label="Role">{overview.role}</Fact>
        <Fact label="Ready">{overview.isReady ? 'Yes' : 'No'}</Fact>
      </Facts>
      {overview.outboxPath === null ? null : (
        <Anchor href={overview.outboxPath} target="_blank" rel="noreferrer" size="sm" mt="xs">
          Mail outbox
        </Anchor>
      )}
    </Card>
  );
}

function Stores({ overview }: { overview: SystemOverview }) {
  const { freeBytes, reserveBytes } = overview.disk;
  return (
    <Card withBorder component="section" aria-labelledby="system-stores">
      <Title order={2} mb="xs" id="system-stores">
        Stores
      </Title>
      <Facts>
        {overview.stores.map(({ name, isReachable, version, bytes }) => (
          <Fact key={name} label={name}>
            {isReachable ? (bytes === null ? 'Answers' : formatBytes(bytes)) : 'Does not answer'}
            <Text size="xs" c="dimmed">
              {version === null ? '' : `Version ${version}`}
            </Text>
          </Fact>
        ))}
        <Fact label="Free disk">
          {formatBytes(freeBytes)}
          <Text size="xs" c="dimmed">{`${formatBytes(reserveBytes)} are kept in reserve`}</Text>
        </Fact>
      </Facts>
    </Card>
  );
}

function Load({ overview, samples }: { overview: SystemOverview; samples: readonly LoadSample[] }) {
  const { cores, memoryBytes } = overview.process;
  const shares = cpuShares(samples);
  const memory = samples.map((sample) => sample.memoryBytes);
  const used = Math.round(((shares.at(-1) ?? 0) / cores) * 100);
  return (
    <Card withBorder component="section" aria-labelledby="system-load">
      <Title order={2} mb="xs" id="system-load">
        Load of this process
      </Title>
      <Facts>
        <Fact label="Processor">{shares.length === 0 ? 'Measuring…' : `${used}% of ${cores} cores`}</Fact>
      </Facts>
      <Chart path={linePath(shares, cores)} />
      <Facts>
        <Fact label="Memory">{formatBytes(memoryBytes)}</Fact>
      </Facts>
      <Chart path={linePath(memory, Math.max(...memory, 1) * 1.2)} />
    </Card>
  );
}

/** The figure beside it says the newest value, so the line is only for the eye. */
function Chart({ path }: { path: string }) {
  return (
    <svg className={classes.chart} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.line} d={path} />
    </svg>
  );
}
