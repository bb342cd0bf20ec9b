import { CellValue } from '../../../ui/cells/CellValue.tsx';
import { isEmptyValue } from '../../../ui/cells/cell-text.ts';
import { FullValue } from '../../../ui/cells/FullValue.tsx';
import { valueHint } from '../../../ui/cells/value-hint.ts';
import classes from './explain.module.css';
import { type ExplainedGroup, type ExplainedNode, type ExplainedRule, isExplainedGroup } from './explain-tree.ts';
import { internalName, readableValue } from './readable-value.ts';
import { Verdict } from './Verdict.tsx';

/** A group of conditions with the verdict of each, nested as they are in the definition. */
export function ExplainedCriteria({ group }: { group: ExplainedGroup }) {
  return (
    <div className={classes.group}>
      <div className={classes.line}>
        <span className={classes.groupText}>{group.text}</span>
        <Verdict verdict={group.isMatch ? 'matches' : 'fails'} />
      </div>
      <ul className={classes.children}>
        {group.children.map((node, at) => (
          <li key={node.id} className={classes.child}>
            {at > 0 && <span className={classes.combinator}>{group.combinator}</span>}
            <ExplainedChild node={node} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ExplainedChild({ node }: { node: ExplainedNode }) {
  return isExplainedGroup(node) ? <ExplainedCriteria group={node} /> : <ExplainedCondition rule={node} />;
}

function ExplainedCondition({ rule }: { rule: ExplainedRule }) {
  const { type, fieldName } = rule;
  const value = readableValue(fieldName, rule.value);
  const hint = valueHint(internalName(fieldName), type);
  return (
    <div className={classes.rule}>
      <div className={classes.line}>
        <span>{rule.text}</span>
        <Verdict verdict={rule.verdict} />
      </div>
      <div className={classes.value}>
        {isEmptyValue(value) ? (
          'We have no data for this data point.'
        ) : (
          <>
            <span className={classes.valueName}>Value: </span>
            {Array.isArray(value) || typeof value === 'string' ? (
              <FullValue type={type} value={value} hint={hint} />
            ) : (
              <CellValue type={type} value={value} hint={hint} />
            )}
          </>
        )}
      </div>
    </div>
  );
}
