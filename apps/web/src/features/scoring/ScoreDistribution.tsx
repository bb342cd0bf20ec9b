import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { formatCompact, plural } from '../../lib/format.ts';
import classes from './distribution.module.css';
import {
  axisOf,
  isInRange,
  labelledBars,
  niceCeiling,
  outlinePath,
  perBarWidth,
  positionOf,
  rangeOf,
  type ScoreBucket,
  scoresText,
} from './distribution-layout.ts';

/**
 * How many companies have which scores, over an outline of how it was before the edit. Dragging over bars selects their
 * scores; with the keyboard, Enter selects a bar, and Shift with an arrow extends the selection.
 */
export function ScoreDistribution(props: {
  buckets: readonly ScoreBucket[];
  /** Under the saved rules; null if nothing is edited. */
  before: readonly ScoreBucket[] | null;
  /** The selected scores, both bounds included. */
  range: readonly [number, number] | null;
  onRange: (range: [number, number] | null) => void;
}) {
  const { buckets, before, range, onRange } = props;
  const plot = useRef<HTMLFieldSetElement>(null);
  const [drag, setDrag] = useState<{ first: number; last: number } | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const [widest] = buckets;
  const axis = axisOf(buckets, before ?? []);
  const outline = before && widest ? perBarWidth(before, widest.rangeMax - widest.rangeMin) : [];
  const ceiling = niceCeiling(Math.max(...[...buckets, ...outline].map(({ count }) => count)));
  const dragged = drag === null ? null : spanOf(buckets, drag.first, drag.last);
  const selected = dragged ?? range;
  const current = Math.min(active, buckets.length - 1);

  function barAt({ clientX }: PointerEvent): number {
    const { left = 0, width = 1 } = plot.current?.getBoundingClientRect() ?? {};
    const score = axis.from + ((clientX - left) / width) * (axis.to - axis.from);
    const index = buckets.findIndex(({ rangeMax }) => score < rangeMax);
    return index < 0 ? buckets.length - 1 : index;
  }
  function select(first: number, last: number) {
    const next = spanOf(buckets, first, last);
    const isSame = next !== null && range !== null && next[0] === range[0] && next[1] === range[1];
    onRange(isSame ? null : next);
  }
  function selectOne(bar: number) {
    anchor.current = bar;
    select(bar, bar);
  }
  function onFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLButtonElement>, bar: number) {
    setActive(bar);
    if (plot.current?.contains(relatedTarget) !== true) anchor.current = bar;
    if (currentTarget.matches(':focus-visible')) setShown(bar);
  }
  function endDrag() {
    if (drag !== null) select(drag.first, drag.last);
    setDrag(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && range !== null) {
      event.stopPropagation();
      onRange(null);
      return;
    }
    const next = NEXT_BAR[event.key]?.(current, buckets.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    plot.current?.querySelectorAll('button')[next]?.focus();
    if (!event.shiftKey) anchor.current = next;
    else onRange(spanOf(buckets, anchor.current, next));
  }

  const gestures = {
    onPointerDown: (event: PointerEvent<HTMLFieldSetElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const bar = barAt(event);
      setActive(bar);
      anchor.current = bar;
      setDrag({ first: bar, last: bar });
    },
    onPointerMove: (event: PointerEvent) => {
      const bar = barAt(event);
      setShown(bar);
      if (drag !== null) setDrag({ ...drag, last: bar });
    },
    onPointerUp: endDrag,
    onPointerCancel: () => setDrag(null),
    onPointerLeave: () => setShown(null),
    onKeyDown,
  };

  const hovered = drag === null ? buckets[shown ?? -1] : undefined;
  return (
    <div className={classes.area}>
      <div className={classes.chart}>
        <div className={classes.counts} aria-hidden="true">
          {[ceiling, ceiling / 2, 0].map((count) => (
            <span key={count}>{Number.isInteger(count) ? formatCompact(count) : ''}</span>
          ))}
        </div>
        <fieldset ref={plot} className={classes.plot} aria-label="Companies by score" {...gestures}>
          {buckets.map((bucket, index) => (
            <button
              key={bucket.rangeMin}
              type="button"
              className={classes.column}
              style={spread(positionOf(bucket.rangeMin, axis), positionOf(bucket.rangeMax, axis))}
              tabIndex={index === current ? 0 : -1}
              aria-pressed={isInRange(bucket, selected)}
              aria-label={barLabel(bucket)}
              data-empty={bucket.count === 0 || undefined}
              data-out={(selected !== null && !isInRange(bucket, selected)) || undefined}
              // Pointers select by dragging; this is for the keyboard and screen readers.
              onClick={(event) => event.detail === 0 && selectOne(index)}
              onFocus={(event) => onFocus(event, index)}
              onBlur={() => setShown(null)}
            >
              <span className={classes.bar} style={{ height: `${(bucket.count / ceiling) * 100}%` }} />
            </button>
          ))}
          {outline.length > 0 && (
            <svg className={classes.outline} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path d={outlinePath(outline, axis, ceiling)} vectorEffect="non-scaling-stroke" />
            </svg>
          )}
          {hovered && (
            <div className={classes.hint} style={hintPlace(hovered, axis)} aria-hidden="true">
              <strong>
                {hovered.rangeMax - hovered.rangeMin > 1 ? 'Scores' : 'Score'} {scoresText(hovered)}
              </strong>
              <span>{plural(hovered.count, 'company', 'companies')}</span>
              {hovered.sampleDomains.map((domain) => (
                <span key={domain} className={classes.sample}>
                  {domain}
                </span>
              ))}
            </div>
          )}
        </fieldset>
        <div className={classes.scores} aria-hidden="true">
          {labelledBars(buckets).map((bucket) => (
            <span
              key={bucket.rangeMin}
              style={{ insetInlineStart: `${positionOf((bucket.rangeMin + bucket.rangeMax) / 2, axis) * 100}%` }}
            >
              {scoresText(bucket)}
            </span>
          ))}
        </div>
        <div className={classes.legend} aria-hidden="true">
          <span>Score →</span>
          {before && (
            <span className={classes.keys}>
              <span className={classes.keyNow}>now</span>
              <span className={classes.keyBefore}>saved</span>
            </span>
          )}
          <span>↑ Companies</span>
        </div>
      </div>
    </div>
  );
}

const NEXT_BAR: Readonly<Record<string, (bar: number, last: number) => number>> = {
  ArrowLeft: (bar) => Math.max(0, bar - 1),
  ArrowRight: (bar, last) => Math.min(last, bar + 1),
  Home: () => 0,
  End: (_, last) => last,
};

function spanOf(buckets: readonly ScoreBucket[], first: number, last: number): [number, number] | null {
  const [one, other] = [buckets[first], buckets[last]];
  return one === undefined || other === undefined ? null : rangeOf(one, other);
}

function barLabel(bucket: ScoreBucket): string {
  const { sampleDomains: samples, count } = bucket;
  const such = samples.length === 0 ? '' : `, such as ${samples.join(', ')}`;
  return `Score ${scoresText(bucket)}: ${plural(count, 'company', 'companies')}${such}`;
}

function spread(from: number, to: number) {
  return { insetInlineStart: `${from * 100}%`, width: `${(to - from) * 100}%` };
}

/** Beside the bar, on the side that has room. */
function hintPlace({ rangeMin, rangeMax }: ScoreBucket, axis: ReturnType<typeof axisOf>) {
  const [start, end] = [positionOf(rangeMin, axis), positionOf(rangeMax, axis)];
  return start + end <= 1
    ? { insetInlineStart: `calc(${end * 100}% + 6px)` }
    : { insetInlineEnd: `calc(${(1 - start) * 100}% + 6px)` };
}
