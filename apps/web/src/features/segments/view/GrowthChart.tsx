import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { Segment } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { segmentGrowthQuery } from '../queries.ts';
import classes from './growth.module.css';
import { type GrowthDay, HEIGHT, linePoints, WIDTH } from './growth-layout.ts';

/** The number of companies and contacts at the end of each day, as two lines and as a table for screen readers. */
export default function GrowthChart({ clientName, segment }: { clientName: string; segment: Segment }) {
  const { data: days, error, refetch } = useQuery(segmentGrowthQuery(clientName, segment));
  const [pointed, setPointed] = useState<number | null>(null);
  if (error !== null) {
    return <ErrorState title="The growth could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (days === undefined) return <Skeleton className={classes.figure} height={170} />;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) {
    return <p className={classes.none}>The first day is not over yet, so there is nothing to compare.</p>;
  }
  const shown: GrowthDay = days[pointed ?? -1] ?? last;
  const highest = Math.max(1, ...days.flatMap(({ companies, contacts }) => [companies, contacts]));
  const x = pointed === null ? null : linePoints(days, 'companies', highest)[pointed]?.x;
  function point({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.round(((clientX - left) / width) * ((days?.length ?? 1) - 1));
    setPointed(Math.max(0, Math.min((days?.length ?? 1) - 1, at)));
  }
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <strong>{formatDate(shown.day)}</strong>
        <span className={classes.companies}>{formatNumber(shown.companies)} companies</span>
        <span className={classes.contacts}>{formatNumber(shown.contacts)} contacts</span>
        <span className={classes.scale}>Highest: {formatNumber(highest)}</span>
      </figcaption>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-testid="growth"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <line
          className={classes.base}
          x1={0}
          x2={WIDTH}
          y1={HEIGHT - 1}
          y2={HEIGHT - 1}
          vectorEffect="non-scaling-stroke"
        />
        {x !== null && x !== undefined && (
          <line className={classes.pointed} x1={x} x2={x} y1={0} y2={HEIGHT} vectorEffect="non-scaling-stroke" />
        )}
        {(['companies', 'contacts'] as const).map((key) => (
          <polyline
            key={key}
            className={key === 'companies' ? classes.companiesLine : classes.contactsLine}
            points={linePoints(days, key, highest)
              .map((at) => `${at.x},${at.y}`)
              .join(' ')}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <div className={classes.axis} aria-hidden="true">
        <span>{formatDate(first.day)}</span>
        {days.length > 1 && <span>{formatDate(last.day)}</span>}
      </div>
      <VisuallyHidden>
        <table>
          <caption>Size of the segment at the end of each day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Companies</th>
              <th scope="col">Contacts</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, companies, contacts }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
                <td>{formatNumber(companies)}</td>
                <td>{formatNumber(contacts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
