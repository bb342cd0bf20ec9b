import { PageHeader } from '../../ui/PageHeader.tsx';
import { DomainOverrides } from './DomainOverrides.tsx';
import { IdentityCheck } from './IdentityCheck.tsx';
import classes from './toolbox.module.css';

/** /admin/toolbox: the links that staff set between domains and LinkedIn ids, and which company a name belongs to. */
export default function ToolboxPage() {
  return (
    <>
      <PageHeader title="Toolbox" />
      <div className={classes.cards}>
        <DomainOverrides />
        <IdentityCheck />
      </div>
    </>
  );
}
