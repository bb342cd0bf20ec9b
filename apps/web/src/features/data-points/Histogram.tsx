import { VisuallyHidden } from '@mantine/core';
import type { HistogramBin, SchemaField } from '@quarry/contracts';
import { type PointerEvent, useRef, useState } from 'react';
import { formatNumber, plural } from '../../lib/format.ts';
import classes from './histogram.module.css';
import { axisLabels, positionOf } from './histogram-layout.ts';
import { shortValueText, valueText } from './value-text.ts';

const WIDTH = 480;
const HEIGHT = 110;
const GAP = 1.5;
const MIN_BAR = 2;

interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * How often values occur, with the median and the middle half. Dragging over bars selects their values; people who use
 * the keyboard enter the bounds below instead, and a table says the same to screen readers.
 */
export function Histogram(props: {
  field: SchemaField;
  bins: readonly HistogramBin[];
  quartiles: { lower: number | string; median: number | string; upper: number | string } | null;
  noun: string;
  /** Gets the first and last bar that were dragged over; undefined if nothing can be selected. */
  onSelect: ((first: HistogramBin, last: HistogramBin) => void) | undefined;
}) {
  const { field, bins, quartiles, noun, onSelect } = props;
  const chart = useRef<SVGSVGElement>(null);
  const [start, setStart] = useState<number | null>(null);
  const [end, setEnd] = useState(0);
  const brushed: Span | null = start === null ? null : { first: Math.min(start, end), last: Math.max(start, end) };
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const step = WIDTH / bins.length;
  const at = (value: number | string) => positionOf(bins, value) * step;

  const countText = (count: number) => plural(count, noun === 'companies' ? 'company' : 'contact', noun);

  function barAt({ clientX }: PointerEvent): number {
    const { left = 0, width = 1 } = chart.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(bins.length - 1, Math.floor(((clientX - left) / width) * bins.length)));
  }
  function select() {
    setStart(null);
    const [first, last] = [bins[brushed?.first ?? -1], bins[brushed?.last ?? -1]];
    if (first !== undefined && last !== undefined) onSelect?.(first, last);
  }
  const brush =
    onSelect === undefined
      ? {}
      : {
          onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setStart(barAt(event));
            setEnd(barAt(event));
          },
          onPointerMove: (event: PointerEvent) => {
            if (start !== null) setEnd(barAt(event));
          },
          onPointerUp: select,
          onPointerCancel: () => setStart(null),
        };

  return (
    <figure className={classes.figure}>
      <div className={classes.scale} aria-hidden="true">
        <span>Highest bar: {countText(highest)}</span>
        {quartiles && <span>Dashed: median · shaded: middle half</span>}
      </div>
      <svg
        ref={chart}
        className={classes.chart}
        data-brush={onSelect !== undefined}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-testid="histogram"
        {...brush}
      >
        {quartiles && (
          <rect
            className={classes.middle}
            x={at(quartiles.lower)}
            width={Math.max(1, at(quartiles.upper) - at(quartiles.lower))}
            y={0}
            height={HEIGHT}
          />
        )}
        {bins.map((bin, index) => {
          const height = bin.count === 0 ? 0 : Math.max(MIN_BAR, (bin.count / highest) * HEIGHT);
          const isBrushed = brushed !== null && index >= brushed.first && index <= brushed.last;
          return (
            <g key={bin.from} className={classes.bin} data-brushed={isBrushed}>
              <title>{`${rangeText(field, bin)}: ${countText(bin.count)}`}</title>
              <rect className={classes.column} x={index * step} width={step} y={0} height={HEIGHT} />
              <rect
                className={classes.bar}
                x={index * step + GAP / 2}
                width={Math.max(0.5, step - GAP)}
                y={HEIGHT - height}
                height={height}
              />
            </g>
          );
        })}
        {quartiles && (
          <line
            className={classes.median}
            x1={at(quartiles.median)}
            x2={at(quartiles.median)}
            y1={0}
            y2={HEIGHT}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className={classes.axis} aria-hidden="true">
        {axisLabels(bins).map(({ value, position, isOpen }) => (
          <span
            key={value}
            style={{ insetInlineStart: `${position * 100}%` }}
            data-at={position === 0 ? 'start' : position === 1 ? 'end' : undefined}
          >
            {isOpen && position < 0.5 && '< '}
            {shortValueText(field, value)}
            {isOpen && position >= 0.5 && ' +'}
          </span>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>Distribution of {field.displayName}</caption>
          <thead>
            <tr>
              <th scope="col">Values</th>
              <th scope="col">{noun === 'companies' ? 'Companies' : 'Contacts'}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{rangeText(field, bin)}</th>
                <td>{formatNumber(bin.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

function rangeText(field: SchemaField, { from, to }: HistogramBin): string {
  return `from ${valueText(field, from)} to below ${valueText(field, to)}`;
}
