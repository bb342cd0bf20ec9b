import type { SchemaField } from '@quarry/contracts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { TagNames } from '../datasets/tag-names.ts';
import classes from './receipt.module.css';

const ScoreHistory = lazy(() => import('./ScoreHistory.tsx'));
const ScoreReceipt = lazy(() => import('./ScoreReceipt.tsx'));

/** A score with a button that shows why the company has it, and how it came to it. */
export function WhyThisScore(props: {
  field: SchemaField;
  companyId: string;
  tagNames: TagNames;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {props.children}{' '}
      <button
        type="button"
        className={classes.why}
        aria-expanded={isOpen}
        aria-label={`Why this score: ${props.field.displayName}`}
        onClick={() => setOpen(!isOpen)}
      >
        Why?
      </button>
      {isOpen && (
        <div className={classes.drawn}>
          <Suspense>
            <ScoreReceipt field={props.field} companyId={props.companyId} tagNames={props.tagNames} />
            <ScoreHistory field={props.field} companyId={props.companyId} tagNames={props.tagNames} />
          </Suspense>
        </div>
      )}
    </>
  );
}
